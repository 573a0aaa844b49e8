package errtest

import (
	"errors"
	"fmt"
	"math"
	"testing"
)

type valued struct {
	Value float64
	text  string
}

func (e *valued) Error() string { return e.text }

func TestIs(t *testing.T) {
	one, two := errors.New("x"), errors.New("x")
	for _, c := range []struct {
		err, want error
		is        bool
	}{
		{fmt.Errorf("in: %w", one), one, true},
		{one, two, false},
		{nil, nil, true},
		{one, nil, false},
		{nil, one, false},
		{fmt.Errorf("in: %w", &valued{math.NaN(), "a"}), &valued{math.NaN(), "b"}, true},
		{&valued{1, "a"}, &valued{2, "a"}, false},
		{one, &valued{1, "x"}, false},
	} {
		if Is(c.err, c.want) != c.is {
			t.Errorf("%v is %v: %v", c.err, c.want, !c.is)
		}
	}
}

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

// failing counts the errors that a test reports.
type failing struct {
	testing.TB
	errors int
}

func (f *failing) Helper()               {}
func (f *failing) Errorf(string, ...any) { f.errors++ }

func TestFails(t *testing.T) {
	is := &valued{1, "x.csv: remedy"}
	for _, c := range []struct {
		err, want error
		words     []string
		errors    int
	}{
		{is, &valued{Value: 1}, []string{"x.csv", "remedy"}, 0},
		{is, &valued{Value: 1}, []string{"y.csv", "remedy", "row"}, 2},
		{is, &valued{Value: 2}, []string{"y.csv"}, 1},
		{nil, is, nil, 1},
		{nil, nil, nil, 0},
		{nil, nil, []string{"remedy"}, 1},
	} {
		f := &failing{TB: t}
		if Fails(f, c.err, c.want, c.words...); f.errors != c.errors {
			t.Errorf("%v beside %v, %q: %d errors, want %d", c.err, c.want, c.words, f.errors, c.errors)
		}
	}
}

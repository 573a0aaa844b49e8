package lclass_test

import (
	"fmt"
	"testing"

	"linclass/lclass"
)

// Texts that are taken for the reference can be asked for.
func TestUnseen(t *testing.T) {
	d := raw(t, passengers())
	other := raw(t, passengers().with(map[string]cells{
		"Sex":  {"male", "Male", " female", "male", "male", "", "male", "female"},
		"Port": {"S", "C", "S", "", "Q", "X", "S", "C"},
	}))
	for name, steps := range map[string][]lclass.Preparation{
		"reference": {lclass.Impute{}, lclass.OneHot{AllowUnknown: true}},
		"rare":      {lclass.Impute{}, lclass.OneHot{Rare: 3, AllowUnknown: true}},
		"neither":   {lclass.Impute{}},
	} {
		p, err := lclass.Prepare(d, steps...)
		must(t, p, err)
		unseen, err := p.Unknown(other)
		var got []string
		for _, e := range must(t, unseen, err) {
			got = append(got, fmt.Sprintf("%s %d %q", e.Column, e.Row, e.Value))
		}
		equal(t, name, got, []string{`Sex 1 "Male"`, `Sex 2 " female"`, `Port 5 "X"`})
		unseen, err = reread(t, p).Unknown(d)
		if err != nil || unseen != nil {
			t.Errorf("%s: of the training data %v, %v", name, unseen, err)
		}
	}
	p, err := lclass.Prepare(d, lclass.OneHot{Columns: []string{"Sex"}})
	must(t, p, err)
	if _, err := p.Unknown(raw(t, passengers(), "Age")); !is[*lclass.ColumnError](err) {
		t.Errorf("a column that is missing: %v", err)
	}
	fails(t, failure(p.Unknown(nil)), lclass.ErrNoSamples)
	var none *lclass.Prepared
	if unseen, err := none.Unknown(d); err != nil || unseen != nil {
		t.Errorf("without a preparation: %v, %v", unseen, err)
	}
}

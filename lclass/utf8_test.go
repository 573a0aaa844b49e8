package lclass_test

import (
	"encoding/json"
	"errors"
	"testing"
	"unicode/utf8"

	"linclass/lclass"
)

// Names that are not UTF-8 are learnt from, and not written, since other ones
// would be read.
func TestNamesThatAreNotUTF8(t *testing.T) {
	odd := cells{"K\xf6ln", "K\xfcln", "K\xf6ln", "K\xfcln", "K\xf6ln", "K\xf6ln", "K\xfcln", "K\xfcln"}
	refused := func(v any, err error) {
		t.Helper()
		must(t, v, err)
		_, err = json.Marshal(v)
		var name *lclass.NameError
		if !errors.As(err, &name) || utf8.ValidString(name.Name) {
			t.Errorf("error %v", err)
		}
		mentions(t, err, "convert the file")
	}
	for name, f := range map[string]sheet{
		"level": passengers().with(map[string]cells{"Port": odd}), "feature": passengers().with(map[string]cells{"K\xf6ln": eight("1")}), "class": passengers().with(map[string]cells{"Survived": odd}),
	} {
		m, err := ridge(usual()...).Fit(raw(t, f))
		refused(m, err)
		if name == "class" {
			continue
		}
		p, err := lclass.Prepare(raw(t, f), usual()...)
		refused(p, err)
		g, err := lclass.Pipeline{Prepare: usual(), Of: lclass.NaiveBayes{Smoothing: 1}}.Fit(raw(t, f))
		refused(g, err)
		d, err := lclass.FromFrame(f, lclass.Columns{Target: "Survived", DropMissing: true})
		m, err = lclass.Logistic{Penalty: lclass.L2(1)}.Fit(must(t, d, err))
		refused(m, err)
	}
	p := lclass.Must(lclass.Prepare(raw(t, passengers().with(map[string]cells{"Port": {"\ufffd", `\ufffd`, "\ufffd", "", "a", "a", "a", "a"}})), usual()...))
	equal(t, "the replacement character itself", reread(t, p).String(), p.String())
}

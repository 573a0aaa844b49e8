package lclass_test

import (
	"encoding/json"
	"testing"

	"linclass/lclass"
)

// Names that are not UTF-8 are learnt from, and not written, since other ones
// would be read.
func TestNamesThatAreNotUTF8(t *testing.T) {
	odd := cells{"K\xf6ln", "K\xfcln", "K\xf6ln", "K\xfcln", "K\xf6ln", "K\xf6ln", "K\xfcln", "K\xfcln"}
	const words, remedy = `" is not UTF-8`, "convert the file"
	written := func(v any, err error) error {
		must(t, v, err)
		_, err = json.Marshal(v)
		return err
	}
	for name, f := range map[string]sheet{
		"level": passengers().with(map[string]cells{"Port": odd}), "feature": passengers().with(map[string]cells{"K\xf6ln": eight("1")}), "class": passengers().with(map[string]cells{"Survived": odd}),
	} {
		m, err := ridge(usual()...).Fit(raw(t, f))
		err = written(m, err)
		mentions(t, err, words, remedy)
		if name == "class" {
			continue
		}
		p, err := lclass.Prepare(raw(t, f), usual()...)
		mentions(t, written(p, err), words, remedy)
		g, err := lclass.Pipeline{Prepare: usual(), Of: lclass.NaiveBayes{Smoothing: 1}}.Fit(raw(t, f))
		mentions(t, written(g, err), words, remedy)
		d, err := lclass.FromFrame(f, lclass.Columns{Target: "Survived", DropMissing: true})
		m, err = lclass.Logistic{Penalty: lclass.L2(1)}.Fit(must(t, d, err))
		mentions(t, written(m, err), words, remedy)
	}
	p := lclass.Must(lclass.Prepare(raw(t, passengers().with(map[string]cells{"Port": {"\ufffd", `\ufffd`, "\ufffd", "", "a", "a", "a", "a"}})), usual()...))
	equal(t, "the replacement character itself", reread(t, p).String(), p.String())
}

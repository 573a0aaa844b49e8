package lclass_test

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/internal/strictjson/faults"
)

// named reports whether the keys of an object of a model are names.
func named(path string) bool {
	return strings.HasSuffix(path, ".frame.categories") || strings.HasSuffix(path, ".frame.means")
}

// refusesFaults damages a file in every place: what is surely wrong is an error at
// that place, all errors are a FileError, and what is read nevertheless can be used.
func refusesFaults(t *testing.T, text []byte, most int, read func(text []byte) error, use func(t *testing.T)) {
	t.Helper()
	for f := range faults.Of(text, named) {
		if most--; most < 0 {
			return
		}
		err := read(f.Text)
		var at *lclass.FileError
		switch {
		case err == nil && f.Sure:
			t.Errorf("%s at %s is read: %s", f.Name, f.Path, f.Text)
		case err == nil:
			use(t)
		case !errors.As(err, &at):
			t.Errorf("%s at %s: error %v is no FileError", f.Name, f.Path, err)
		case f.Sure && !strings.EqualFold(at.Path, f.Path) && at.Path != strings.TrimSuffix(f.Path, "2"):
			t.Errorf("%s at %s: error at %s: %v", f.Name, f.Path, at.Path, err)
		default:
			mentions(t, err, at.Path+": ")
		}
	}
}

// usable uses a model that was read for samples that are near and far.
func usable(t *testing.T, m *lclass.Model) {
	t.Helper()
	text, err := json.Marshal(m)
	must(t, text, err)
	if err := json.Unmarshal(text, new(lclass.Model)); err != nil {
		t.Fatalf("it is written and cannot be read: %v\n%s", err, text)
	}
	_ = m.String()
	d := len(m.Features)
	if m.Preparation != nil {
		_ = m.Preparation.String()
		d = len(m.Preparation.Inputs())
		if raw, err := m.RawUnits(); err == nil {
			_, _ = json.Marshal(raw)
		}
	}
	if m.Offset { // which a single sample does not have
		plain := *m
		plain.Offset = false
		m = &plain
	}
	for _, x := range far(d) {
		if m.Preparation != nil {
			if _, err := m.Preparation.Row(x); err != nil {
				continue
			}
		}
		unknown := m.Output == lclass.DensityOutput && !slices.ContainsFunc(m.ScoresOne(x), func(v float64) bool { return !math.IsNaN(v) })
		if unknown { // float64 cannot tell the densities apart there
			continue
		}
		if z := m.ScoresOne(x); !isFinite(z) {
			t.Fatalf("scores %v of %v by %s", z, x, text)
		}
		switch m.Output {
		case lclass.Identity:
		case lclass.MultiLabelOutput:
		default:
			_ = m.AmbiguousOne(x)
			if c := m.PredictOne(x); c < 0 || c >= len(m.Classes) {
				t.Fatalf("class %d of %d", c, len(m.Classes))
			}
		}
		if m.HasProbability() {
			if p := m.ProbaOne(x); !isFinite(p) {
				t.Fatalf("probabilities %v of %v by %s", p, x, text)
			}
		}
	}
}

// far returns samples of d numbers that are 0, 1 and as large as can be.
func far(d int) [][]float64 {
	var all [][]float64
	for _, values := range [][2]float64{{0, 0}, {1, 1}, {1e308, 1e308}, {1.7e308, -1.7e308}} {
		x := make([]float64, d)
		for j := range x {
			x[j] = values[j%2]
		}
		all = append(all, x)
	}
	return all
}

func TestModelFaults(t *testing.T) {
	const all = 1 << 30
	for name, m := range models() {
		t.Run(name, func(t *testing.T) {
			text, err := json.Marshal(m)
			must(t, text, err)
			var got lclass.Model
			refusesFaults(t, text, all, func(text []byte) error { got = lclass.Model{}; return got.UnmarshalJSON(text) }, func(t *testing.T) { usable(t, &got) })
		})
	}
	t.Run("steps", func(t *testing.T) {
		text, err := json.Marshal(everyStep())
		must(t, text, err)
		refusesFaults(t, text, all, func(text []byte) error { return new(lclass.Prepared).UnmarshalJSON(text) }, func(*testing.T) {})
	})
}

// The place of a fault is named from the root of the file.
func TestFaultPaths(t *testing.T) {
	text, err := json.Marshal(models()["pipeline"])
	must(t, text, err)
	for _, c := range []struct{ old, new, path, says string }{
		{`"b":[0.5]`, `"b":[0.5],"b":[9]`, "$.b", "appears twice"},
		{`"b":[0.5]`, `"b":[0.5],"B":[9]`, "$.B", `"b" is written in another case`},
		{`"b":[0.5]`, `"b":[null]`, "$.b[0]", "null"},
		{`"b":[0.5]`, `"b":["0.5"]`, "$.b[0]", "a number"},
		{`"target":"Survived",`, ``, "$.target", "missing"},
		{`"step":"standardize",`, ``, "$.preparation.steps[3].scale.step", "missing"},
		{`"Survived":["no","yes"]`, `"Survived":["no","yes"],"Survived":["yes","no"]`, "$.frame.categories.Survived", "appears twice"},
		{`"Survived":["no","yes"]`, `"Survived":["no",null]`, "$.frame.categories.Survived[1]", "null"},
		{`{"impute":`, `{"select":{"columns":["Age"]},"impute":`, "$.preparation.steps[0]", "2 kinds"},
		{`"lclass.Model"`, `"lclass.\ud800"`, "$.format", "format"},
		{`"no","yes"`, `"n\ud800","yes"`, "$", `half of a \u pair`},
		{`"no","yes"`, "\"n\xff\",\"yes\"", "$", "UTF-8"},
	} {
		bad := strings.Replace(string(text), c.old, c.new, 1)
		if bad == string(text) {
			t.Fatalf("%s is not in %s", c.old, text)
		}
		var m lclass.Model
		err := json.Unmarshal([]byte(bad), &m)
		var at *lclass.FileError
		if !errors.As(err, &at) || at.Path != c.path {
			t.Errorf("%s: %v is not at %s", c.new, err, c.path)
			continue
		}
		mentions(t, err, "lclass: model: "+c.path+": ", c.says)
		if m.W != nil {
			t.Errorf("%s: the model has changed", c.new)
		}
	}
}

// Finite weights have finite scores, the exact ones or the nearest that float64 has.
func TestScoresBeyondFloat64(t *testing.T) {
	const large = 1.5e308
	m := &lclass.Model{
		W: mat.NewDense(3, 2, []float64{1e308, 1e308, 1e308, -1e308, -1e308, -1e308}), B: []float64{0, 5, -large},
		Output: lclass.SoftmaxOutput, Features: []string{"u", "v"}, Classes: []string{"a", "b", "c"}, Target: "t",
	}
	most := 1.7976931348623157e308
	x := mat.NewDense(3, 2, []float64{1e10, 1e10, 3, 1, -1e300, 1e300})
	want := []float64{most, 5, -most, most, most, -most, -large, -most, -large}
	want[6], want[8] = 0, -large
	d, err := lclass.FromMatrix(x, []int{0, 1, 2}, m.Classes)
	must(t, d, err)
	z, err := m.Scores(d)
	near(t, "scores", must(t, z, err).RawMatrix().Data, want, 0)
	for i := range 3 {
		near(t, "score", m.ScoresOne(x.RawRowView(i)), want[3*i:3*i+3], 0)
	}
	p, err := m.Proba(d)
	near(t, "probabilities", must(t, p, err).RawMatrix().Data, []float64{1, 0, 0, 0.5, 0.5, 0, 1, 0, 0}, 0)
}

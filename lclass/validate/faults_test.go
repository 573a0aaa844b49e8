package validate_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/internal/strictjson/faults"
	"linclass/lclass/validate"
)

func named(path string) bool {
	return strings.HasSuffix(path, ".frame.categories") || strings.HasSuffix(path, ".frame.means")
}

// A fitted model is one of those that are written.
type fitted interface {
	json.Unmarshaler
	Predict(d *lclass.Data) (lclass.Prediction, error)
	Proba(d *lclass.Data) (*mat.Dense, error)
	String() string
}

// Every fault of a file is an error at its place, or leaves a model that can be
// used and written.
func TestFaults(t *testing.T) {
	for name, m := range keptModels(t) {
		refusesFaults(t, name, lclass.Must(json.Marshal(m)), 1<<30, func() fitted {
			if strings.HasPrefix(name, "tuned") {
				return new(validate.TunedModel[*lclass.Model])
			}
			return new(validate.CalibratedModel[*lclass.Model])
		})
	}
	scores := lclass.Must(json.Marshal(validate.Scores{Name: "accuracy", Test: []float64{1, 0.5}, Train: []float64{1}}))
	for f := range faults.Of(scores, named) {
		if err := new(validate.Scores).UnmarshalJSON(f.Text); err == nil && f.Sure {
			t.Errorf("scores: %s at %s is read", f.Name, f.Path)
		}
	}
}

func refusesFaults(t *testing.T, name string, text []byte, most int, empty func() fitted) {
	t.Helper()
	for f := range faults.Of(text, named) {
		if most--; most < 0 {
			return
		}
		m := empty()
		err := m.UnmarshalJSON(f.Text)
		var at *lclass.FileError
		switch {
		case err == nil && f.Sure:
			t.Errorf("%s: %s at %s is read: %s", name, f.Name, f.Path, f.Text)
		case err == nil:
			usable(t, m)
		case !errors.As(err, &at):
			t.Errorf("%s: %s at %s: error %v is no FileError", name, f.Name, f.Path, err)
		case f.Sure && !strings.EqualFold(at.Path, f.Path) && at.Path != strings.TrimSuffix(f.Path, "2"):
			t.Errorf("%s: %s at %s: error at %s: %v", name, f.Name, f.Path, at.Path, err)
		}
	}
}

// usable uses a model that was read.
func usable(t *testing.T, m fitted) {
	t.Helper()
	text := lclass.Must(json.Marshal(m))
	if err := m.UnmarshalJSON(text); err != nil {
		t.Fatalf("it is written and cannot be read: %v\n%s", err, text)
	}
	_ = m.String()
	d := lclass.Must(lclass.FromMatrix(mat.NewDense(4, 1, []float64{1, 2, 1e308, -1.7e308}), []int{0, 1, 0, 1}, []string{"a", "b"}))
	_, _ = m.Predict(d)
	_, _ = validate.Report(m.(validate.Scorer), d)
	p, err := m.Proba(d)
	if err != nil {
		return
	}
	for _, v := range p.RawMatrix().Data {
		if !(v >= 0 && v <= 1) {
			t.Fatalf("probabilities %v by %s", p.RawMatrix().Data, text)
		}
	}
}

// The place is that in the whole file, however deep.
func TestFaultPaths(t *testing.T) {
	kept := keptModels(t)
	for _, c := range []struct{ kind, old, new, path string }{
		{"calibratedmodel_v1_sigmoid", `"W":[[`, `"W":[["x",`, "$.parts[0].model.W[0][0]"},
		{"calibratedmodel_v1_sigmoid", `"W":[[`, `"W":[[1,`, "$.parts[0].model.W[0]"},
		{"calibratedmodel_v1_sigmoid", `"A":`, `"A":1,"A":`, "$.parts[0].maps[0].A"},
		{"calibratedmodel_v1_steps", `"Z":[`, `"Z":[1e300,`, "$.parts[0].maps[0].P"},
		{"calibratedmodel_v1_steps", `"P":[`, `"P":[2,`, "$.parts[0].maps[0].P"},
		{"calibratedmodel_v1_steps", `"classes":["a"`, `"classes":["z"`, "$.parts[0].model.classes"},
		{"tunedmodel_v1", `"TP":`, `"tp":`, "$.counts.tp"},
		{"tunedmodel_v1", `"iterations":1,"loss":`, `"iterations":1,"loss":"NaN","was":`, "$.model.status.loss"},
	} {
		text := string(lclass.Must(json.Marshal(kept[c.kind])))
		bad := strings.Replace(text, c.old, c.new, 1)
		if bad == text {
			t.Fatalf("%s is not in %s", c.old, text)
		}
		var m fitted = new(validate.CalibratedModel[*lclass.Model])
		if strings.HasPrefix(c.kind, "tuned") {
			m = new(validate.TunedModel[*lclass.Model])
		}
		var at *lclass.FileError
		if err := json.Unmarshal([]byte(bad), m); !errors.As(err, &at) || at.Path != c.path {
			t.Errorf("%s in %s: %v is not at %s", c.new, c.kind, err, c.path)
		} else {
			begins(t, err, "validate: ")
		}
	}
}

// Groups are as many as there are different labels, and are called by them.
func TestNamesOfGroups(t *testing.T) {
	texts := []string{"7", "007", "7.0", " 7", "a", "A", "é", "e\u0301", "NaN", "9007199254740993", "9007199254740992"}
	groups := validate.GroupsOf(texts)
	for i, label := range texts {
		if got := groups.Names[groups.Of[i]]; got != label {
			t.Errorf("%q is in group %q", label, got)
		}
	}
	whole := validate.GroupsOf([]int64{9007199254740993, 9007199254740992, 7})
	if whole.Names[whole.Of[0]] != "9007199254740993" || whole.Names[whole.Of[1]] != "9007199254740992" {
		t.Errorf("%v", whole)
	}
	if floats := validate.GroupsOf([]float64{3e18, 1e6, 3}); strings.Join(floats.Names, " ") != "3 1000000 3000000000000000000" {
		t.Errorf("%q", floats.Names)
	}
}

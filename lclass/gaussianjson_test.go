package lclass_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/internal/strictjson/faults"
)

// gaussianModels has one of each kind, with numbers that are hard to write
// and a feature that is left out.
func gaussianModels() map[string]*lclass.GaussianModel {
	status := lclass.Status{Solver: "ClosedForm", Iterations: 1, Loss: 1.0 / 3, Gradient: math.NaN(), Gap: math.NaN(), Note: "a note"}
	return map[string]*lclass.GaussianModel{
		"correlated": {
			Means: mat.NewDense(2, 3, []float64{1.0 / 3, 0, 2, -math.MaxFloat64, math.SmallestNonzeroFloat64, 2}),
			Std:   mat.NewDense(2, 3, []float64{1, 2.5, 0, 0.1, 1e-300, 0}),
			Factors: []*mat.TriDense{
				mat.NewTriDense(3, mat.Upper, []float64{1, 0.6, 0, 0, 0.8, 0, 0, 0, 1}),
				mat.NewTriDense(3, mat.Upper, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}),
			},
			Priors: []float64{0.1, 0.9}, Features: []string{"a", "b", "c"}, Classes: []string{"no", "yes"}, Target: "t", Status: status,
		},
		"pipeline": {
			Means: mat.NewDense(2, 1, []float64{-1, 1}), Std: mat.NewDense(2, 1, []float64{1, 2}), Preparation: twoSteps(),
			Priors: []float64{0.5, 0.5}, Features: []string{"Age"}, Classes: []string{"no", "yes"}, Target: "t", Status: status,
		},
		"independent": {
			Means: mat.NewDense(3, 1, []float64{-1, 0, 1}), Std: mat.NewDense(3, 1, []float64{1, 2, 3}),
			Priors: []float64{1.0 / 3, 1.0 / 3, 1.0 / 3}, Features: []string{"x"}, Classes: []string{"a", "b", "c"}, Target: "t", Status: status,
		},
	}
}

func twoSteps() *lclass.Prepared {
	d := lclass.Must(lclass.RawFromFrame(passengers(), "", "Age"))
	return lclass.Must(lclass.Prepare(d, lclass.Impute{Numbers: lclass.FillMedian}, lclass.Standardize{}))
}

// The files in testdata were written by versions 1 and 2; every later version
// must read them.
func TestGaussianModelJSON(t *testing.T) {
	for name, want := range gaussianModels() {
		text, err := json.MarshalIndent(want, "", "  ")
		must(t, text, err)
		file := filepath.Join("testdata", "gaussianmodel_v2_"+name+".json")
		if *update {
			if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		kept, err := os.ReadFile(file)
		must(t, kept, err)
		sources := map[string][]byte{"round trip": text, file: kept}
		if want.Preparation == nil {
			old := filepath.Join("testdata", "gaussianmodel_v1_"+name+".json")
			text, err := os.ReadFile(old)
			sources[old] = must(t, text, err)
		}
		for source, text := range sources {
			var got lclass.GaussianModel
			if err := json.Unmarshal(text, &got); err != nil {
				t.Errorf("%s: %s: %v", name, source, err)
				continue
			}
			again, err := json.MarshalIndent(&got, "", "  ")
			if err != nil || string(again)+"\n" != string(kept) {
				t.Errorf("%s: %s: reads as\n%s\nwant\n%s", name, source, again, kept)
			}
			if !mat.Equal(got.Means, want.Means) || !mat.Equal(got.Std, want.Std) || !math.IsNaN(got.Status.Gradient) {
				t.Errorf("%s: %s: got %+v", name, source, got)
			}
			for k, r := range want.Factors {
				if !mat.Equal(got.Factors[k], r) {
					t.Errorf("%s: factor %d is %v", name, k, mat.Formatted(got.Factors[k]))
				}
			}
		}
	}
}

// A model that was kept has the same scores to the last bit.
func TestGaussianModelJSONKeepsScores(t *testing.T) {
	d := irisData(t, false)
	for name, spec := range generators {
		m, err := spec.Fit(d)
		must(t, m, err)
		text, err := json.Marshal(m)
		must(t, text, err)
		var got lclass.GaussianModel
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i := range d.N() {
			if !slices.Equal(got.Score(d.Row(i)), m.Score(d.Row(i))) {
				t.Fatalf("%s: sample %d: %v, want %v", name, i, got.Score(d.Row(i)), m.Score(d.Row(i)))
			}
		}
		if got.String() != m.String() {
			t.Errorf("%s: reads as\n%v\nwant\n%v", name, &got, m)
		}
	}
}

func TestGaussianModelJSONErrors(t *testing.T) {
	for _, c := range []struct{ kind, name, old, new, want string }{
		{"correlated", "truncated", `}}`, ``, "unexpected end"},
		{"correlated", "a linear model", `"lclass.GaussianModel"`, `"lclass.Model"`, `format is "lclass.Model"`},
		{"correlated", "a later version", `"version":2`, `"version":3`, "version is 3"},
		{"correlated", "no version", `"version":2,`, ``, "version is 0"},
		{"correlated", "unknown outcome", `"converged"`, `"fine"`, `status.outcome is "fine"`},
		{"correlated", "one class", `"classes":["no","yes"]`, `"classes":["no"]`, "classes are"},
		{"correlated", "a class twice", `"classes":["no","yes"]`, `"classes":["no","no"]`, `"no"`},
		{"correlated", "no features", `"features":["a","b","c"]`, `"features":[]`, "no features"},
		{"correlated", "a feature twice", `"features":["a","b","c"]`, `"features":["a","b","a"]`, `"a"`},
		{"correlated", "a prior too few", `"priors":[0.1,0.9]`, `"priors":[1]`, "1 priors for 2 classes"},
		{"correlated", "a prior of 0", `"priors":[0.1,0.9]`, `"priors":[0,1]`, `priors: that of class "no" is 0`},
		{"correlated", "priors of 2", `"priors":[0.1,0.9]`, `"priors":[1,1]`, "priors sum to 2"},
		{"independent", "a row too few", `"means":[[-1],[0],[1]]`, `"means":[[-1],[0]]`, "means has 2 rows"},
		{"independent", "a mean too many", `"means":[[-1],[0],[1]]`, `"means":[[-1],[0,1],[1]]`, "row 1 of means has 2 values"},
		{"independent", "a deviation too few", `"std":[[1],[2],[3]]`, `"std":[[1],[],[3]]`, "row 1 of std has 0 values"},
		{"independent", "a negative deviation", `"std":[[1],[2],[3]]`, `"std":[[1],[-2],[3]]`, `std of feature "x" in class "b" is -2`},
		{"independent", "a deviation of 0", `"std":[[1],[2],[3]]`, `"std":[[1],[2],[0]]`, `std of feature "x" in class "c" is 0`},
		{"independent", "the first of 0", `"std":[[1],[2],[3]]`, `"std":[[0],[2],[3]]`, `std of feature "x" in class "b" is 2`},
		{"independent", "too large", `"std":[[1],[2],[3]]`, `"std":[[1],[2],[1e999]]`, "1e999"},
		{"correlated", "a factor too few", `"factors":[[[1,0.6,0],[0.8,0],[1]],`, `"factors":[`, "1 factors for 2 classes"},
		{"correlated", "a row of a factor too few", `[[1,0.6,0],[0.8,0],[1]]`, `[[1,0.6,0],[0.8,0]]`, "factor 0 has 2 rows"},
		{"correlated", "a full factor", `[0.8,0],[1]]`, `[0,0.8,0],[0,0,1]]`, "row 1 of factor 0 has 3 values"},
		{"correlated", "no correlations", `[1,0.6,0]`, `[1,6,0]`, "column 1 of factor 0 has the norm"},
		{"correlated", "a diagonal of 0", `[0.8,0]`, `[0,0]`, "diagonal of factor 0 has 0 in row 1"},
	} {
		text, err := json.Marshal(gaussianModels()[c.kind])
		must(t, text, err)
		bad := strings.Replace(string(text), c.old, c.new, 1)
		if bad == string(text) {
			t.Fatalf("%s: %s is not in %s", c.name, c.old, text)
		}
		var m lclass.GaussianModel
		err = json.Unmarshal([]byte(bad), &m)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
}

// Whatever is read as a model can be used and written.
func FuzzGaussianModelJSON(f *testing.F) {
	for _, m := range gaussianModels() {
		text, err := json.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		for fault := range faults.Of(text, named) {
			f.Add(fault.Text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var m lclass.GaussianModel
		if json.Unmarshal(text, &m) != nil {
			return
		}
		usableDensities(t, &m)
		refusesFaults(t, text, 20, func(text []byte) error { return new(lclass.GaussianModel).UnmarshalJSON(text) }, func(*testing.T) {})
		x := make([]float64, len(m.Features))
		if m.Preparation != nil {
			x = make([]float64, len(m.Preparation.Inputs()))
			if _, err := m.Preparation.Row(x); err != nil {
				return
			}
		}
		if p := m.Probability(x); !isFinite(p) && slices.ContainsFunc(p, func(v float64) bool { return !math.IsNaN(v) }) {
			t.Fatalf("probabilities %v", p)
		}
		for i, row := range m.Sample(3, 1).Rows() {
			if !isFinite(row) {
				t.Fatalf("sample %d is %v", i, row)
			}
		}
	})
}

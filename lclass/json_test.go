package lclass_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/internal/strictjson/faults"
)

var update = flag.Bool("update", false, "write the model files of this version again")

// models has one model of each output, with the numbers that are hardest to
// write: a third, the smallest and the largest float64.
func models() map[string]*lclass.Model {
	converged := lclass.Status{Solver: "Newton", Iterations: 3, Loss: 1.0 / 3, Gradient: 1e-12, Gap: math.NaN()}
	gap := lclass.Status{Solver: "CoordinateDescent", Iterations: 7, Loss: 0.25, Gradient: math.NaN(), Gap: 1e-9}
	three := []string{"a", "b", "c"}
	exact := lclass.Status{Solver: "ClosedForm", Iterations: 1, Loss: 1.0 / 3, Gradient: math.NaN(), Gap: math.NaN(), Note: "a note"}
	all := map[string]*lclass.Model{
		"identity": {
			W: mat.NewDense(1, 2, []float64{1.0 / 3, -math.MaxFloat64}), B: []float64{math.SmallestNonzeroFloat64},
			Output: lclass.Identity, Features: []string{"size", "age"}, Target: "price",
			Penalty: lclass.L2(0.1), Status: converged,
		},
		"control": {
			W: mat.NewDense(1, 2, []float64{0.5, 0}), B: []float64{1},
			Output: lclass.SigmoidOutput, Features: []string{"age", "dose"}, Classes: []string{"no", "yes"}, Target: "t",
			Penalty: lclass.Penalty{Lambda: 0.1, Ratio: 1, Factors: map[string]float64{"age": 0}, Lower: map[string]float64{"dose": 0}, Upper: map[string]float64{"dose": 2.5}},
			Status:  gap,
		},
		"sign": {
			W: mat.NewDense(1, 1, []float64{0.2}), B: []float64{-0.1},
			Output: lclass.SignOutput, Features: []string{"x1"}, Classes: []string{"-1", "1"}, Target: "t",
			Status:  lclass.Status{Outcome: lclass.NotConverged, Solver: "Descent", Iterations: 100, Loss: 0.5, Gradient: math.NaN(), Gap: math.NaN(), Note: "raise Epochs"},
			History: []lclass.Progress{{Epoch: 0, Loss: 2, Errors: 3}, {Epoch: 1, Loss: 0.5, Updates: 2, Errors: 1}},
		},
		"sigmoid": {
			W: mat.NewDense(1, 2, []float64{1, 2}), B: []float64{3},
			Output: lclass.SigmoidOutput, Features: []string{"a", "b"}, Classes: []string{"no", "yes"}, Target: "t",
			Status:    lclass.Status{Outcome: lclass.Separated, Solver: "Newton", Iterations: 1, Loss: 0.1, Gradient: 0.2, Gap: 0.05, Note: "separated"},
			Direction: mat.NewDense(1, 3, []float64{1, 2, 3}),
		},
		"offset": {
			W: mat.NewDense(1, 2, []float64{1.0 / 3, -2}), B: []float64{0}, NoIntercept: true, Offset: true, Loss: "logistic",
			Output: lclass.SigmoidOutput, Features: []string{"a", "b"}, Classes: []string{"no", "yes"}, Target: "t", Status: converged,
		},
		"softmax": {
			W: mat.NewDense(3, 1, []float64{1, 0, -1}), B: []float64{0, 1, -1},
			Output: lclass.SoftmaxOutput, Features: []string{"x"}, Classes: []string{"a", "b", "c"}, Target: "t", Status: converged,
		},
		"clipped": {
			W: mat.NewDense(1, 2, []float64{1, 2}), B: []float64{3}, Loss: "modified-huber",
			Output: lclass.ClippedOutput, Features: []string{"a", "b"}, Classes: []string{"no", "yes"}, Target: "t", Status: converged,
		},
		"largest": {
			W: mat.NewDense(2, 1, []float64{1, -1}), B: []float64{0, 1},
			Output: lclass.LargestOutput, Features: []string{"x"}, Classes: []string{"a", "b"}, Target: "t", Status: converged,
		},
		"one-vs-rest": {
			W: mat.NewDense(3, 1, []float64{1, 0, -1}), B: []float64{0, 1, -1},
			Output: lclass.OneVsRestOutput, Features: []string{"x"}, Classes: three, Target: "t", Status: converged,
		},
		"one-vs-rest-sigmoid": {
			W: mat.NewDense(3, 1, []float64{1, 0, -1}), B: []float64{0, 1, -1},
			Output: lclass.OneVsRestSigmoidOutput, Features: []string{"x"}, Classes: three, Target: "t",
			Penalty: lclass.ElasticNet(0.1, 0.5), Status: gap,
		},
		"one-vs-one": {
			W: mat.NewDense(6, 1, []float64{1, 2, 3, 4, 5, 6}), B: []float64{0, 1, -1, 2, -2, 3},
			Output: lclass.OneVsOneOutput, Features: []string{"x"}, Classes: []string{"a", "b", "c", "d"}, Target: "t", Status: converged,
		},
		"frame": {
			W: mat.NewDense(1, 2, []float64{1, -1}), B: []float64{0.5},
			Output: lclass.SigmoidOutput, Features: []string{"Sex[male]", "Age"}, Classes: []string{"no", "yes"}, Target: "Survived", Status: converged,
		},
		"pipeline": {
			W: mat.NewDense(1, 6, []float64{1, -1.0 / 3, 0.5, 2, 0.1, 1e-300}), B: []float64{0.5},
			Output: lclass.SigmoidOutput, Features: everyStep().Outputs(), Classes: []string{"no", "yes"}, Target: "Survived", Status: converged,
			Preparation: everyStep(),
		},
		"multi-label": {
			W: mat.NewDense(1, 2, []float64{1, -1}), B: []float64{0.5},
			Output: lclass.MultiLabelOutput, Features: []string{"x", "y"}, Classes: []string{"cat"}, Target: "labels", Status: converged,
		},
		"density": { // c is left out
			Densities: &lclass.Densities{
				Means: mat.NewDense(2, 3, []float64{1.0 / 3, 0, 2, -math.MaxFloat64, math.SmallestNonzeroFloat64, 2}),
				Std:   mat.NewDense(2, 3, []float64{1, 2.5, 0, 0.1, 1e-300, 0}),
				Factors: []*mat.TriDense{
					mat.NewTriDense(3, mat.Upper, []float64{1, 0.6, 0, 0, 0.8, 0, 0, 0, 1}),
					mat.NewTriDense(3, mat.Upper, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}),
				},
				Priors: []float64{0.1, 0.9},
			},
			Output: lclass.DensityOutput, Features: three, Classes: []string{"no", "yes"}, Target: "t", Status: exact,
		},
		"density-pipeline": {
			Densities: &lclass.Densities{Means: mat.NewDense(2, 1, []float64{-1, 1}), Std: mat.NewDense(2, 1, []float64{1, 2}), Priors: []float64{0.5, 0.5}},
			Output:    lclass.DensityOutput, Features: []string{"Age"}, Classes: []string{"no", "yes"}, Target: "t", Status: exact,
			Preparation: twoSteps(),
		},
		"density-independent": {
			Densities: &lclass.Densities{Means: mat.NewDense(3, 1, []float64{-1, 0, 1}), Std: mat.NewDense(3, 1, []float64{1, 2, 3}), Priors: []float64{1.0 / 3, 1.0 / 3, 1.0 / 3}},
			Output:    lclass.DensityOutput, Features: []string{"x"}, Classes: three, Target: "t", Status: exact,
		},
	}
	lclass.WithFrame(all["frame"], lclass.Columns{
		Categories: map[string][]string{"Sex": {"female", "male"}, "Survived": {"no", "yes"}},
	})
	lclass.WithFrame(all["pipeline"], lclass.Columns{
		Raw: true, Categorical: []string{"Sex", "Port"}, Categories: map[string][]string{"Survived": {"no", "yes"}},
	})
	return all
}

func twoSteps() *lclass.Prepared {
	d := lclass.Must(lclass.FromFrame(passengers(), lclass.Columns{Features: []string{"Age"}, Raw: true}))
	return lclass.Must(lclass.Prepare(d, lclass.Impute{Numbers: lclass.FillMedian}, lclass.Standardize{}))
}

// everyStep has one step of each kind that can be written.
func everyStep() *lclass.Prepared {
	d := lclass.Must(lclass.FromFrame(passengers(), lclass.Columns{Target: "Survived", Raw: true}))
	return lclass.Must(lclass.Prepare(d,
		lclass.Impute{Category: "unknown", Indicator: true},
		lclass.OneHot{Rare: 2, AllowUnknown: true, Reference: map[string]string{"Sex": "male"}},
		lclass.Drop{"Port[rare]"},
		lclass.Standardize{},
		lclass.Interactions{Pairs: [][2]string{{"Sex", "Age"}}},
		lclass.MinMax{Low: -1, High: 1, Columns: []string{"Sex[female]·Age"}},
	))
}

// rounded returns a text without the last digits of its numbers, in which
// processors differ that multiply and add in one step or in two.
func rounded(text []byte) string {
	return regexp.MustCompile(`(\.\d{12})\d+`).ReplaceAllString(string(text), "$1")
}

// Every later version must read the files in testdata as this one writes them.
func TestModelJSON(t *testing.T) {
	for name, want := range models() {
		text, err := json.MarshalIndent(want, "", "  ")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		version := 1
		if name == "control" {
			version = 2
		}
		file := filepath.Join("testdata", fmt.Sprintf("model_v%d_%s.json", version, name))
		if *update {
			if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		kept, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if rounded(kept) != rounded(text)+"\n" {
			t.Errorf("%s is not what is written:\n%s", file, text)
		}
		var got lclass.Model
		if err := json.Unmarshal(kept, &got); err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		again, err := json.MarshalIndent(&got, "", "  ")
		if err != nil || rounded(again) != rounded(text) {
			t.Errorf("%s: reads as\n%s\nwant\n%s", file, again, text)
		}
		if !sameMatrix(got.W, want.W) || !reflect.DeepEqual(got.Densities, want.Densities) || got.Output != want.Output || got.Loss != want.Loss || !reflect.DeepEqual(lclass.FrameOf(&got), lclass.FrameOf(want)) || !reflect.DeepEqual(got.Penalty, want.Penalty) || got.Status.Outcome != want.Status.Outcome {
			t.Errorf("%s: got %+v", file, got)
		}
		near(t, file+": gradient and gap", finiteOr(-1, got.Status.Gradient, got.Status.Gap), finiteOr(-1, want.Status.Gradient, want.Status.Gap), 0)
	}
}

func sameMatrix(a, b *mat.Dense) bool {
	return a == nil && b == nil || a != nil && b != nil && mat.Equal(a, b)
}

// finiteOr puts v in place of NaN.
func finiteOr(v float64, values ...float64) []float64 {
	for i, x := range values {
		if math.IsNaN(x) {
			values[i] = v
		}
	}
	return values
}

// placeOf returns the path of a FileError.
func placeOf(err error) string {
	var at *lclass.FileError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &at):
		return at.Path
	case errors.As(err, &syntax):
		return "not JSON"
	}
	return fmt.Sprint(err)
}

func TestModelJSONErrors(t *testing.T) {
	text, err := json.Marshal(models()["softmax"])
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, old, new, at string }{
		{"truncated", `}}`, ``, "not JSON"},
		{"another format", `"lclass.Model"`, `"pipeline"`, "$.format"},
		{"no format", `"format":"lclass.Model",`, ``, "$.format"},
		{"a later version", `"version":1`, `"version":3`, "$.version"},
		{"no version", `"version":1`, `"version":0`, "$.version"},
		{"unknown output", `"softmax"`, `"tanh"`, "$.output"},
		{"unknown loss", `"output"`, `"loss":"tanh","output"`, "$.loss"},
		{"unknown outcome", `"converged"`, `"fine"`, "$.status.outcome"},
		{"a weight too many", `"W":[[1]`, `"W":[[1,2]`, "$.W[0]"},
		{"a row too few", `"W":[[1],[0],[-1]]`, `"W":[[1],[0]]`, "$.W"},
		{"no weights", `"W":[[1],[0],[-1]]`, `"W":[]`, "$.W"},
		{"no features", `"features":["x"]`, `"features":[]`, "$.W"},
		{"two classes of one name", `"classes":["a","b","c"]`, `"classes":["a","b","b"]`, "$.classes"},
		{"a class too few", `"classes":["a","b","c"]`, `"classes":["a","b"]`, "$.classes"},
		{"a score for each of three classes, not for each pair of four", `"classes":["a","b","c"]`, `"classes":["a","b","c","d"]`, "$.classes"},
		{"factors in version 1", `"penalty":{`, `"penalty":{"factors":{"x":2},`, "$.penalty.factors"},
		{"text for a number", `"b":[0,1,-1]`, `"b":["0",1,-1]`, "$.b[0]"},
	} {
		bad := strings.Replace(string(text), c.old, c.new, 1)
		if bad == string(text) {
			t.Fatalf("%s: %s is not in %s", c.name, c.old, text)
		}
		var m lclass.Model
		err := json.Unmarshal([]byte(bad), &m)
		if at := placeOf(err); at != c.at {
			t.Errorf("%s: error %v at %s, want one at %s", c.name, err, at, c.at)
		}
	}
}

// Whatever is read as a model can be used and written, and nothing that is damaged
// from there.
func FuzzModelJSON(f *testing.F) {
	for _, m := range models() {
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
		var m lclass.Model
		if json.Unmarshal(text, &m) != nil {
			return
		}
		usable(t, &m)
		refusesFaults(t, text, 20, func(text []byte) error { return new(lclass.Model).UnmarshalJSON(text) }, func(*testing.T) {})
	})
}

package calibrate_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/lclass/calibrate"
	"linclass/lclass/internal/strictjson"
)

// peerCase is an entry of testdata/calibrate.json, made by
// testdata/calibrate.py with scikit-learn 1.2.1 and mpmath. Platt is not there
// if all scores are the same.
type peerCase struct {
	Name           string
	T              []int
	Z, S           []float64
	Grid, Isotonic []float64
	Platt          []float64

	Scores, GridScores, Classes [][]float64 // of several classes
}

// With -v it prints the largest differences. With LCLASS_PEERS the script is run
// now: on the same cases for 0, with other random numbers for other numbers.
func TestPeers(t *testing.T) {
	text, err := os.ReadFile("testdata/calibrate.json")
	if now := os.Getenv("LCLASS_PEERS"); now != "" {
		text, err = exec.Command("/usr/bin/python3", "-B", "-W", "ignore", "testdata/calibrate.py", now).Output()
	}
	var cases []peerCase
	if err == nil {
		err = json.Unmarshal(text, &cases)
	}
	if err != nil {
		t.Fatal(err)
	}
	worst := map[string]float64{}
	check := func(name, what string, got, want float64) {
		d := math.Abs(got-want) / max(1, math.Abs(want))
		worst[what] = max(worst[what], d)
		if !(d <= 1e-12) {
			t.Errorf("%s: %s %v, want %v", name, what, got, want)
		}
	}
	for _, c := range cases {
		if c.Scores != nil {
			m := lclass.Must(calibrate.FitOneVsRest(calibrate.Steps, c.T, dense(c.Scores), c.S))
			p := m.Probabilities(dense(c.GridScores))
			for i, row := range c.Classes {
				for k, want := range row {
					check(c.Name, "one-vs-rest", p.At(i, k), want)
				}
			}
			continue
		}
		m := lclass.Must(calibrate.FitIsotonic(c.T, c.Z, c.S))
		for i, p := range calibrate.Apply(m, c.Grid) {
			check(c.Name, "isotonic", p, c.Isotonic[i])
		}
		p := lclass.Must(calibrate.FitPlatt(c.T, c.Z, c.S))
		if c.Platt == nil {
			if p.A != 0 {
				t.Errorf("%s: slope %v", c.Name, p.A)
			}
			continue
		}
		for _, z := range c.Grid {
			check(c.Name, "Platt", p.Probability(z), calibrate.Platt{A: c.Platt[0], B: c.Platt[1]}.Probability(z))
		}
	}
	t.Logf("%d cases, worst %v", len(cases), worst)
}

func dense(rows [][]float64) *mat.Dense {
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		m.SetRow(i, row)
	}
	return m
}

// Without a slope the probability is the mean of Platt's targets, here
// (2·3/4 + 1/3)/3.
func TestPlattOfEqualScores(t *testing.T) {
	for _, z := range []float64{0, 2, -1e300} {
		p, err := calibrate.FitPlatt([]int{0, 1, 1}, []float64{z, z, z}, nil)
		if want := (1.5 + 1.0/3) / 3; err != nil || p.A != 0 || math.Abs(p.Probability(z)-want) > 1e-15 {
			t.Errorf("%v: %v, want %v", z, p.Probability(z), want)
		}
	}
	if p := (calibrate.Platt{}).Probability(3); p != 0.5 {
		t.Errorf("zero value: %v", p)
	}
}

// Scores in other units have the same probabilities, and weights are copies.
func TestInvariance(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	n := 40
	target, z, s := make([]int, n), make([]float64, n), make([]float64, n)
	var manyT []int
	var manyZ []float64
	for i := range n {
		z[i], s[i] = random.NormFloat64(), float64(random.IntN(4))
		if random.Float64() < 0.5+z[i]/4 {
			target[i] = 1
		}
		for range int(s[i]) {
			manyT, manyZ = append(manyT, target[i]), append(manyZ, z[i])
		}
	}
	for name, fit := range map[string]calibrate.Fit{"Platt": calibrate.Sigmoid, "isotonic": calibrate.Steps} {
		m := lclass.Must(fit(target, z, s))
		copies := lclass.Must(fit(manyT, manyZ, nil))
		want := calibrate.Apply(m, z)
		near(t, name+", copies", calibrate.Apply(copies, z), want, 1e-13)
		for _, unit := range []float64{1e-290, 1e-3, 1e150, 1e307} {
			scaled := make([]float64, n)
			for i := range z {
				scaled[i] = unit * z[i]
			}
			m := lclass.Must(fit(target, scaled, s))
			near(t, name+", scaled", calibrate.Apply(m, scaled), want, 1e-12)
		}
		for _, v := range []float64{math.Inf(-1), -1e308, 1e308, math.Inf(1)} {
			if p := m.Probability(v); !(p >= 0 && p <= 1) {
				t.Errorf("%s of %v is %v", name, v, p)
			}
		}
		if p := m.Probability(math.NaN()); !math.IsNaN(p) {
			t.Errorf("%s of NaN is %v", name, p)
		}
	}
}

func near(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance) {
			t.Errorf("%s: %v, want %v", what, got[i], want[i])
		}
	}
}

// No other rising function is closer: the residuals are orthogonal to the fit,
// and no block gains by moving (Barlow et al., 1972).
func TestIsotonicIsTheProjection(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		n := 1 + random.IntN(30)
		target, z, s := make([]int, n), make([]float64, n), make([]float64, n)
		for i := range n {
			target[i], z[i], s[i] = random.IntN(2), float64(random.IntN(12)), random.Float64()+0.1
		}
		m := lclass.Must(calibrate.FitIsotonic(target, z, s))
		if !slices.IsSorted(m.P) || !slices.IsSorted(m.Z) {
			t.Fatal(m)
		}
		var orthogonal float64
		for _, cut := range z {
			var above float64
			for i := range n {
				residual := s[i] * (float64(target[i]) - m.Probability(z[i]))
				if z[i] >= cut {
					above += residual
				}
				if cut == z[0] {
					orthogonal += residual * m.Probability(z[i])
				}
			}
			if above > 1e-12 {
				t.Errorf("raising all from %v on gains %v", cut, above)
			}
		}
		if math.Abs(orthogonal) > 1e-10 {
			t.Errorf("residual·fit = %v", orthogonal)
		}
	}
}

func TestErrors(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		t    []int
		z, s []float64
		want error
	}{
		{nil, nil, nil, &invalid.SettingError{Setting: "number of samples with a positive weight", Value: 0}},
		{[]int{1}, []float64{1}, []float64{0}, &invalid.SettingError{Setting: "number of samples with a positive weight", Value: 0}},
		{[]int{1, 0}, []float64{1, nan}, nil, &invalid.SettingError{Setting: "score of sample 1", Value: nan}},
		{[]int{1, 0}, []float64{1, inf}, nil, &invalid.SettingError{Setting: "score of sample 1", Value: inf}},
		{[]int{1, 2}, []float64{1, 2}, nil, &invalid.SettingError{Setting: "target of sample 1", Value: 2}},
		{[]int{1, 0}, []float64{1, 2}, []float64{1, -1}, &invalid.SettingError{Setting: "weight of sample 1", Value: -1}},
		{[]int{1, 0}, []float64{1, 2}, []float64{1, nan}, &invalid.SettingError{Setting: "weight of sample 1", Value: nan}},
		{[]int{1}, nil, nil, &invalid.LengthError{Of: "targets", Have: 1, Want: 0}},
		{[]int{1}, []float64{1}, []float64{1, 1}, &invalid.LengthError{Of: "targets", Have: 1, Want: 2}},
	} {
		for name, fit := range map[string]calibrate.Fit{"Platt": calibrate.Sigmoid, "isotonic": calibrate.Steps} {
			if _, err := fit(c.t, c.z, c.s); !errtest.Is(err, c.want) {
				t.Errorf("%s: %v, want %#v", name, err, c.want)
			}
		}
	}
	// Neither score nor target of a sample of weight 0 is looked at in the fit.
	if _, err := calibrate.FitPlatt([]int{1, 0, 0}, []float64{1, nan, 0}, []float64{1, 0, 1}); err != nil {
		t.Error(err)
	}
	if _, err := calibrate.FitPlatt([]int{0, 1}, []float64{0, 5e-324}, nil); !errors.Is(err, calibrate.ErrSlope) {
		t.Error(err)
	}
	if p := (calibrate.Isotonic{}).Probability(1); !math.IsNaN(p) {
		t.Errorf("isotonic without knots: %v", p)
	}
}

func three(t *testing.T) (calibrate.OneVsRest, []int, *mat.Dense) {
	t.Helper()
	target := []int{0, 1, 2, 0, 1, 2, 2}
	z := mat.NewDense(7, 3, []float64{
		2, 1, 0,
		0, 3, 1,
		1, 0, 2,
		1, 2, 0,
		0, 2, 2,
		0, 1, 3,
		3, 0, 0,
	})
	m := lclass.Must(calibrate.FitOneVsRest(calibrate.Steps, target, z, nil))
	return m, target, z
}

func TestOneVsRest(t *testing.T) {
	m, target, z := three(t)
	p := m.Probabilities(z)
	for i := range target {
		if sum := mat.Sum(p.RowView(i)); math.Abs(sum-1) > 1e-15 {
			t.Errorf("row %d sums to %v", i, sum)
		}
	}
	never := calibrate.Isotonic{Z: []float64{0}, P: []float64{0}}
	if got := (calibrate.OneVsRest{Maps: []calibrate.Map{never, never}}).Probabilities(mat.NewDense(1, 2, nil)); got.At(0, 0) != 0.5 {
		t.Errorf("all maps 0: %v", got)
	}
	if !m.Probabilities(mat.NewDense(1, 3, nil).Slice(0, 0, 0, 3)).IsEmpty() {
		t.Error("probabilities of no samples")
	}
	for _, c := range []struct {
		t    []int
		s    []float64
		want error
	}{
		{nil, nil, &invalid.LengthError{Of: "targets", Have: 0, Want: 7}},
		{[]int{3, 0, 0, 0, 0, 0, 0}, nil, &invalid.SettingError{Setting: "target of sample 0", Value: 3}},
		{target, make([]float64, 7), &invalid.SettingError{Setting: "number of samples with a positive weight", Value: 0}},
	} {
		if _, err := calibrate.FitOneVsRest(calibrate.Steps, c.t, z, c.s); !errtest.Is(err, c.want) {
			t.Errorf("%v, want %#v", err, c.want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	m.Probabilities(mat.NewDense(1, 2, nil))
}

// placeOf returns the path of an error in a file.
func placeOf(err error) string {
	var at *strictjson.Error
	if !errors.As(err, &at) {
		return fmt.Sprint(err)
	}
	return at.Path
}

func TestJSON(t *testing.T) {
	several, _, _ := three(t)
	for _, m := range []any{
		calibrate.Platt{A: -1.0 / 3, B: 1e-300},
		calibrate.Isotonic{Z: []float64{-1.0 / 3, 2}, P: []float64{0.1, 0.7}},
		several,
		calibrate.OneVsRest{Maps: []calibrate.Map{calibrate.Platt{A: 1}, several.Maps[0]}},
	} {
		text := lclass.Must(json.Marshal(m))
		back, err := calibrate.Unmarshal(text)
		if err != nil || !reflect.DeepEqual(back, m) {
			t.Errorf("%s: %v, %v; want %v", text, back, err, m)
		}
	}
	for text, want := range map[string]string{
		`{`:                                   "$",
		`{"Calibration":"beta"}`:              "$.Calibration",
		`{"Calibration":"Platt"}`:             "$.Version",
		`{"Calibration":"Platt","Version":2}`: "$.Version",
		`{"Calibration":"Platt","Version":1,"A":"x"}`:                                                            "$.A",
		`{"Calibration":"isotonic","Version":3}`:                                                                 "$.Version",
		`{"Calibration":"isotonic","Version":1}`:                                                                 "$.Z",
		`{"Calibration":"isotonic","Version":1,"Z":1}`:                                                           "$.Z",
		`{"Calibration":"isotonic","Version":1,"Z":[1,2],"P":[0.5,0.4]}`:                                         "$.P[1]",
		`{"Calibration":"isotonic","Version":1,"Z":[2,1],"P":[0.4,0.5]}`:                                         "$.Z[1]",
		`{"Calibration":"isotonic","Version":1,"Z":[1],"P":[1.5]}`:                                               "$.P[0]",
		`{"Calibration":"one-vs-rest","Version":2}`:                                                              "$.Version",
		`{"Calibration":"one-vs-rest","Version":1,"Maps":1}`:                                                     "$.Maps",
		`{"Calibration":"one-vs-rest","Version":1,"Maps":[{}]}`:                                                  "$.Maps[0].Calibration",
		`{"Calibration":"one-vs-rest","Version":1,"Maps":[{"Calibration":"one-vs-rest","Version":1,"Maps":[]}]}`: "$.Maps[0]",
	} {
		if _, err := calibrate.Unmarshal([]byte(text)); placeOf(err) != want {
			t.Errorf("%s: %v at %s, want one at %s", text, err, placeOf(err), want)
		}
	}
	var p calibrate.Platt
	if err := json.Unmarshal([]byte(`{"Calibration":"isotonic","Version":1}`), &p); placeOf(err) != "$.Calibration" {
		t.Error(err)
	}
}

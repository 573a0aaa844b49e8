package lclass_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"linclass/internal/errtest"
	"linclass/lclass"
	"linclass/lclass/metric"
)

func TestKeep(t *testing.T) {
	t.Setenv("LCLASS_KEEP", t.TempDir())
	var fits int
	fit := func() ([]float64, error) { fits++; return []float64{1.0 / 3, float64(fits)}, nil }
	for _, c := range []struct {
		name   string
		params []any
		fits   int // in all, after this call
	}{
		{"a", nil, 1},
		{"a", nil, 1},
		{"b", nil, 2},
		{"a", []any{0.1}, 3},
		{"a", []any{0.2}, 4},
		{"a", []any{0.1}, 4},
		{"a", []any{float32(0.1)}, 5},
		{"a", []any{lclass.Logistic{Solver: lclass.Newton{}}}, 6},
		{"a", []any{lclass.Logistic{Solver: lclass.Descent{}}}, 7},
		{"a", []any{lclass.Logistic{Solver: lclass.Newton{}}}, 7},
		{"../a/b\x00", nil, 8},
		{"../a/b\x00", nil, 8},
	} {
		got, err := lclass.Keep(c.name, fit, c.params...)
		if err != nil || len(got) != 2 || got[0] != 1.0/3 || fits != c.fits {
			t.Errorf("Keep(%q, %v) = %v, %v after %d fits; want %d fits", c.name, c.params, got, err, fits, c.fits)
		}
	}
	for i, p := range []any{
		lclass.Logistic{Solver: lclass.QuasiNewton{}},
		lclass.Logistic{Solver: lclass.CoordinateDescent{}},
		lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: lclass.Logistic{}},
		lclass.Pipeline{Prepare: []lclass.Preparation{lclass.MinMax{}}, Of: lclass.Logistic{}},
		lclass.Pipeline{Prepare: []lclass.Preparation{lclass.MinMax{}}, Of: lclass.Firth{}},
		&lclass.OneVsRest{Of: lclass.Logistic{}},
		&lclass.OneVsRest{Of: lclass.Firth{}},
		map[string]lclass.Estimator{"x": lclass.Logistic{}},
		map[string]lclass.Estimator{"x": lclass.Firth{}},
	} {
		for range 2 {
			if _, err := lclass.Keep("a", fit, p); err != nil || fits != 9+i {
				t.Errorf("Keep for %#v: %d fits, want %d, error %v", p, fits, 9+i, err)
			}
		}
	}
	fits = 8
	if _, err := lclass.Keep("a", func() (string, error) { return "another type", nil }); err != nil {
		t.Error(err)
	}
	if err := lclass.Forget("a"); err != nil {
		t.Fatal(err)
	}
	if err := lclass.Forget("a"); err != nil {
		t.Errorf("Forget of what is not there: %v", err)
	}
	if _, err := lclass.Keep("a", fit); err != nil || fits != 9 {
		t.Errorf("after Forget: %v, %d fits, want 9", err, fits)
	}
	if _, err := lclass.Keep("b", fit); err != nil || fits != 9 {
		t.Errorf("Forget(a) forgot b: %v, %d fits", err, fits)
	}
}

func TestKeepModel(t *testing.T) {
	t.Setenv("LCLASS_KEEP", t.TempDir())
	want := models()["sigmoid"]
	for range 2 {
		got, err := lclass.Keep("model", func() (*lclass.Model, error) { return want, nil })
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, %v", got, err)
		}
	}
}

func TestKeepReplacesDamage(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("LCLASS_KEEP", dir)
	keep := func() (int, error) { return lclass.Keep("n", func() (int, error) { return 7, nil }) }
	if _, err := keep(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, %v; want one", files, err)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	// The CRC-32 of "null" is that of printf null | gzip | tail -c 8 | od -t x4.
	const null = "25cbfc4f"
	for _, damage := range []string{
		"", "[1, 2", `"text"`, "7", "null", "[1,2]",
		strings.Replace(string(whole), ":7}", ":8}", 1),
		`{"crc32":"` + null + `","value":null}`,
		strings.Replace(string(whole), `,"value":7`, "", 1),
	} {
		if err := os.WriteFile(files[0], []byte(damage), 0o644); err != nil {
			t.Fatal(err)
		}
		if v, err := keep(); v != 7 || err != nil {
			t.Errorf("after damage %q: %v, %v", damage, v, err)
		}
		if text, _ := os.ReadFile(files[0]); string(text) != string(whole) {
			t.Errorf("damage %q is still there: %q", damage, text)
		}
	}
}

// hiding writes itself, by the methods of its pointer.
type hiding struct{ v int }

func (h *hiding) MarshalJSON() ([]byte, error)    { return json.Marshal([]int{h.v}) }
func (h *hiding) UnmarshalJSON(text []byte) error { return nil }

func TestKeepErrors(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("LCLASS_KEEP", dir)
	broken := errors.New("no data")
	if _, err := lclass.Keep("e", func() (int, error) { return 0, broken }); !errors.Is(err, broken) {
		t.Errorf("error of fit: %v", err)
	}
	if v, err := lclass.Keep("e", func() (int, error) { return 1, nil }); v != 1 || err != nil {
		t.Errorf("an error was kept: %v, %v", v, err)
	}
	_, err := lclass.Keep("p", func() (int, error) { return 1, nil }, 1, func() {})
	if !errors.As(err, new(*json.UnsupportedTypeError)) {
		t.Errorf("a parameter that JSON cannot hold: %v", err)
	}
	_, err = lclass.Keep("v", func() (float64, error) { return math.NaN(), nil })
	if !errors.As(err, new(*json.UnsupportedValueError)) {
		t.Errorf("a value that JSON cannot hold: %v", err)
	}
	type ring struct{ Next, Other *ring }
	round := &ring{}
	round.Next, round.Other = round, round
	if _, err := lclass.Keep("ring", func() (int, error) { return 1, nil }, round); !errors.As(err, new(*json.UnsupportedValueError)) {
		t.Errorf("a ring as parameter: %v", err)
	}
	// JSON does not use the methods of pointers for a value.
	if _, err := lclass.Keep("hidden", func() (hiding, error) { return hiding{7}, nil }); err == nil {
		t.Error("a value without exported fields is kept")
	}
	if v, err := lclass.Keep("pointer", func() (*hiding, error) { return &hiding{7}, nil }); err != nil || v.v != 7 {
		t.Errorf("a value with methods of its pointer: %v, %v", v, err)
	}
	// A matrix inside a value would come back empty.
	if _, err := lclass.Keep("matrix", func() (*metric.ConfusionMatrix, error) {
		return metric.Confusion([]int{0, 1}, []int{0, 0}, nil, nil), nil
	}); err == nil {
		t.Error("a value is kept without its matrix")
	}
	if _, err := lclass.Keep("ring", func() (*ring, error) { return round, nil }); !errors.As(err, new(*json.UnsupportedValueError)) {
		t.Errorf("a ring: %v", err)
	}
	p, err := lclass.Keep("nil", func() (*int, error) { return nil, nil })
	if p != nil || !errtest.Is(err, &lclass.SettingError{Setting: "value of the fit of Keep"}) {
		t.Errorf("nil is kept: %v, %v", p, err)
	}
}

// A fit that took an hour is not lost to a full disk.
func TestKeepReturnsWhatItCannotStore(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("LCLASS_KEEP", file)
	said, err := os.Create(filepath.Join(dir, "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stderr
	os.Stderr = said
	v, err := lclass.Keep("x", func() (int, error) { return 3, nil })
	os.Stderr = before
	if v != 3 || err != nil {
		t.Errorf("%v, %v; want 3", v, err)
	}
	text, err := os.ReadFile(said.Name())
	if err != nil || !strings.Contains(string(text), `Keep("x")`) || !strings.Contains(string(text), "LCLASS_KEEP") {
		t.Errorf("%q, %v; want a warning that names LCLASS_KEEP", text, err)
	}
}

func TestKeepAtOnce(t *testing.T) {
	t.Setenv("LCLASS_KEEP", t.TempDir())
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			v, err := lclass.Keep("n", func() ([]int, error) { return make([]int, 1000), nil })
			if err != nil || len(v) != 1000 {
				t.Errorf("%d values, %v", len(v), err)
			}
		})
	}
	wg.Wait()
}

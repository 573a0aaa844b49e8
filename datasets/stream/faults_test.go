package stream_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linclass/datasets/stream"
	"linclass/lclass"
)

// learners are one of each way to read the samples: at once, pass by pass, one by one,
// several side by side.
func learners() []lclass.Estimator {
	return []lclass.Estimator{
		lclass.Logistic{Penalty: lclass.L2(0.1)}, lclass.Softmax{Penalty: lclass.L2(0.1), Solver: lclass.QuasiNewton{}}, lclass.Softmax{Penalty: lclass.L1(0.01)},
		lclass.Logistic{Solver: lclass.Descent{Epochs: 3, Batch: 1}}, lclass.RegressionClassifier{}, lclass.LDA{},
		lclass.OneVsRest{Of: lclass.Logistic{Penalty: lclass.L2(0.1)}},
	}
}

// What happens to files of images after they were opened is the error of Fit, and
// names the file.
func TestFaultsOfIDX(t *testing.T) {
	const n = 700
	pixels, labels := make([]byte, n*6), make([]byte, n)
	for i := range n {
		labels[i] = byte(i % 2)
		for j := range 6 {
			pixels[6*i+j] = byte(i * (j + 3) % (200 + 50*int(labels[i])))
		}
	}
	for name, change := range map[string]func(path string) error{
		"removed": os.Remove,
		"replaced by a directory": func(path string) error {
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o700))
		},
		"truncated": func(path string) error { return os.Truncate(path, 1000) },
		"longer": func(path string) error {
			content, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(path, append(content, 0), 0o600))
		},
	} {
		for _, e := range learners() {
			images := idxFile(t, []uint32{n, 2, 3}, pixels)
			d, err := stream.IDX(images, idxFile(t, []uint32{n}, labels))
			must(t, d, err)
			must(t, 0, change(images))
			_, err = e.Fit(d)
			changed := name == "truncated" || name == "longer"
			if mentions(t, err, images); errors.Is(err, lclass.ErrChanged) != changed {
				t.Errorf("%s, %T: error %v", name, e, err)
			}
		}
	}
}

// Every error of a reader names its file, whoever finds it.
func TestErrorsNameTheFile(t *testing.T) {
	const fine = "t,x,c,s\n1,2,a,1\n0,3,b,1\n"
	two := map[string][]string{"c": {"a", "b"}}
	open := map[string]func(path string) error{}
	for name, o := range map[string]stream.Options{
		"no target": {}, "unknown target": {Target: "y"}, "unknown weight": {Target: "t", Weight: "y"}, "unknown offset": {Target: "t", Offset: "y"},
		"unknown feature": {Target: "t", Features: []string{"y"}}, "twice": {Target: "t", Features: []string{"x", "x"}}, "target as weight": {Target: "t", Weight: "t"},
		"categories of another": {Target: "t", Features: []string{"x"}, Categories: two}, "one category": {Target: "t", Categories: map[string][]string{"c": {"a"}}},
		"the same category": {Target: "t", Categories: map[string][]string{"c": {"a", "a"}}}, "other categories": {Target: "c", Features: []string{"x"}, Categories: map[string][]string{"c": {"a", "z"}}},
		"text as weight": {Target: "t", Features: []string{"x"}, Weight: "c"}, "text as offset": {Target: "t", Features: []string{"x"}, Offset: "c"},
		"text as feature": {Target: "t", Features: []string{"c"}},
	} {
		open[name] = func(path string) error {
			if err := os.WriteFile(path, []byte(fine), 0o600); err != nil {
				return err
			}
			d, err := stream.CSV(path, o)
			if err == nil {
				_, err = lclass.Logistic{Penalty: lclass.L2(1)}.Fit(d)
			}
			return err
		}
	}
	for name, content := range map[string]string{
		"empty": "", "header alone": "t,x\n", "same names": "t,t\n1,2\n", "nameless": ",\n1,2\n", "negative weight": "t,x,s\n1,1,-1\n0,1,1\n", "short row": "t,x\n1\n",
		"quote": "t,x\n1,a\"b\n", "quote in the header": "t,\"x\n", "compressed": "\x1f\x8b\x08", "blank target": "t,x\n ,1\n", "infinite": "t,x,s\n1,Inf,1\n0,1,1\n",
		"same numbers": "t,x\n1,1\n1.0,2\n0,1\n", "zeros": "t,x\n1,1\n007,2\nyes,1\n",
	} {
		open["content: "+name] = func(path string) error {
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				return err
			}
			o := stream.Options{Target: "t"}
			if strings.Contains(content, ",s\n") {
				o.Weight = "s"
			}
			d, err := stream.CSV(path, o)
			if err == nil {
				_, err = lclass.Logistic{Penalty: lclass.L2(1)}.Fit(d)
			}
			return err
		}
	}
	for name, open := range open {
		path := filepath.Join(t.TempDir(), "the file.csv")
		t.Run(name, func(t *testing.T) { mentions(t, open(path), path) })
	}
}

package linclass_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	gonum     = "gonum.org/v1/gonum/..."
	plot      = "gonum.org/v1/plot/..."
	pdf       = "codeberg.org/go-pdf/fpdf" // PDF, as gonum.org/v1/plot has it
	images    = "golang.org/x/image/..."   // fonts, as gonum.org/v1/plot has them
	gonbui    = "github.com/janpfeifer/gonb/..."
	gota      = "github.com/go-gota/gota/..."
	bar       = "github.com/schollz/progressbar/v3"
	term      = "golang.org/x/term"
	atomic    = "github.com/natefinch/atomic"
	encodings = "golang.org/x/text/encoding/..."
	cpu       = "golang.org/x/sys/cpu"
	library   = "any library" // of another module

	lclass     = "linclass/lclass"
	kernel     = lclass + "/internal/kernel"
	factor     = lclass + "/internal/factor"
	loss       = lclass + "/internal/loss"
	rows       = lclass + "/internal/rows"
	shard      = lclass + "/shard"
	objective  = lclass + "/internal/objective"
	solve      = lclass + "/internal/solve"
	metric     = lclass + "/metric"
	calibrate  = lclass + "/calibrate"
	decide     = lclass + "/decide"
	mle        = lclass + "/mle"
	validate   = lclass + "/validate"
	strictjson = lclass + "/internal/strictjson"
	parallel   = lclass + "/internal/parallel"
	ngrams     = lclass + "/internal/ngrams"
	normal     = lclass + "/internal/normal"
	brief      = "linclass/internal/brief"
	invalid    = "linclass/internal/invalid"
	page       = "linclass/internal/page"
	compose    = "linclass/site/compose"
	explore    = "linclass/site/explore"
	plots      = "linclass/plots/..."
	datasets   = "linclass/datasets/..."
	house      = "linclass/..." // all of it

	assignments = "linclass/assignments/..."
	checking    = "linclass/assignments/checking"
	hidden      = "linclass/assignments/hidden/..."
	lgrade      = "linclass/assignments/lgrade/..."
)

// rooms says what the files of a directory may import, tests apart, beyond the
// standard library. The first one that matches counts.
var rooms = []struct {
	dir     string
	imports []string
	rule    string
}{
	{".", nil, "the root only describes the module"},
	{"lclass/internal/kernel", []string{gonum, cpu}, "kernel is the lowest layer of lclass"},
	{"lclass/internal/factor", []string{gonum}, "factor knows matrices, and nothing of what they hold"},
	{"lclass/internal/loss", []string{gonum, kernel}, "loss knows a score and a target, and kernel how to compute with many"},
	{"lclass/internal/strictjson/...", []string{strictjson}, "strictjson reads files of JSON for all packages that write models"},
	{"lclass/internal/rows", []string{gonum, kernel}, "kernel ← rows"},
	{"lclass/internal/parallel", nil, "parallel knows jobs, and not what they do"},
	{"lclass/internal/normal", []string{gonum, factor}, "normal knows covariances, and nothing of classes"},
	{"lclass/internal/ngrams", nil, "ngrams knows texts, and nothing of features"},
	{"lclass/shard", []string{gonum, parallel}, "shard is what travels to other machines, and stands on its own"},
	{"lclass/internal/objective", []string{gonum, kernel, factor, rows, loss, shard}, "kernel, factor, rows, loss, shard ← objective"},
	{"lclass/internal/solve", []string{gonum, kernel, factor, rows, loss, objective}, "kernel, factor, rows, loss ← objective ← solve"},
	{"lclass", []string{gonum, atomic, kernel, factor, rows, loss, objective, solve, shard, strictjson, parallel, ngrams, normal, brief, invalid}, "lclass stands on gonum and its own internals, and on atomic files for Keep"},
	{"lclass/metric", []string{gonum}, "metric stands on its own"},
	{"lclass/calibrate", []string{gonum, strictjson, invalid}, "calibrate stands on its own, and on the reader of model files"},
	{"lclass/onnx", []string{library, lclass}, "onnx writes what a model and its file say"},
	{"lclass/decide", []string{gonum, metric, invalid}, "decide chooses by the numbers of metric"},
	{"lclass/mle", []string{gonum, invalid}, "mle knows no models"},
	{"lclass/validate", []string{gonum, lclass, metric, calibrate, decide, strictjson, parallel, invalid}, "validate measures the models of lclass with metric, and calibrates and decides out of fold"},
	{"frames", []string{gonum, gota, lclass, metric}, "frames makes gota frames of the tables of lclass and of metric's reports"},
	{"plots/progress", []string{bar, term, validate, plots}, "progress shows how far validate has come, on a terminal and in a notebook"},
	{"plots/...", []string{gonum, plot, pdf, images, gonbui, lclass, metric, mle, validate, invalid, plots, page}, "plots draws what lclass, metric, mle and validate compute"},
	{"internal/brief", nil, "brief knows texts and no data"},
	{"internal/invalid", nil, "invalid knows names of settings and no package"},
	{"internal/errtest", nil, "errtest knows errors and no package"},
	{"internal/damage", nil, "damage knows bytes and no format"},
	{"internal/page", nil, "page knows questions and no answers"},
	{"datasets/...", []string{library, lclass, datasets, brief, invalid, page}, "datasets makes the Data of lclass"},
	{"notebooks/...", []string{library, house}, ""},
	{"assignments/checking", nil, "checks stand on their own, as every notebook compiles them"},
	{"assignments/checking/wire", nil, "wire is linked with every answer"},
	{"assignments/checking/graded", []string{checking, checking + "/wire"}, "graded calls answers and reports what checks say"},
	{"assignments/lgrade/internal/notebook", []string{encodings}, "notebook knows files and no assignments"},
	{"assignments/lgrade/internal/answers", nil, "answers reads the syntax of Go"},
	{"assignments/lgrade/internal/sandbox", []string{library, invalid}, "sandbox runs programs, whatever they are"},
	{"assignments/lgrade/...", []string{library, checking + "/...", lgrade, invalid}, "lgrade knows assignments and nothing else of the house"},
	{"assignments/...", []string{gonum, datasets, assignments}, "checks are made of package checking"},
	{"bench/...", []string{library, house}, ""},
	{"cmd/...", []string{library, house}, ""},
	{"examples/...", []string{library, house}, ""},
	{"site/compose", nil, "compose reads the syntax of Go"},
	{"site/compose/wasm", []string{page, compose}, "a page asks compose"},
	{"site/explore", []string{gonum, lclass, metric, decide, mle, validate, datasets}, "explore draws what lclass and the packages beside it compute"},
	{"site/explore/wasm", []string{explore}, "a page asks explore"},
	{"site/explore/digits", []string{explore, lclass, datasets}, "the models of the drawn digit are fitted when the site is built"},
	{"conformance", []string{gonum, lclass, datasets}, "conformance asks lclass as its users do"},
	{"conformance/random", []string{gonum, lclass}, "random asks lclass as its users do"},
}

// reserved says which imports belong to some directories alone.
var reserved = []struct {
	imports string
	dirs    []string
	tests   bool // and to all tests
	rule    string
}{
	{plots, []string{"plots/...", "notebooks/...", "examples/...", "bench/draw"}, false, "only notebooks, examples and bench/draw draw"},
	{hidden, []string{"assignments/hidden/..."}, true, "what is hidden is named by nothing that students get"},
	{lgrade, []string{"assignments/lgrade/..."}, false, "lgrade is a command and no library"},
	{gonbui, []string{"plots/..."}, false, "only plots talks to the notebook"},
	{plot, []string{"plots/..."}, false, "only plots draws"},
	{gota, []string{"datasets/...", "frames", "notebooks/...", "examples/...", "bench"}, true, "frames come in through datasets, tests, bench and notebooks, and out through package frames; lclass takes any that has the methods"},
	{datasets, []string{"datasets/...", "notebooks/...", "assignments/...", "bench/...", "cmd/...", "conformance", "site/explore/..."}, true, "only notebooks, assignments, explorables, commands and tests load data"},
}

// broken returns the rule that an import in a file breaks, "" if none.
func broken(file, imported string) string {
	dir, isTest := path.Dir(file), strings.HasSuffix(file, "_test.go")
	for _, r := range reserved {
		if match(r.imports, imported) && !matchAny(r.dirs, dir) && !(isTest && r.tests) {
			return r.rule
		}
	}
	if isTest || isStandard(imported) {
		return ""
	}
	for _, r := range rooms {
		if !match(r.dir, dir) {
			continue
		}
		if matchAny(r.imports, imported) {
			return ""
		}
		return r.rule + allowed(r.imports)
	}
	return "no rule covers this directory: add one to rooms in house_test.go"
}

func allowed(imports []string) string {
	if len(imports) == 0 {
		return "; it may import the standard library only"
	}
	return "; it may import the standard library and " + strings.Join(imports, ", ")
}

// match reports whether name is the one that pattern names, or below it if the
// pattern ends in "/...".
func match(pattern, name string) bool {
	if pattern == library {
		return !match(house, name)
	}
	if base, ok := strings.CutSuffix(pattern, "/..."); ok {
		return name == base || strings.HasPrefix(name, base+"/")
	}
	return name == pattern
}

func matchAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return match(p, name) })
}

func isStandard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !match(house, imported) && !strings.Contains(first, ".")
}

func TestImportsGoOneWay(t *testing.T) {
	var files int
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if file != "." && isOutside(file) {
				return fs.SkipDir
			}
			return nil
		case filepath.Ext(file) != ".go":
			return nil
		}
		files++
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if rule := broken(filepath.ToSlash(file), imported); rule != "" {
				t.Errorf("%s imports %s: %s", file, imported, rule)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 50 { // there were about 150 when this was written
		t.Errorf("only %d files found", files)
	}
}

// isOutside reports whether a directory is no part of this module, nor of those of the
// assignments.
func isOutside(dir string) bool {
	name := filepath.Base(dir)
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || slices.Contains([]string{"bin", "build", "testdata"}, name) {
		return true
	}
	if match("assignments/...", filepath.ToSlash(dir)) {
		return false
	}
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// The rules must be able to fail.
func TestRules(t *testing.T) {
	const fine = ""
	for _, c := range []struct {
		file, imported string
		rule           string // a part of it
	}{
		{"lclass/model.go", "fmt", fine},
		{"lclass/model.go", "encoding/json", fine},
		{"lclass/model.go", "gonum.org/v1/gonum/mat", fine},
		{"lclass/model.go", "linclass/lclass/internal/rows", fine},
		{"lclass/keep.go", "github.com/natefinch/atomic", fine},
		{"lclass/model.go", "github.com/other/atomic", "lclass stands on gonum"},
		{"lclass/model.go", "golang.org/x/exp/slices", "lclass stands on gonum"},
		{"lclass/model.go", "linclass/lclass/metric", "lclass stands on gonum"},
		{"lclass/frame.go", "github.com/go-gota/gota/dataframe", "frames come in through"},
		{"lclass/frame_test.go", "github.com/go-gota/gota/dataframe", fine},
		{"lclass/frame_test.go", "linclass/datasets", fine},
		{"lclass/frame_test.go", "linclass/lclass/validate", fine},
		{"lclass/frame_test.go", "linclass/plots", "only notebooks"},
		{"lclass/model.go", "linclass/datasets", "load data"},

		{"lclass/internal/kernel/dot.go", "linclass/lclass/internal/rows", "lowest layer"},
		{"lclass/internal/kernel/set_amd64.go", "golang.org/x/sys/cpu", fine},
		{"lclass/internal/loss/softmax.go", "linclass/lclass/internal/kernel", fine},
		{"lclass/internal/loss/hinge.go", "linclass/lclass/internal/rows", "loss knows"},
		{"lclass/internal/rows/dense.go", "linclass/lclass/internal/kernel", fine},
		{"lclass/internal/rows/dense.go", "linclass/lclass/internal/loss", "kernel ← rows"},
		{"lclass/internal/objective/pass.go", "linclass/lclass/internal/loss", fine},
		{"lclass/internal/objective/pass.go", "linclass/lclass/internal/solve", "← objective"},
		{"lclass/internal/solve/newton.go", "linclass/lclass/internal/objective", fine},
		{"lclass/internal/solve/newton.go", "linclass/lclass", "← solve"},
		{"lclass/internal/new/new.go", "linclass/lclass", "no rule covers"},

		{"site/compose/complete.go", "go/types", fine},
		{"site/compose/complete.go", "linclass/plots", "only notebooks"},
		{"site/compose/complete.go", "linclass/lclass", "compose reads"},
		{"lclass/keep.go", "linclass/internal/page", "lclass stands on gonum"},

		{"lclass/metric/roc.go", "gonum.org/v1/gonum/stat", fine},
		{"lclass/metric/roc.go", "linclass/lclass", "metric stands on its own"},
		{"lclass/calibrate/platt.go", "linclass/lclass/metric", "calibrate stands on its own"},
		{"lclass/decide/cost.go", "linclass/lclass/metric", fine},
		{"lclass/decide/cost.go", "linclass/lclass", "decide chooses"},
		{"lclass/mle/normal.go", "linclass/lclass/metric", "mle knows no models"},
		{"lclass/validate/split.go", "linclass/lclass", fine},
		{"lclass/validate/split.go", "linclass/lclass/metric", fine},
		{"lclass/validate/calibrated.go", "linclass/lclass/calibrate", fine},
		{"lclass/calibrate/platt.go", "linclass/lclass/validate", "calibrate stands on its own"},
		{"lclass/validate/split.go", "linclass/lclass/mle", "validate measures"},
		{"lclass/validate/split.go", "linclass/lclass/internal/rows", "validate measures"},

		{"plots/show.go", "github.com/janpfeifer/gonb/gonbui", fine},
		{"plots/progress/terminal.go", "github.com/schollz/progressbar/v3", fine},
		{"plots/progress/terminal.go", "linclass/lclass", "progress shows"},
		{"plots/show.go", "gonum.org/v1/plot", fine},
		{"plots/show.go", "gonum.org/v1/plot/vg", fine},
		{"plots/show.go", "linclass/lclass/internal/loss", "plots draws"},
		{"plots/show.go", "linclass/datasets", "load data"},
		{"plots/show_test.go", "linclass/datasets", fine},
		{"plots/show.go", "github.com/go-gota/gota/dataframe", "frames come in"},
		{"frames/frames.go", "github.com/go-gota/gota/dataframe", fine},
		{"frames/frames.go", "linclass/lclass/metric", fine},
		{"frames/frames.go", "linclass/datasets", "load data"},

		{"datasets/mnist.go", "linclass/lclass", fine},
		{"datasets/mnist.go", "linclass/datasets/internal/idx", fine},
		{"datasets/titanic.go", "github.com/go-gota/gota/dataframe", fine},
		{"datasets/cmd/lclass-data/main.go", "linclass/datasets/internal/store", fine},
		{"datasets/mnist.go", "linclass/lclass/metric", "datasets makes"},
		{"datasets/progress.go", "github.com/janpfeifer/gonb/gonbui", "only plots talks"},
		{"datasets/progress.go", "linclass/plots", "only notebooks"},

		{"notebooks/lecture/check.go", "linclass/plots", fine},
		{"notebooks/lecture/data.go", "linclass/datasets", fine},
		{"notebooks/lecture/check.go", "github.com/janpfeifer/gonb/gonbui", "only plots talks"},
		{"assignments/checking/print.go", "gonum.org/v1/gonum/floats", "checks stand on their own"},
		{"assignments/checking/graded/graded.go", "linclass/assignments/checking", fine},
		{"assignments/checking/wire/wire.go", "linclass/assignments/checking", "wire is linked"},
		{"assignments/one/check/one.go", "linclass/assignments/checking", fine},
		{"assignments/one/check/one.go", "linclass/datasets", fine},
		{"assignments/one/check/one.go", "linclass/lclass", "checks are made of"},
		{"assignments/one/check/one.go", "linclass/plots", "only notebooks"},
		{"assignments/one/check/one.go", "linclass/assignments/hidden/one", "what is hidden"},
		{"assignments/hidden/one/one.go", "linclass/assignments/one/check", fine},
		{"assignments/lgrade/grade.go", "github.com/spf13/cobra", fine},
		{"assignments/lgrade/grade.go", "linclass/assignments/lgrade/internal/grading", fine},
		{"assignments/lgrade/grade.go", "linclass/lclass", "lgrade knows assignments"},
		{"assignments/lgrade/grade.go", "linclass/assignments/hidden/one", "what is hidden"},
		{"assignments/lgrade/internal/notebook/decode.go", "golang.org/x/text/encoding/charmap", fine},
		{"assignments/lgrade/internal/notebook/read.go", "linclass/assignments/lgrade/internal/assignment", "notebook knows files"},
		{"assignments/lgrade/internal/sandbox/wasm.go", "github.com/tetratelabs/wazero", fine},
		{"assignments/lgrade/internal/sandbox/wasm.go", "linclass/assignments/checking", "sandbox runs programs"},
		{"notebooks/lecture/check.go", "linclass/assignments/lgrade/internal/notebook", "lgrade is a command"},
		{"bench/draw/main.go", "linclass/plots", fine},
		{"bench/logistic.go", "linclass/plots", "only notebooks"},
		{"bench/logistic.go", "linclass/datasets", fine},
		{"conformance/set.go", "linclass/datasets", fine},
		{"conformance/fit.go", "linclass/lclass/internal/solve", "as its users do"},
		{"conformance/table.go", "linclass/plots", "only notebooks"},
		{"conformance/random/judge.go", "linclass/lclass", fine},
		{"conformance/random/judge.go", "linclass/lclass/internal/solve", "as its users do"},
		{"doc.go", "linclass/lclass", "the root"},
		{"attic/old.go", "linclass/lclass", "no rule covers"},
	} {
		got := broken(c.file, c.imported)
		if (got == fine) != (c.rule == fine) || !strings.Contains(got, c.rule) {
			t.Errorf("%s imports %s: %q, want %q", c.file, c.imported, got, c.rule)
		}
	}
}

package cluster

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"linclass/datasets/stream"
	"linclass/datasets/svmlight"
	"linclass/internal/errtest"
	"linclass/lclass"
)

// A sample is one error of each type that crosses the network.
var sample = map[string]error{
	"ColumnError":  &lclass.ColumnError{Missing: []string{"age"}, Have: []string{"Age", "port"}},
	"FileError":    &lclass.FileError{Path: "$.steps[2]", Err: errors.New("it is null")},
	"SettingError": &lclass.SettingError{Setting: "Query.Kind", Value: 12},
	"ValueError":   &lclass.ValueError{Column: "age", Row: 2, Value: "NaN"},

	"stream.FileError": &stream.FileError{Path: "a.csv", Is: "compressed"},

	"svmlight.Error": &svmlight.Error{File: "a.svm", Line: 3, Field: 2, Text: "7", Reason: "it is no index:value"},
}

// Values that cross for each of the reasons.
var sampleValues = []*lclass.ValueError{
	{Err: lclass.ErrUnknownCategory, Column: "port", Row: 3, Value: "X", Want: []string{"S", "C"}},
	{Err: lclass.ErrKind, Column: "port", Row: 5, Value: "S", Want: []string{"numbers"}},
	{Err: lclass.ErrMissing, Column: "age", Row: -1, Count: 7},
	{Err: lclass.ErrOverflow, Column: "age", Row: -1},
}

// The reasons, of any type, of errors that have one; nil if an error is not the sample.
var reasonOf = map[string]func(got error) error{
	"FileError": func(got error) error {
		if e, ok := errors.AsType[*lclass.FileError](got); ok && e.Path == "$.steps[2]" {
			return e.Err
		}
		return nil
	},
}

// Errors that pass through Temporal's form keep their text, their reasons and their fields.
func TestErrorsCross(t *testing.T) {
	if have, want := slices.Sorted(maps.Keys(sample)), slices.Sorted(maps.Keys(kinds)); !slices.Equal(have, want) {
		t.Fatalf("samples of %q, of the types %q", have, want)
	}
	all := slices.Collect(maps.Values(values))
	for _, make := range []func(error) error{failed, elsewhere} {
		codes := maps.Clone(values)
		maps.Copy(codes, sample)
		for code, err := range codes {
			sent := fmt.Errorf("shard 1: %w", err)
			got := remote(fmt.Errorf("activity: %w", make(sent)))
			if got.Error() != sent.Error() {
				t.Errorf("%q, want %q", got, sent)
			}
			is := errtest.Is(got, err)
			if f := reasonOf[code]; f != nil {
				reason := f(got)
				is = reason != nil && reason.Error() == errors.Unwrap(err).Error()
			}
			if !is {
				t.Errorf("%#v became %#v", err, got)
			}
			for _, other := range all {
				if other != err && errors.Is(got, other) {
					t.Errorf("%v became %v", err, other)
				}
			}
		}
	}
	for _, err := range sample {
		if err.Error() == "" || strings.HasSuffix(err.Error(), "; ") {
			t.Errorf("%T without a remedy prints %q", err, err)
		}
	}
	for _, err := range sampleValues {
		got := remote(failed(fmt.Errorf("shard 1: %w", err)))
		if !errtest.Is(got, err) || err.Error() == "" || strings.HasSuffix(err.Error(), "; ") {
			t.Errorf("%#v became %#v", err, got)
		}
		for _, reason := range valueReasons {
			if errors.Is(got, reason) != (reason == err.Err) {
				t.Errorf("%v is %v: %v", got, reason, reason != err.Err)
			}
		}
	}
	both := remote(failed(fmt.Errorf("%w: %w", ErrNotHeld, sample["ValueError"])))
	if !errors.Is(both, ErrNotHeld) || !errtest.Is(both, sample["ValueError"]) {
		t.Errorf("%#v", both)
	}
	if failed(nil) != nil {
		t.Error("no error fails")
	}
}

// The value of a setting that gob does not know crosses as its text.
func TestSettingOfAnotherType(t *testing.T) {
	err := remote(failed(&lclass.SettingError{Setting: "Impute.Numbers", Value: lclass.FillMedian}))
	if !errtest.Is(err, &lclass.SettingError{Setting: "Impute.Numbers", Value: "FillMedian"}) {
		t.Errorf("%#v", err)
	}
}

// Why errors of lclass do not cross the network.
var never = map[string]string{
	"ErrNotConverged": "the fit decides it",
	"ErrSeparated":    "the fit decides it",
	"ErrPenalised":    "the summary decides it, where the fit runs",
	"ErrCollinear":    "the summary decides it, where the fit runs",
	"ErrNoLikelihood": "the summary decides it, where the fit runs",
	"ErrOtherData":    "the summary decides it, where the fit runs",
}

// The folders of public errors, and what their codes begin with.
var folders = map[string]string{"../lclass": "", "../lclass/shard": "", "../datasets/stream": "stream.", "../datasets/svmlight": "svmlight."}

// Every public error of these crosses the network, or never arises in a worker.
func TestEveryErrorCrosses(t *testing.T) {
	crossing := map[string]error{}
	for code, err := range values {
		crossing["Err"+code] = err
	}
	for code, err := range valueReasons {
		crossing["Err"+code] = err
	}
	found := map[string]bool{}
	for folder, prefix := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || files == nil {
			t.Fatalf("no files in %s, error %v", folder, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range publicErrors(t, file, text) {
				name = prefix + name
				found[name] = true
				_, isKind := kinds[name]
				_, isNever := never[name]
				if crosses := isKind || crossing[name] != nil; crosses == isNever {
					t.Errorf("%s: %s crosses the network: %v, and never does: %v; add it to one of the tables in errors.go, or to never", file, name, crosses, isNever)
				}
			}
		}
	}
	for name := range never {
		if !found[name] {
			t.Errorf("there is no error %s", name)
		}
	}
	if len(found) < 20 {
		t.Errorf("found only %v", slices.Sorted(maps.Keys(found)))
	}
}

// publicErrors returns the names of variables Err… and of types …Error in a file.
func publicErrors(t *testing.T, name string, text []byte) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range g.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && strings.HasSuffix(s.Name.Name, "Error") {
					names = append(names, s.Name.Name)
				}
			case *ast.ValueSpec:
				for _, n := range s.Names {
					if g.Tok == token.VAR && strings.HasPrefix(n.Name, "Err") {
						names = append(names, n.Name)
					}
				}
			}
		}
	}
	return names
}

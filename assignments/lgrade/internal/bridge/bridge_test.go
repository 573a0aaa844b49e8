package bridge

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"linclass/internal/errtest"
)

// imported has package rand with a type Rand, and no other.
type imported struct{}

func (imported) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, "rand")
	for _, name := range []string{"Rand", "PCG"} {
		object := types.NewTypeName(token.NoPos, p, name, nil)
		types.NewNamed(object, types.NewStruct(nil, nil), nil)
		p.Scope().Insert(object)
	}
	p.MarkComplete()
	return p, nil
}

// of makes a Bridge of the fields of Answers.
func of(t *testing.T, declarations string) (*Bridge, error) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "check.go", "package check\nimport \"math/rand/v2\"\nvar _ rand.Rand\n"+declarations, 0)
	if err != nil {
		t.Fatal(err)
	}
	config := types.Config{Importer: imported{}}
	p, err := config.Check("check", files, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return Of(p)
}

func TestTypes(t *testing.T) {
	for _, c := range []struct {
		function string
		crosses  bool
	}{
		{"func()", true},
		{"func(bool, int, int8, uint64, float32, float64, string, byte, rune) (bool, string)", true},
		{"func([]float64, [][]int, [][][]string) [][]bool", true},
		{"func(struct{ X, Y float64; Name []string }) []struct{ N int }", true},
		{"func(vector) vector", true}, // an alias
		{"func(*rand.Rand) error", true},
		{"func(f func(x []float64) (float64, error)) float64", true},
		{"func(fit func(x []float64) func(x []float64) int) float64", true},

		{"func(...float64)", false},
		{"func(complex128)", false},
		{"func(uintptr)", false},
		{"func(*float64)", false},
		{"func([3]float64)", false},
		{"func(map[string]int)", false},
		{"func(chan int)", false},
		{"func(any)", false},
		{"func(error)", false},
		{"func(interface{ Fit() })", false},
		{"func(named)", false},
		{"func() named", false},
		{"func(struct{ x float64 })", false},
		{"func(struct{})", false},
		{"func(struct{ X float64 `json:\"x\"` })", false},
		{"func(struct{ F func() })", false},
		{"func([]func())", false},
		{"func([]error)", false},
		{"func(rand.Rand)", false},
		{"func(*rand.PCG)", false},
		{"func() *rand.Rand", false},
		{"func() func()", false},
		{"func(f func(g func()))", false},
		{"func(f func(rng *rand.Rand))", false},
		{"func(f func() *float64)", false},
	} {
		_, err := of(t, "type vector = []float64\ntype named []float64\ntype Answers struct { F "+c.function+" }")
		if (err == nil) != c.crosses || err != nil && !errors.Is(err, ErrType) {
			t.Errorf("%s: %v", c.function, err)
		}
		if err != nil && !errtest.Is(err, &FieldError{Field: "F"}) {
			t.Errorf("%s: the error names no function: %v", c.function, err)
		}
	}
}

func TestNoAnswers(t *testing.T) {
	for _, declaration := range []string{"", "type Answers int", "type Answers struct { N int }"} {
		if _, err := of(t, declaration); err == nil {
			t.Errorf("%q: no error", declaration)
		}
	}
}

// A function of another type is a mistake in a line that names it.
func TestLines(t *testing.T) {
	b, err := of(t, "type Answers struct { F func([]float64) []float64; G func(rng *rand.Rand); H func() }")
	if err != nil {
		t.Fatal(err)
	}
	program, lines := b.Main("answers", "dispatcher", []string{"F", "H"})
	text := strings.Split(string(program), "\n")
	want := map[string]string{"F": "dispatcher.Answer0 = answers.F", "H": "dispatcher.Answer2 = answers.H"}
	if len(lines) != len(want) {
		t.Errorf("lines %v", lines)
	}
	for n, name := range lines {
		if text[n-1] != want[name] {
			t.Errorf("line %d is %q, want %q", n, text[n-1], want[name])
		}
	}
	if b, err = of(t, "type Answers struct { F func([]float64) []float64; H func() }"); err != nil || strings.Contains(string(b.Dispatcher()), "rand") {
		t.Errorf("%v, or links package rand, which neither needs:\n%s", err, b.Dispatcher())
	}
}

// The answers that selftest wants to earn nothing.
func TestConstants(t *testing.T) {
	b, err := of(t, "type Answers struct { F func(x, y []float64) []float64; G func(n int) (float64, bool) }")
	if err != nil {
		t.Fatal(err)
	}
	constants := b.Constants()
	for name, want := range map[string]string{
		"nothing":                         "func F(p0 []float64, p1 []float64) (q0 []float64) {\nreturn\n}",
		"0, as long as an argument":       "q0[i0] = float64(0)",
		"−0, as long as an argument":      "q0[i0] = float64(math.Copysign(0, -1))",
		"1, as long as the last argument": "q0 = make([]float64, len(p1))",
		"NaN, as long as an argument":     "q0[i0] = float64(math.NaN())",
		"their first argument":            "q0 = p0",
		"their last argument":             "q0 = p1",
		"1, as long as a row":             "q1 = true",
	} {
		if !strings.Contains(string(constants[name]), want) {
			t.Errorf("%s: no %q in\n%s", name, want, constants[name])
		}
	}
}

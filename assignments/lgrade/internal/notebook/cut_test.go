package notebook

import (
	"reflect"
	"testing"

	"linclass/internal/errtest"
)

func TestCut(t *testing.T) {
	for _, c := range []struct {
		name, source, want string
		parts              []Part
	}{
		{"a body", `// Score is w·x + b.
func Score(x float64) float64 {
	// BEGIN SOLUTION
	y := 2 * x

	return y
	// END SOLUTION
}`, `// Score is w·x + b.
func Score(x float64) float64 {
	panic("not implemented: Score")
}`, []Part{{"\t", "Score", []string{"\ty := 2 * x", "", "\treturn y"}}}},

		{"a helper, and two functions", `// BEGIN SOLUTION
func half(x float64) float64 { return x / 2 }
// END SOLUTION

func A() int {
	// BEGIN SOLUTION
	return 1
	// END SOLUTION
}

func (t T) B() int {
	if true {
		// BEGIN SOLUTION
		return 2
		// END SOLUTION
	}
	return 0
}`, `
func A() int {
	panic("not implemented: A")
}

func (t T) B() int {
	if true {
		panic("not implemented: B")
	}
	return 0
}`, []Part{
			{"", "", []string{"func half(x float64) float64 { return x / 2 }"}},
			{"\t", "A", []string{"\treturn 1"}},
			{"\t\t", "B", []string{"\t\treturn 2"}},
		}},

		{"other signs", "func A() {\n  ### BEGIN SOLUTION\n  x\n  #END SOLUTION\n}",
			"func A() {\n  panic(\"not implemented: A\")\n}", []Part{{"  ", "A", []string{"  x"}}}},
		{"none", "func A() {}\n// the BEGINNING\n", "func A() {}\n// the BEGINNING\n", nil},
	} {
		got, parts, err := Cut(c.source, Stub)
		if err != nil || got != c.want || !reflect.DeepEqual(parts, c.parts) {
			t.Errorf("%s: error %v\n%s\nwant\n%s\nparts %q", c.name, err, got, c.want, parts)
		}
	}
}

func TestCutText(t *testing.T) {
	got, parts, err := Cut("**Why?** (3 points)\n\n<!-- BEGIN SOLUTION -->\nBecause.\n<!-- END SOLUTION -->", Blank)
	if want := "**Why?** (3 points)\n\n*Your answer here.*"; err != nil || got != want || len(parts) != 1 {
		t.Errorf("%q, error %v", got, err)
	}
}

func TestMarkersThatDoNotMatch(t *testing.T) {
	for _, c := range []struct {
		source, want string
		line         int
	}{
		{"a\n// BEGIN SOLUTION\nb", "no END", 2},
		{"a\n// END SOLUTION\nb", "no BEGIN", 2},
		{"// BEGIN SOLUTION\n// BEGIN SOLUTION\n// END SOLUTION", "BEGIN within", 2},
		{"// BEGIN SOLUTION\n// END SOLUTION\n// END SOLUTION", "no BEGIN", 3},
		{"x := 1 // BEGIN SOLUTION\n// END SOLUTION", "no marker", 1},
		{"// begin solution\n// END SOLUTION", "no marker", 1},
		{"// BEGIN SOLUTION:\n// END SOLUTION", "no marker", 1},
		{"// BEGIN  SOLUTION\n// END SOLUTION", "no marker", 1},
	} {
		if _, _, err := Cut(c.source, Stub); !errtest.Is(err, &Error{What: c.want, Line: c.line}) {
			t.Errorf("%q: error %v, want %q in line %d", c.source, err, c.want, c.line)
		}
	}
}

package compose

import (
	"go/importer"
	"go/token"
	"slices"
	"strings"
	"testing"
)

func TestComplete(t *testing.T) {
	imp := importer.ForCompiler(token.NewFileSet(), "source", nil)
	const above = "import (\n\t\"strings\"\n)\ntype inner struct{ Deep int }\ntype point struct {\n\tinner\n\tX, y float64\n}\nfunc (p *point) Move() {}\nfunc points() []point { return nil }"
	for name, c := range map[string]struct {
		cell string // | is the cursor
		want []string
		not  []string
	}{
		"members":                {"%%\nstrings.ToU|", []string{"ToUpper", "ToUpperSpecial"}, []string{"ToLower"}},
		"in either case":         {"%%\nstrings.toup|", []string{"ToUpper"}, nil},
		"a missing import":       {"%%\nos.Rea|", []string{"ReadFile"}, nil},
		"fields and methods":     {"%%\np := points()[0]\np.|", []string{"X", "y", "Move", "inner", "Deep"}, []string{"points"}},
		"in an unfinished call":  {"%%\nfor _, p := range points() {\n\tprintln(p.|\n", []string{"X", "Move"}, nil},
		"what is below is wrong": {"%%\np := points()[0]\np.|\nx := (", []string{"X"}, nil},
		"names":                  {"%%\npick := 1\np|", []string{"pick", "point", "points", "plots", "print", "println", "package"}, []string{"later"}},
		"packages":               {"%%\nlcl|", []string{"lclass"}, nil},
		"keywords":               {"%%\nran|", []string{"range", "rand"}, nil},
		"a function's own":       {"func g(count int) {\n\tco|\n}", []string{"count", "const", "continue", "copy"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			at := strings.Index(c.cell, "|")
			from, items := Complete([]string{above, strings.Replace(c.cell, "|", "", 1)}, at, packages, imp)
			var got []string
			for _, i := range items {
				got = append(got, i.Label)
			}
			for _, want := range c.want {
				if !slices.Contains(got, want) {
					t.Errorf("%q is not among %q", want, got)
				}
			}
			for _, not := range c.not {
				if slices.Contains(got, not) {
					t.Errorf("%q is among %q", not, got)
				}
			}
			if want := strings.LastIndexAny(c.cell[:at], ".\n \t(") + 1; from != want {
				t.Errorf("the name begins at %d, want %d", from, want)
			}
		})
	}
}

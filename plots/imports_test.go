package plots

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"linclass/internal/errtest"
)

// A cell with a figure links what plots imports, and gonum's painters, their
// fonts and gonbui cost it 0.1 s, a hash of crypto 0.02 s.
func TestNotebookImports(t *testing.T) {
	out := errtest.Must(exec.Command("go", "list", "-deps", "-tags", "notebook", "linclass/plots").Output())
	deps := strings.Fields(string(out))
	for _, path := range deps {
		for _, heavy := range []string{"gonum.org/v1/plot", "github.com/janpfeifer/", "golang.org/x/image/", "net", "crypto", "image/png", "regexp"} {
			if path == heavy || strings.HasSuffix(heavy, "/") && strings.HasPrefix(path, heavy) || strings.HasPrefix(path, heavy+"/") {
				t.Errorf("with the tag notebook plots imports %s", path)
			}
		}
	}
	if !slices.Contains(deps, "linclass/plots/internal/command") {
		t.Error("go list does not list the imports")
	}
}

package datasets

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"linclass/internal/errtest"
)

// Every cell of a notebook links what datasets imports, and an HTTP client
// costs it 0.15 s, a hash of crypto 0.02 s.
func TestNotebookImports(t *testing.T) {
	out := errtest.Must(exec.Command("go", "list", "-deps", "-tags", "notebook", "linclass/datasets").Output())
	deps := strings.Fields(string(out))
	for _, heavy := range []string{"net", "net/http", "crypto/sha256", "linclass/datasets/internal/download"} {
		if slices.Contains(deps, heavy) {
			t.Errorf("with the tag notebook datasets imports %s", heavy)
		}
	}
	if !slices.Contains(deps, "linclass/datasets/internal/store") {
		t.Error("go list does not list the imports")
	}
}

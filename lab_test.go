package linclass_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The page that lists all others opens first, in JupyterLab and in Jupyter Notebook.
func TestLabOpensTheListOfPages(t *testing.T) {
	root, bin := t.TempDir(), t.TempDir()
	for _, name := range []string{"tools/lab.sh", "tools/jupyter.sh"} {
		write(t, filepath.Join(root, name), text(t, name))
	}
	write(t, filepath.Join(root, "notebooks/lab.ipynb"), "{}")
	for module, want := range map[string]string{
		"jupyterlab": "--LabApp.default_url=/lab/tree/lab.ipynb",
		"notebook":   "--NotebookApp.default_url=/notebooks/lab.ipynb",
	} {
		// A Python that has the one of the two, and says how it is called.
		write(t, filepath.Join(bin, "python3"), `#!/bin/sh
case "$1 $2" in
"-c import `+module+`" | "-c import jupyter_client"*) ;;
-c*) exit 1 ;;
*) pwd && printf '%s\n' "$@" ;;
esac
`)
		lab := exec.Command("sh", filepath.Join(root, "tools/lab.sh"), "--port=9000")
		lab.Env = append(os.Environ(), "PATH="+bin+":/usr/bin:/bin")
		out, err := lab.Output()
		if err != nil {
			t.Fatalf("%s: %v", module, err)
		}
		words := strings.Split(string(out), "\n")
		if filepath.Base(words[0]) != "notebooks" || !slices.Contains(words, module) || !slices.Contains(words, want) || !slices.Contains(words, "--port=9000") {
			t.Errorf("%s is started as %q, which lacks %s", module, words, want)
		}
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o700); err != nil {
		t.Fatal(err)
	}
}

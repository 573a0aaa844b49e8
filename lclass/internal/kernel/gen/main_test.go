package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What is committed is what the program writes.
func TestFilesAreCurrent(t *testing.T) {
	for name := range files {
		dir := t.TempDir()
		assembly, stubs := name+"_amd64.s", name+"_amd64.go"
		out, err := exec.Command("go", "run", ".", "-loops", name, "-pkg", "kernel",
			"-out", filepath.Join(dir, assembly), "-stubs", filepath.Join(dir, stubs)).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, file := range []string{assembly, stubs} {
			if code(t, filepath.Join("..", file)) != code(t, filepath.Join(dir, file)) {
				t.Errorf("%s is not what gen writes: run make generate", file)
			}
		}
	}
}

// code returns a file without its first line, which has the paths.
func code(t *testing.T, path string) string {
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(content), "\n")
	return rest
}

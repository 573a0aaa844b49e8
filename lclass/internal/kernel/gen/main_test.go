package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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

// Without AVX-512 there are 16 registers, which avo does not know.
func TestRegisters(t *testing.T) {
	high := regexp.MustCompile(`\b[XYZ](1[6-9]|2\d|3[01])\b`)
	for name := range files {
		for _, function := range strings.Split(code(t, filepath.Join("..", name+"_amd64.s")), "\nTEXT ")[1:] {
			signature, _, _ := strings.Cut(function, "(SB)")
			if strings.HasSuffix(signature, "AVX2") && high.MatchString(function) {
				t.Errorf("%s has %s", signature, high.FindString(function))
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

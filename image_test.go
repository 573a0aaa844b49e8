package linclass_test

import (
	"go/build"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The lab image copies directories by name. Each package that what it copies is
// made of must be in one of them.
func TestImageHasWhatItsPackagesImport(t *testing.T) {
	dockerfile, err := os.ReadFile("docker/Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	ignored, err := os.ReadFile(".dockerignore")
	if err != nil {
		t.Fatal(err)
	}
	copied := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^COPY (\w+) (\w+)$`).FindAllStringSubmatch(string(dockerfile), -1) {
		copied[line[1]] = true
		if !strings.Contains(string(ignored), "\n!"+line[1]+"\n") && line[1] != "tools" {
			t.Errorf(".dockerignore keeps %s from the builder: add !%s", line[1], line[1])
		}
	}
	for _, required := range []string{"lclass", "plots", "notebooks"} {
		if !copied[required] {
			t.Fatalf("docker/Dockerfile copies no %s: %v", required, copied)
		}
	}
	for dir := range copied {
		err := filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
			if err != nil || !entry.IsDir() {
				return err
			}
			if base := filepath.Base(name); base == "testdata" || base == "node_modules" {
				return filepath.SkipDir
			}
			found, err := build.ImportDir(name, 0)
			if err != nil {
				return nil // no Go here
			}
			for _, path := range found.Imports {
				rest, ours := strings.CutPrefix(path, "linclass/")
				if top, _, _ := strings.Cut(rest, "/"); ours && !copied[top] {
					t.Errorf("%s imports %s, which docker/Dockerfile does not copy: add COPY %s %s there and !%s to .dockerignore",
						name, path, top, top, top)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

package linclass_test

import (
	"encoding/csv"
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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
		if !strings.Contains(string(ignored), "\n!"+line[1]+"\n") {
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

// run.sh mounts the directory that it is told, whatever its name, and gives the lab
// neither an image from a registry nor swap nor more of /tmp than it says.
func TestRunOfTheImage(t *testing.T) {
	script, err := filepath.Abs("docker/run.sh")
	if err != nil {
		t.Fatal(err)
	}
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	docker := filepath.Join(home, "docker")
	write(t, docker, "#!/bin/sh\n[ \"$1\" = --version ] || printf '%s\\n' \"$@\"\n")
	for work, want := range map[string]string{
		"lab": "lab", "a/b": "a/b", "./my lab": "my lab", `a,"b"`: `a,"b"`, "-v": "-v",
		filepath.Join(home, "whole"): "whole", "": "linclass",
	} {
		run := exec.Command("sh", script, "--an-option=of JupyterLab")
		run.Dir = home
		run.Env = append(os.Environ(), "HOME="+home, "DOCKER="+docker, "WORK="+work, "PORT=", "IMAGE=")
		out, err := run.Output()
		if err != nil {
			t.Fatalf("%q: %v", work, err)
		}
		words := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
		after := func(option string) string {
			at := slices.Index(words, option)
			if at < 0 || at+1 == len(words) {
				t.Fatalf("%q: there is no %s in %q", work, option, words)
			}
			return words[at+1]
		}
		mount, err := csv.NewReader(strings.NewReader(after("--mount"))).Read()
		if err != nil || !slices.Contains(mount, "source="+filepath.Join(home, want)) || !slices.Contains(mount, "target=/work") {
			t.Errorf("%q: mounts %q, %v", work, mount, err)
		}
		if info, err := os.Stat(filepath.Join(home, want)); err != nil || !info.IsDir() {
			t.Errorf("%q: the directory is not made: %v", work, err)
		}
		if pull, swap := after("--pull"), after("--memory-swap"); pull != "never" || swap != after("--memory") {
			t.Errorf("%q: --pull %s, --memory-swap %s with --memory %s", work, pull, swap, after("--memory"))
		}
		if tmp := after("--tmpfs"); !regexp.MustCompile(`^/tmp:.*\bsize=\d+g\b`).MatchString(tmp) {
			t.Errorf("%q: --tmpfs %s has no size", work, tmp)
		}
		if publish := after("--publish"); publish != "127.0.0.1:8888:8888" || words[len(words)-1] != "--an-option=of JupyterLab" {
			t.Errorf("%q: --publish %s, ending with %q", work, publish, words[len(words)-1])
		}
	}
}

// JupyterLab and its server are not versions with known vulnerabilities. Debian's 4.4.10
// has the fixes of JupyterLab up to 4.6.2 since its fourth revision (CVE-2026-73417 and
// others); CVE-2026-102831 came with 4.5.0, and CVE-2026-102830 needs a language pack, of
// which the image has none. The server has the last of its fixes, of CVE-2026-44727, since
// 2.20.0.
func TestJupyterLabHasItsFixes(t *testing.T) {
	for name, least := range map[string][]int{"jupyterlab": {4, 4, 10, 4}, "python3-jupyter-server": {2, 20, 0, 1}} {
		version := regexp.MustCompile(`(?m)^` + name + `=(\d+)\.(\d+)\.(\d+).*-(\d+)$`).FindStringSubmatch(text(t, "docker/apt/sid.txt"))
		if version == nil {
			t.Fatalf("docker/apt/sid.txt has no %s", name)
		}
		var number []int
		for _, digits := range version[1:] {
			n, err := strconv.Atoi(digits)
			if err != nil {
				t.Fatal(err)
			}
			number = append(number, n)
		}
		if slices.Compare(number, least) < 0 {
			t.Errorf("%s %v is older than %v; run make image-pins", name, number, least)
		}
		for _, pins := range []string{"docker/apt/amd64.txt", "docker/apt/arm64.txt"} {
			if strings.Contains(text(t, pins), "\n"+name+"=") {
				t.Errorf("%s installs another %s", pins, name)
			}
		}
	}
}

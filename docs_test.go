package linclass_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func text(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// block returns the first fenced block of a language.
func block(t *testing.T, markdown, language string) string {
	t.Helper()
	_, rest, _ := strings.Cut(markdown, "\n```"+language+"\n")
	code, _, ok := strings.Cut(rest, "```\n")
	if !ok {
		t.Fatalf("there is no block of %s", language)
	}
	return code
}

// The program in the README is the example that go test runs, and so is what
// it prints.
func TestREADMEProgram(t *testing.T) {
	readme := text(t, "README.md")
	example := text(t, "lclass/example_readme_test.go")
	program, output, _ := strings.Cut(example, "\t// Output:\n")
	program = strings.NewReplacer("package lclass_test", "package main", "Example_readme", "main").Replace(program) + "}\n"
	if got := block(t, readme, "go"); got != program {
		t.Errorf("the README has\n%s\nthe example is\n%s", got, program)
	}
	output = strings.ReplaceAll(strings.TrimSuffix(output, "}\n"), "\t// ", "")
	if got := block(t, readme, "text"); got != output {
		t.Errorf("the README prints\n%s\nthe example prints\n%s", got, output)
	}
}

func TestListsOfNotebooks(t *testing.T) {
	notebooks, err := filepath.Glob("notebooks/*.ipynb")
	if err != nil || len(notebooks) == 0 {
		t.Fatalf("%d notebooks, error %v", len(notebooks), err)
	}
	themes := regexp.MustCompile(`(?m)^#.*`)
	order := strings.Fields(themes.ReplaceAllString(text(t, "notebooks/order.txt"), ""))
	if len(notebooks) != len(order) {
		t.Errorf("%d notebooks, but %d in notebooks/order.txt", len(notebooks), len(order))
	}
	for _, list := range []struct{ file, folder, itself string }{
		{"README.md", "notebooks/", ""},
		{"notebooks/lab.ipynb", "", "lab"},
	} {
		rest := text(t, list.file)
		for _, name := range order {
			if name == list.itself {
				continue
			}
			_, after, found := strings.Cut(rest, "("+list.folder+name+".ipynb)")
			if !found {
				t.Errorf("the list in %s lacks %s, or has it in another place than notebooks/order.txt", list.file, name)
				continue
			}
			rest = after
		}
	}
}

// What takes longer to say is in docs.
func TestREADMEIsShort(t *testing.T) {
	seen := regexp.MustCompile(`(?s)<!--.*?-->\n`).ReplaceAllString(text(t, "README.md"), "")
	if lines := strings.Count(seen, "\n"); lines > 250 {
		t.Errorf("the README has %d lines; 250 is the most", lines)
	}
}

func TestREADMEListsCommands(t *testing.T) {
	readme := text(t, "README.md")
	for _, target := range regexp.MustCompile(`(?m)^([a-z-]+):.*## `).FindAllStringSubmatch(text(t, "Makefile"), -1) {
		if name := target[1]; name != "help" && !strings.Contains(readme, "| `make "+name+"` |") {
			t.Errorf("the list of commands in the README lacks make %s", name)
		}
	}
}

// The lecturer's page has every assignment, in the order of the course, and every
// verb of lgrade.
func TestAssignmentsAreDescribed(t *testing.T) {
	readme := text(t, "assignments/README.md")
	order, err := os.ReadFile("assignments/order.txt")
	if err != nil {
		t.Fatal(err)
	}
	rest := readme
	for _, name := range strings.Fields(string(order)) {
		_, after, found := strings.Cut(rest, "| `"+name+"` |")
		if !found {
			t.Errorf("assignments/README.md lacks %s, or has it in another place than order.txt", name)
			continue
		}
		rest = after
	}
	found, err := filepath.Glob("assignments/*/assignment.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range found {
		if name := filepath.Base(filepath.Dir(file)); !slices.Contains(strings.Fields(string(order)), name) {
			t.Errorf("assignments/order.txt lacks %s", name)
		}
	}
	files, err := filepath.Glob("assignments/lgrade/*.go")
	if err != nil {
		t.Fatal(err)
	}
	verbs := 0
	for _, file := range files {
		for _, m := range regexp.MustCompile(`Use: +"([a-z]+) ?`).FindAllStringSubmatch(text(t, file), -1) {
			if verb := m[1]; verb != "lgrade" {
				verbs++
				if !strings.Contains(readme, "| `lgrade "+verb) {
					t.Errorf("assignments/README.md lacks lgrade %s of %s", verb, file)
				}
			}
		}
	}
	if verbs < 6 { // there were nine when this was written
		t.Errorf("only %d verbs found", verbs)
	}
}

// Links inside the repository lead somewhere.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)[^):]*\)`)
	for _, file := range []string{"README.md", "docs/speed.md", "docs/solvers.md", "docs/problems.md", "docs/translate.md", "docs/newton.md", "docs/platforms.md", "docs/cluster.md", "docs/release.md", "site/README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "docker/README.md", "docker/JUPYTERHUB.md", "assignments/README.md", "assignments/STUDENT.md", "assignments/AUTHOR.md"} {
		for _, m := range link.FindAllStringSubmatch(text(t, file), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), m[1])); err != nil {
				t.Errorf("%s links to %s: %v", file, m[1], err)
			}
		}
	}
}

// CITATION.cff cites the newest version of the changelog, which has a date if and only if
// the citation has the same.
func TestCitation(t *testing.T) {
	cited := func(key string) string {
		m := regexp.MustCompile(`(?m)^` + key + `: "?([^"\n]*)"?$`).FindStringSubmatch(text(t, "CITATION.cff"))
		if m == nil {
			return ""
		}
		return m[1]
	}
	m := regexp.MustCompile(`(?m)^## \[(\d[^\]]*)\] - (.+)$`).FindStringSubmatch(text(t, "CHANGELOG.md"))
	if m == nil {
		t.Fatal("CHANGELOG.md has no version")
	}
	date := strings.TrimPrefix(m[2], "unreleased")
	if cited("version") != m[1] || cited("date-released") != date {
		t.Errorf("CITATION.cff cites version %q of %q, CHANGELOG.md has %q of %q", cited("version"), cited("date-released"), m[1], date)
	}
}

// A tag of an action can move, a digest cannot.
func TestActionsArePinned(t *testing.T) {
	files, err := filepath.Glob(".github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d workflows, error %v", len(files), err)
	}
	use := regexp.MustCompile(`(?m)^.*\buses:(.*)$`)
	pinned := regexp.MustCompile(`^ (\./\S+|\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$`)
	for _, file := range files {
		for _, m := range use.FindAllStringSubmatch(text(t, file), -1) {
			if !pinned.MatchString(m[1]) {
				t.Errorf("%s uses%s; write the digest of the commit, and its tag as a comment", file, m[1])
			}
		}
	}
}

// A pre-release has the notes of the coming version, dated or not, and its image is not the
// latest. A release needs a date.
func TestPreReleases(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"tools/dist.sh", "docker/push.sh"} {
		write(t, filepath.Join(dir, name), text(t, name))
	}
	write(t, filepath.Join(dir, "CHANGELOG.md"), "# Changelog\n\n## [0.3.0] - unreleased\n\nThree.\n\n## [0.2.0] - 2026-11-26\n\nTwo.\n")
	for version, want := range map[string]string{
		"v0.2.0": "Two.\n", "v0.2.0-rc.1": "Two.\n", "v0.3.0-rc.1": "Three.\n", "v0.3.0": "", "v0.1.0": "", "v0.1.0-rc.1": "", "": "",
	} {
		out, err := exec.Command("sh", filepath.Join(dir, "tools/dist.sh"), "notes", version).Output()
		if string(out) != want || (err == nil) != (want != "") {
			t.Errorf("the notes of %q are %q, error %v; want %q", version, out, err, want)
		}
	}

	docker := filepath.Join(dir, "engine")
	write(t, docker, "#!/bin/sh\n[ $1 != push ] || echo \"$2\"\n")
	for version, want := range map[string]string{"v0.2.0": "host/me/lab:0.2.0\nhost/me/lab:latest\n", "v0.2.0-rc.1": "host/me/lab:0.2.0-rc.1\n"} {
		push := exec.Command("sh", filepath.Join(dir, "docker/push.sh"), "host/Me/lab", version)
		push.Env = append(os.Environ(), "DOCKER="+docker, "REGISTRY_TOKEN=")
		if out, err := push.Output(); string(out) != want || err != nil {
			t.Errorf("%s pushes %q, error %v; want %q", version, out, err, want)
		}
	}
}

// The dev container has the Go of the lab image.
func TestDevContainer(t *testing.T) {
	m := regexp.MustCompile(`(?m)^ARG GOLANG=(.+)`).FindStringSubmatch(text(t, "docker/Dockerfile"))
	if m == nil || !strings.Contains(text(t, ".devcontainer/devcontainer.json"), `"image": "`+m[1]+`"`) {
		t.Errorf("docker/Dockerfile starts from %q, .devcontainer/devcontainer.json from another image", m)
	}
}

// Phrases that are no plain English, or not Go's: doc comments say "reports whether".
func TestPlainEnglish(t *testing.T) {
	banned := regexp.MustCompile(`\b(tells (whether|which)|kin|to be had|put down|slips? of the pen|heeds?|told apart|no sample is of|JSON has not|reckon(ed|s)?|of equals|to and fro|depend on each other linearly)\b`)
	out, err := exec.Command("git", "ls-files", "*.go", "*.md", "*.ipynb", "*.py", "*.sh").Output()
	if err != nil {
		t.Skip(err)
	}
	for _, file := range strings.Fields(string(out)) {
		if file == "docs_test.go" {
			continue
		}
		for n, line := range strings.Split(text(t, file), "\n") {
			if words := banned.FindString(line); words != "" {
				t.Errorf("%s:%d says %q: %s", file, n+1, words, strings.TrimSpace(line))
			}
		}
	}
}

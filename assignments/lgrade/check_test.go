package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linclass/assignments/lgrade/internal/notebook"
)

// tiny is an assignment with hidden checks, whose texts all have "secret" in them.
const tiny = "internal/grading/testdata/course"

// handIn writes the notebook of tiny with some of its functions replaced.
func handIn(t *testing.T, file string, functions map[string]string) (path string) {
	t.Helper()
	n, err := notebook.Read([]byte(source(t)))
	if err != nil {
		t.Fatal(err)
	}
	for name, code := range functions {
		n.Find(name)[0].Source = code
	}
	path = filepath.Join(t.TempDir(), file)
	if err := os.WriteFile(path, n.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func source(t *testing.T) string { return file(t, tiny+"/assignments/tiny/tiny.ipynb") }

func TestCheckOfTheSolution(t *testing.T) {
	out, errors, code := lgrade(t, "check", handIn(t, "tiny.ipynb", nil), "--course", tiny)
	if code != fine || errors != "" || !strings.HasSuffix(out, "\n6 of 6 points in the open checks; grading runs more checks\n") {
		t.Errorf("exit code %d\n%s%s", code, out, errors)
	}
	if strings.Contains(out, "secret") {
		t.Errorf("check makes hidden checks:\n%s", out)
	}
}

// What students get wrong, and what check says of it.
func TestCheckOfMistakes(t *testing.T) {
	for _, c := range []struct {
		answers map[string]string
		want    []string
	}{
		{map[string]string{
			"Score": "func Score(w []float64, b float64, x []float64) float64 { return 0 }",
			"Step":  "// later",
			"Train": "func Train(X [][]float64, t []float64, eta float64, epochs int) (w []float64, b float64) {\n\tfor {\n\t}\n}",
			"Order": "import \"os\"\n\nfunc Order(n int, rng *rand.Rand) []int {\n\tos.Exit(0)\n\treturn nil\n}",
		}, []string{
			"Score\n  ✗ is the bias at 0\n      Score([1 2], 0.5, [0 0])\n      got:  0\n      want: 0.5\n      hint: w·x is 0 there\n",
			"Step\n  ! cell 4 (Step) has no function Step\n",
			"Train\n  ! did not end within ",
			"Order\n  ! cell 8 (Order), line 4: os.Exit belongs to package \"os\", which answers may not use",
			"\n0 of 6 points in the open checks",
		}},
		{map[string]string{
			"Score": "func Score(w, x []float64, b float64) float64 { return b }",
			"Order": "func Order(n int, rng *rand.Rand) []int {\n\treturn order\n}",
		}, []string{
			"Score\n  ! cell 2 (Score), line 1: Score is a func(",
			"Train\n  ✓ learns AND\n",
			"Order\n  ! cell 8 (Order), line 2: undefined: order\n",
		}},
	} {
		out, errors, code := lgrade(t, "check", handIn(t, "tiny.ipynb", c.answers), "--course", tiny)
		if code != failed || errors != "" {
			t.Errorf("exit code %d, errors %q", code, errors)
		}
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("no %q in\n%s", want, out)
			}
		}
	}
}

func TestCheckSaysWhichAssignment(t *testing.T) {
	path := handIn(t, "homework1.ipynb", nil)
	if _, errors, code := lgrade(t, "check", path, "--course", tiny); code != misuse || !strings.Contains(errors, "does not say which assignment it is: name it with --assignment (one of tiny") {
		t.Errorf("exit code %d: %s", code, errors)
	}
	if out, errors, code := lgrade(t, "check", path, "--course", tiny, "-a", "tiny"); code != fine {
		t.Errorf("exit code %d\n%s%s", code, out, errors)
	}
	if _, errors, code := lgrade(t, "check", handIn(t, "Tiny (2).ipynb", nil), "--course", tiny); code != fine {
		t.Errorf("exit code %d: %s", code, errors)
	}
}

func TestCheckOfWhatIsNoNotebook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tiny.ipynb")
	if err := os.WriteFile(path, []byte("<html>"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{path, "tiny.ipynb: this is a web page"},
		{path + "2", "no such file"},
	} {
		if _, errors, code := lgrade(t, "check", c.path, "--course", tiny); code != failed || !strings.Contains(errors, c.want) {
			t.Errorf("exit code %d: %s", code, errors)
		}
	}
}

// Where students work, the released notebook lies in the place of the source, and
// nothing is hidden.
func TestCheckWhereStudentsWork(t *testing.T) {
	lab := t.TempDir()
	if err := os.CopyFS(lab, os.DirFS("testdata/home")); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	mod := strings.Replace(file(t, filepath.Join(lab, "go.mod")), "../../../..", root, 1)
	if err := os.WriteFile(filepath.Join(lab, "go.mod"), []byte(mod), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, errors, code := lgrade(t, "release", "double", "-o", filepath.Join(lab, "double"), "--course", "testdata/home"); code != fine {
		t.Fatal(errors)
	}
	path := filepath.Join(lab, "double", "double.ipynb")
	answered := strings.Replace(file(t, path), `panic(\"not implemented: Double\")`, "return x + x", 1)
	mine := filepath.Join(t.TempDir(), "mine.ipynb")
	if err := os.WriteFile(mine, []byte(answered), 0o644); err != nil {
		t.Fatal(err)
	}
	out, errors, code := lgrade(t, "check", mine, "--course", lab)
	want := mine + `: Twice as much
Double
  ✓ doubles 2
  ✓ doubles -Inf
Sum
  ✗ not written yet
2 of 3 points in the open checks; grading runs more checks
`
	if code != failed || errors != "" || out != want {
		t.Errorf("exit code %d\n%s%s\nwant\n%s", code, out, errors, want)
	}

	old := strings.Replace(answered, `"release": "`, `"release": "0`, 1)
	if err := os.WriteFile(mine, []byte(old), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, _, _ := lgrade(t, "check", mine, "--course", lab); !strings.Contains(out, "note: the notebook is from release 0") {
		t.Errorf("an older release is not noted:\n%s", out)
	}
}

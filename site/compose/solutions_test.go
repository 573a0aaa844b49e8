package compose

import (
	"encoding/json"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var solutions = regexp.MustCompile("(?s)<details><summary>Solution.*?</details>")
var goBlock = regexp.MustCompile("(?s)```go\n(.*?)```")

// The solutions of the exercises are text of the notebooks, which no kernel runs. Each must
// compile below the cells that stand above it.
func TestSolutionsCompile(t *testing.T) {
	notebooks, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil || len(notebooks) == 0 {
		t.Fatalf("no notebooks: %v", err)
	}
	packages, imp := courseImporter(t)
	for _, file := range notebooks {
		name := strings.TrimSuffix(filepath.Base(file), ".ipynb")
		t.Run(name, func(t *testing.T) {
			var above []string
			checked := 0
			for number, cell := range cellsOf(t, file) {
				source := strings.Join(cell.Source, "")
				if cell.Type == "code" {
					above = append(above, source)
					continue
				}
				for _, solution := range solutions.FindAllString(source, -1) {
					for _, block := range goBlock.FindAllStringSubmatch(solution, -1) {
						checked++
						if err := compiles(append(above[:len(above):len(above)], block[1]), packages, imp); err != "" {
							t.Errorf("cell %d of %s: the solution does not compile:\n%s\n%s", number, file, err, block[1])
						}
					}
				}
			}
			if checked == 0 && filepath.Base(file) != "read.ipynb" { // which has no exercises
				t.Errorf("%s has no solution with code", file)
			}
		})
	}
}

type notebookCell struct {
	Type   string   `json:"cell_type"`
	Source []string `json:"source"`
}

func cellsOf(t *testing.T, file string) []notebookCell {
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var notebook struct{ Cells []notebookCell }
	if err := json.Unmarshal(content, &notebook); err != nil {
		t.Fatal(err)
	}
	return notebook.Cells
}

func codeCells(t *testing.T, file string) []string {
	var sources []string
	for _, cell := range cellsOf(t, file) {
		if cell.Type == "code" {
			sources = append(sources, strings.Join(cell.Source, ""))
		}
	}
	return sources
}

func compiles(cells []string, packages Packages, imp types.Importer) string {
	program, problems := Cells(cells, packages)
	if len(problems) > 0 {
		return problems[0].Message
	}
	return check(program.Source, imp)
}

// courseImporter reads the export data of the packages that a notebook may import.
func courseImporter(t *testing.T) (Packages, types.Importer) {
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Name}} {{.Export}}",
		"std", "linclass/lclass/...", "linclass/plots", "linclass/datasets", "linclass/frames", "linclass/notebooks/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	packages, exports := make(Packages), make(map[string]string)
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue // unsafe has no export data
		}
		path, name := fields[0], fields[1]
		exports[path] = fields[2]
		if name != "main" && !strings.Contains(path, "internal") && !strings.HasPrefix(path, "vendor/") {
			packages[path] = name
		}
	}
	return packages, importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
}

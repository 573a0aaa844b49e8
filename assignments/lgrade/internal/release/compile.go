package release

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/notebook"
)

// flags are those of the kernel, so that what cells import is compiled once for both.
const flags = "-gcflags=all=-dwarf=false -tags=notebook"

// compile builds the code cells, as the kernel would, to see that students can
// start from them. Nothing is run, and nothing written into the clone.
func compile(ctx context.Context, a *assignment.Assignment, n *notebook.Notebook) error {
	files, err := program(n)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "lgrade-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	const room = "released" // a directory that only the compiler sees
	overlay := map[string]string{}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			return err
		}
		overlay[filepath.Join(a.Dir(), room, name)] = path
	}
	list, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		return err
	}
	listed := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(listed, list, 0o600); err != nil {
		return err
	}
	build := exec.CommandContext(ctx, "go", "build", "-overlay", listed, "-gcflags=-e", "./"+room)
	build.Dir = a.Dir()
	build.Env = append(os.Environ(), "GOFLAGS="+flags, "CGO_ENABLED=0", "GOWORK=off", "PWD="+a.Dir())
	var out bytes.Buffer
	build.Stdout, build.Stderr = &out, &out
	err = build.Run()
	switch {
	case err == nil:
		return nil
	case errors.As(err, new(*exec.ExitError)):
		return fmt.Errorf("the cells, as students get them, do not compile:\n%w", said(out.String()))
	}
	return fmt.Errorf("the cells cannot be compiled: %w", err)
}

// place is how the compiler says where a mistake is.
var place = regexp.MustCompile(`.*(cell \d+):(\d+)(?::\d+)?:`)

// said leaves of what go prints the lines about cells, if there are any.
func said(output string) error {
	var cells []error
	for line := range strings.Lines(output) {
		if m := place.FindStringSubmatch(line); m != nil {
			number, _ := strconv.Atoi(m[2])
			cells = append(cells, &Mistake{m[1], number, "Go", strings.TrimSpace(place.ReplaceAllString(line, "$1, line $2:"))})
		}
	}
	if len(cells) == 0 {
		return errors.New(output)
	}
	return errors.Join(cells...)
}

// program makes a package of the cells, a file each.
func program(n *notebook.Notebook) (map[string][]byte, error) {
	var cells []*cell
	var problems []error
	known := map[string]string{}
	for i, c := range n.Cells {
		if c.Kind != "code" {
			continue
		}
		parsed, err := parse(i+1, c.Source)
		if err != nil {
			problems = append(problems, said(err.Error()))
			continue
		}
		for name, spec := range parsed.imports {
			known[name] = spec
		}
		cells = append(cells, parsed)
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	files := map[string][]byte{"doc.go": []byte("package released\n")}
	for _, c := range cells {
		files[fmt.Sprintf("cell%d.go", c.number)] = c.file(known)
	}
	return files, nil
}

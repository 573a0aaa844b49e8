//go:build page

// Wasm is package compose for a page: a module without a main, whose function call
// answers questions in JSON.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/importer"
	"go/token"
	"io"
	"unsafe"

	"linclass/internal/page"
	"linclass/site/compose"
)

func main() {}

var (
	packages compose.Packages
	composer *compose.Composer
	question []byte
	last     []byte
)

// room returns where a question of n bytes is to be written.
//
//go:wasmexport room
func room(n int32) unsafe.Pointer {
	question = make([]byte, n+1)
	return unsafe.Pointer(unsafe.SliceData(question))
}

// call answers the question and returns the length of the answer.
//
//go:wasmexport call
func call() int32 {
	answer, err := do(question[:len(question)-1])
	if err != nil {
		answer = map[string]string{"error": err.Error()}
	}
	last, err = json.Marshal(answer)
	if err != nil {
		last = fmt.Appendf(nil, `{"error":%q}`, err.Error())
	}
	return int32(len(last))
}

// answer returns where the answer stands.
//
//go:wasmexport answer
func answer() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(last)) }

// imports reads the export data of packages, which the page has.
var imports = importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
	data, err := page.Ask("exports", []byte(path))
	return io.NopCloser(bytes.NewReader(data)), err
})

func do(question []byte) (any, error) {
	var q struct {
		Do       string
		Packages compose.Packages
		Cells    []string
		Source   string
		Offset   int
	}
	if err := json.Unmarshal(question, &q); err != nil {
		return nil, err
	}
	switch q.Do {
	case "packages":
		packages = q.Packages
		composer = compose.NewComposer(packages)
		return struct{}{}, nil
	case "compose":
		program, problems := composer.Cells(q.Cells)
		return map[string]any{"program": program, "problems": problems}, nil
	case "compiled":
		composer.Compiled()
		return struct{}{}, nil
	case "format":
		source, problems := compose.Format(q.Source)
		return map[string]any{"source": source, "problems": problems}, nil
	case "complete":
		from, items := compose.Complete(q.Cells, q.Offset, packages, imports)
		return map[string]any{"from": from, "items": items}, nil
	}
	return nil, fmt.Errorf("compose: no question %q", q.Do)
}

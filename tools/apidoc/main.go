// Apidoc writes the documentation of the packages that programs may import, as JSON for
// the pages of the site: apidoc DIRECTORY PATTERN... >api.json. The patterns are those of
// the go command in the directory.
//
// All HTML is what package go/doc/comment makes of doc comments, and declarations whose
// names lead to their documentation.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// A pkg is a package, whose page is api-NAME.html.
type pkg struct {
	Path     string    `json:"path"`
	Source   string    `json:"source"` // its directory in the module
	Name     string    `json:"name"`
	Synopsis string    `json:"synopsis"`
	Doc      string    `json:"doc"` // HTML
	Examples []example `json:"examples"`
	Items    []item    `json:"items"`
}

// An item is a declaration, with the methods and constructors if it is a type.
type item struct {
	Kind     string    `json:"kind"` // const, var, func, type or method
	Title    string    `json:"title"`
	Names    []string  `json:"names"` // what it declares; Type.Method for a method
	Decl     string    `json:"decl"`  // HTML
	Doc      string    `json:"doc"`   // HTML
	Examples []example `json:"examples"`
	Items    []item    `json:"items"`
}

type example struct {
	Title  string `json:"title"`
	Doc    string `json:"doc"` // HTML
	Code   string `json:"code"`
	Output string `json:"output"`
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: apidoc DIRECTORY PATTERN... >api.json")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "apidoc:", err)
		os.Exit(1)
	}
}

func run(dir string, patterns []string, out io.Writer) error {
	listed, err := list(dir, patterns)
	if err != nil {
		return err
	}
	pages := map[string]string{}
	for _, l := range listed {
		page := "api-" + l.Name + ".html"
		for path, other := range pages {
			if other == page {
				return fmt.Errorf("%s and %s have the same name, so they would share a page; rename one", path, l.ImportPath)
			}
		}
		pages[l.ImportPath] = page
	}
	packages := []pkg{}
	for _, l := range listed {
		p, err := document(l, pages)
		if err != nil {
			return fmt.Errorf("%s: %w", l.ImportPath, err)
		}
		packages = append(packages, p)
	}
	return json.NewEncoder(out).Encode(packages)
}

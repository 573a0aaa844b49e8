// Sbom writes a list of components as a CycloneDX bill of materials.
//
// Usage:
//
//	sbom KIND NAME VERSION <LIST >bom.json
//
// What they are components of is of a kind that CycloneDX names, such as container or
// application.
//
// Each line of the list is a kind (deb, golang or pypi), a name and a version,
// and for Debian the architecture, with tabs between.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
	"github.com/package-url/packageurl-go"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: sbom KIND NAME VERSION <LIST >bom.json")
		os.Exit(2)
	}
	if err := run(cyclonedx.ComponentType(os.Args[1]), os.Args[2], os.Args[3], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(kind cyclonedx.ComponentType, name, version string, list io.Reader, out io.Writer) error {
	components, err := read(list)
	if err != nil {
		return err
	}
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{
		Component: &cyclonedx.Component{Type: kind, Name: name, Version: version},
	}
	bom.Components = &components
	return cyclonedx.NewBOMEncoder(out, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
}

// A lineError says what is wrong with a line of the list.
type lineError struct {
	Line int // from 1
	Text string
	err  error
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d, %q: %v", e.Line, e.Text, e.err) }

func (e *lineError) Unwrap() error { return e.err }

// read returns a component for each line that differs from those before it.
func read(list io.Reader) ([]cyclonedx.Component, error) {
	var components []cyclonedx.Component
	seen := map[string]bool{}
	lines := bufio.NewScanner(list)
	for n := 1; lines.Scan(); n++ {
		c, err := component(strings.Split(lines.Text(), "\t"))
		if err != nil {
			return nil, &lineError{n, lines.Text(), err}
		}
		if !seen[c.PackageURL] {
			seen[c.PackageURL] = true
			components = append(components, c)
		}
	}
	return components, lines.Err()
}

func component(fields []string) (cyclonedx.Component, error) {
	if len(fields) < 3 || fields[1] == "" || fields[2] == "" {
		return cyclonedx.Component{}, fmt.Errorf("a line needs a kind, a name and a version")
	}
	kind, name, version := fields[0], fields[1], fields[2]
	url := packageurl.PackageURL{Type: kind, Name: name, Version: version}
	switch kind {
	case packageurl.TypeDebian:
		url.Namespace = "debian"
		if len(fields) > 3 {
			url.Qualifiers = packageurl.QualifiersFromMap(map[string]string{"arch": fields[3]})
		}
	case packageurl.TypeGolang:
		if i := strings.LastIndex(name, "/"); i >= 0 {
			url.Namespace, url.Name = name[:i], name[i+1:]
		}
	case packageurl.TypePyPi:
	default:
		return cyclonedx.Component{}, fmt.Errorf("the kind is %q, want deb, golang or pypi", kind)
	}
	return cyclonedx.Component{
		BOMRef:     url.String(),
		Type:       cyclonedx.ComponentTypeLibrary,
		Name:       name,
		Version:    version,
		PackageURL: url.String(),
	}, nil
}

package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/CycloneDX/cyclonedx-go"
)

func TestRun(t *testing.T) {
	list := "deb\ttini\t0.19.0-3+b3\tamd64\n" +
		"golang\tgonum.org/v1/gonum\tv0.17.0\n" +
		"golang\tgonum.org/v1/gonum\tv0.17.0\n" +
		"pypi\tjupyterlab\t4.0.11\n"
	var out bytes.Buffer
	if err := run(cyclonedx.ComponentTypeContainer, "lab", "1", strings.NewReader(list), &out); err != nil {
		t.Fatal(err)
	}
	bom := new(cyclonedx.BOM)
	if err := cyclonedx.NewBOMDecoder(&out, cyclonedx.BOMFileFormatJSON).Decode(bom); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range *bom.Components {
		got = append(got, c.PackageURL)
	}
	want := []string{ // as the Package URL specification writes them
		"pkg:deb/debian/tini@0.19.0-3%2Bb3?arch=amd64",
		"pkg:golang/gonum.org/v1/gonum@v0.17.0",
		"pkg:pypi/jupyterlab@4.0.11",
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("components %q, want %q", got, want)
	}
}

func TestRunRefuses(t *testing.T) {
	for _, line := range []string{"deb\ttini", "npm\tx\t1", "golang\t\tv1"} {
		err := run(cyclonedx.ComponentTypeContainer, "lab", "1", strings.NewReader("pypi\tjupyterlab\t4\n"+line), new(bytes.Buffer))
		if e := new(lineError); !errors.As(err, &e) || e.Line != 2 || e.Text != line {
			t.Errorf("%q: error %v, want one of line 2", line, err)
		}
	}
}

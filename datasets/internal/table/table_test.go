package table

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gota/gota/series"

	"linclass/internal/errtest"
)

var columns = []Column{{"id", series.Int}, {"age", series.Float}, {"name", series.String}}

func TestParse(t *testing.T) {
	df := errtest.Must(Parse("a.csv", []byte("id,age,name\n1,22.5,\"Braund, Mr. Owen\"\n2,,\n"), columns))
	if !slices.Equal(df.Types(), []series.Type{series.Int, series.Float, series.String}) {
		t.Errorf("types %v", df.Types())
	}
	if id, err := df.Col("id").Int(); err != nil || !slices.Equal(id, []int{1, 2}) {
		t.Errorf("id %v, %v", id, err)
	}
	if age := df.Col("age").Float(); age[0] != 22.5 || !math.IsNaN(age[1]) {
		t.Errorf("age %v", age)
	}
	name := df.Col("name")
	if name.Records()[0] != "Braund, Mr. Owen" || !slices.Equal(name.IsNaN(), []bool{false, true}) {
		t.Errorf("name %v, missing %v", name.Records(), name.IsNaN())
	}
}

var broken = []struct {
	name         string
	content      string
	offset       int64
	line, column int
	reason       string
}{
	{"empty", "", 0, 1, 1, "empty"},
	{"a page instead of a table", "<!doctype html>", 0, 1, 1, "number of fields"},
	{"other header", "id,alter,name\n", 0, 1, 4, `"alter" instead of "age"`},
	{"cut off", "id,age,name\n1,2,x\n2,3", 18, 3, 1, "number of fields"},
	{"cut off in quotes", "id,age,name\n1,2,\"x", 12, 2, 7, "quote"},
	{"text for an integer", "id,age,name\nx,2,y\n", 12, 2, 1, `id: "x" is not a whole number`},
	{"missing integer", "id,age,name\n,2,y\n", 12, 2, 1, `id: "" is not a whole number`},
	{"text for a float", "id,age,name\n1,2,y\n2,old,z\n", 18, 3, 3, `age: "old" is not a finite number`},
	{"infinite", "id,age,name\n1,1e999,y\n", 12, 2, 3, "finite"},
	{"NaN as text", "id,age,name\n1,NaN,y\n", 12, 2, 3, "finite"},
}

func TestBroken(t *testing.T) {
	for _, test := range broken {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse("some.csv", []byte(test.content), columns)
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v", err)
			}
			if e.Name != "some.csv" || e.Offset != test.offset || e.Line != test.line || e.Column != test.column || !strings.Contains(e.Reason, test.reason) {
				t.Errorf("got %q, want offset %d, line %d, column %d, %q", err, test.offset, test.line, test.column, test.reason)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, test := range broken {
		f.Add([]byte(test.content))
	}
	f.Add([]byte("id,age,name\r\n-1,2e-9,\"a \"\"b\"\"\nc\"\r\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		df, err := Parse("f.csv", content, columns)
		if err != nil {
			if e := new(Error); !errors.As(err, &e) || e.Name != "f.csv" {
				t.Errorf("%v does not name the file", err)
			}
			return
		}
		if !slices.Equal(df.Names(), []string{"id", "age", "name"}) {
			t.Errorf("columns %v", df.Names())
		}
		if n := df.Nrow(); n > bytes.Count(content, []byte{'\n'}) {
			t.Errorf("%d rows from %q", n, content)
		}
	})
}

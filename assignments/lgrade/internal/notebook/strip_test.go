package notebook

import (
	"reflect"
	"testing"
)

func TestStrip(t *testing.T) {
	n := read(t, []byte(notebook4))
	n.Cells[0].Metadata["tags"] = []any{"given"}
	n.Strip()
	c := n.Cells[0]
	if c.Outputs != nil || c.Count != 0 || c.Grade == nil || c.Grade.ID != "Score" || c.ID != "cell-1" {
		t.Errorf("%+v", c)
	}
	if want := map[string]any{"tags": []any{"given"}}; !reflect.DeepEqual(c.Metadata, want) {
		t.Errorf("metadata %v", c.Metadata)
	}
	if n.Kernel() != "lclass" {
		t.Errorf("kernel %q", n.Kernel())
	}
}

func TestLock(t *testing.T) {
	for _, c := range []struct {
		name                string
		grade               *Grade
		deletable, editable bool
	}{
		{"no metadata", nil, true, true},
		{"solution", &Grade{Solution: true}, false, true},
		{"check", &Grade{Grade: true, Locked: true}, false, false},
		{"given", &Grade{Locked: true}, false, false},
		{"written", &Grade{Grade: true, Solution: true}, false, true},
		{"nothing asked", &Grade{}, true, true},
	} {
		n := &Notebook{Cells: []Cell{{Grade: c.grade, Metadata: map[string]any{}}}}
		n.Lock()
		m := n.Cells[0].Metadata
		if deletable, editable := m["deletable"] != false, m["editable"] != false; deletable != c.deletable || editable != c.editable {
			t.Errorf("%s: %v", c.name, m)
		}
	}
}

func TestGoOn(t *testing.T) {
	for _, c := range []struct {
		name string
		cell Cell
		want any
	}{
		{"given", Cell{Kind: "code", Grade: &Grade{Locked: true}}, []any{"raises-exception"}},
		{"given, with a tag", Cell{Kind: "code", Grade: &Grade{Locked: true}, Metadata: map[string]any{"tags": []any{"wide"}}}, []any{"wide", "raises-exception"}},
		{"check", Cell{Kind: "code", Grade: &Grade{Grade: true, Locked: true}}, []any{"raises-exception"}},
		{"solution", Cell{Kind: "code", Grade: &Grade{Solution: true}}, nil},
		{"of a student", Cell{Kind: "code"}, nil},
		{"text", Cell{Kind: "markdown", Grade: &Grade{Locked: true}}, nil},
	} {
		if c.cell.Metadata == nil {
			c.cell.Metadata = map[string]any{}
		}
		n := &Notebook{Cells: []Cell{c.cell}}
		n.GoOn()
		if got := n.Cells[0].Metadata["tags"]; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: tags %v, want %v", c.name, got, c.want)
		}
	}
}

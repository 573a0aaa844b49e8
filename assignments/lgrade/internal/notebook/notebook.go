// Package notebook reads Jupyter notebooks as students hand them in, and writes
// them in one form, byte for byte. It knows nbgrader's metadata, and how a source
// notebook becomes the one that students get: without outputs and solutions, and
// with its check cells locked.
package notebook

import "fmt"

// A Notebook is what Jupyter shows: cells from top to bottom.
type Notebook struct {
	Cells    []Cell
	Metadata map[string]any // kernelspec and whatever else there is
	Notes    []string       // what Read had to put right, in words for the lecturer
}

// An Error says what a file is that is no notebook, or why a cell cannot be cut.
type Error struct {
	What         string // such as "PDF"
	Line, Column int    // of the file or the cell, from 1; 0 for all of it
	text         string
}

func (e *Error) Error() string {
	switch {
	case e.Column > 0:
		return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.text)
	case e.Line > 0:
		return fmt.Sprintf("line %d: %s", e.Line, e.text)
	}
	return e.text
}

// A Cell is one cell of a notebook.
type Cell struct {
	Kind        string         // "code", "markdown" or "raw"
	ID          string         // Jupyter's own; Read gives one to cells that have none, or another's
	Source      string         // its lines end in "\n"
	Grade       *Grade         // nil for a cell that nbgrader does not know
	Metadata    map[string]any // all but nbgrader's
	Outputs     []any          // of a code cell, as they were read
	Count       int            // of a code cell: the n of In[n]; 0 if it has not run
	Attachments map[string]any // pictures in a text
}

// Find returns the cells with a grade_id, from top to bottom: none if there is no
// such cell, several if it was copied.
func (n *Notebook) Find(gradeID string) []*Cell {
	var found []*Cell
	for i := range n.Cells {
		if g := n.Cells[i].Grade; g != nil && g.ID == gradeID {
			found = append(found, &n.Cells[i])
		}
	}
	return found
}

// Name says in messages which cell the i-th one is: its place, counted from 1 over
// all cells, and its grade_id if there is one.
func (n *Notebook) Name(i int) string {
	if g := n.Cells[i].Grade; g != nil {
		return fmt.Sprintf("cell %d (%s)", i+1, g.ID)
	}
	return fmt.Sprintf("cell %d", i+1)
}

// Kernel returns the name of the kernel that the notebook asks for, "" if it does
// not say.
func (n *Notebook) Kernel() string {
	spec, _ := n.Metadata["kernelspec"].(map[string]any)
	name, _ := spec["name"].(string)
	return name
}

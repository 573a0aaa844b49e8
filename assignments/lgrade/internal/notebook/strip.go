package notebook

import "slices"

// Strip brings a notebook into the form that is kept in git: no outputs, no
// execution counts, and of the cells' metadata only nbgrader's and tags.
func (n *Notebook) Strip() {
	for i := range n.Cells {
		c := &n.Cells[i]
		c.Outputs, c.Count = nil, 0
		kept := map[string]any{}
		if tags, ok := c.Metadata["tags"]; ok {
			kept["tags"] = tags
		}
		c.Metadata = kept
	}
	n.Metadata = map[string]any{
		"kernelspec": map[string]any{
			"display_name": "Go (lclass)",
			"language":     "go",
			"name":         "lclass",
		},
		"language_info": map[string]any{
			"file_extension": ".go",
			"mimetype":       "text/x-go",
			"name":           "go",
		},
	}
}

// Lock forbids what would break grading, in the words that Jupyter and nbgrader
// have for it: to delete the cells that are graded or written in, and to change
// those that are given.
func (n *Notebook) Lock() {
	for _, c := range n.Cells {
		g := c.Grade
		if g == nil {
			continue
		}
		if g.Grade || g.Solution || g.Locked || g.Task {
			c.Metadata["deletable"] = false
		}
		if g.Locked && !g.Solution {
			c.Metadata["editable"] = false
		}
	}
}

// GoOn lets a run of all cells pass by given cells that fail, such as a figure of a
// function that is not written yet: JupyterLab, nbclient and nbconvert respect the tag.
func (n *Notebook) GoOn() {
	for _, c := range n.Cells {
		if c.Kind == "code" && c.Grade != nil && c.Grade.Locked && !c.Grade.Solution {
			tags, _ := c.Metadata["tags"].([]any)
			c.Metadata["tags"] = append(slices.Clone(tags), "raises-exception")
		}
	}
}

package notebook

import (
	"encoding/json"
	"maps"
	"math"
	"strconv"
)

// schema is the version of nbgrader's metadata that is written; older ones differ in
// keys that they lack.
const schema = 3

// Grade is what nbgrader notes of a cell.
type Grade struct {
	ID       string  // grade_id: unique in the notebook, unless a student has copied the cell
	Grade    bool    // points are given for the cell
	Solution bool    // students write in the cell
	Locked   bool    // students must not change the cell
	Task     bool    // a markdown cell that describes a task which is marked by hand
	Points   float64 // at most

	rest map[string]any // keys that are not ours
}

// takeGrade takes nbgrader's part out of the metadata of a cell; nil if there is
// none, or one without a grade_id, which then stays.
func takeGrade(metadata map[string]any) *Grade {
	rest, _ := metadata["nbgrader"].(map[string]any)
	g := &Grade{rest: rest}
	g.ID, _ = rest["grade_id"].(string)
	if g.ID == "" {
		return nil
	}
	g.Grade, _ = rest["grade"].(bool)
	g.Solution, _ = rest["solution"].(bool)
	g.Locked, _ = rest["locked"].(bool)
	g.Task, _ = rest["task"].(bool)
	g.Points = number(rest["points"])
	for key := range g.fields() {
		delete(rest, key)
	}
	delete(metadata, "nbgrader")
	return g
}

// number reads what should be a number and may be one in quotes; 0 if it is not.
func number(value any) float64 {
	var text string
	switch v := value.(type) {
	case json.Number:
		text = v.String()
	case string:
		text = v
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return 0
	}
	return x
}

func (g *Grade) fields() map[string]any {
	return map[string]any{
		"schema_version": schema,
		"grade_id":       g.ID,
		"grade":          g.Grade,
		"solution":       g.Solution,
		"locked":         g.Locked,
		"task":           g.Task,
		"points":         g.Points,
	}
}

func (g *Grade) metadata() map[string]any {
	all := g.fields()
	maps.Copy(all, g.rest)
	return all
}

package lecture

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"sync"

	"linclass/plots/display"
)

// check is one comparison of what is expected with what we compute.
type check struct {
	Row      int    `json:"row"`
	Kind     string `json:"kind"`
	Lecture  Name   `json:"lecture"` // this and the next two: only if Kind is printed
	Place    string `json:"place"`
	Text     string `json:"text"`
	What     string `json:"what"`
	Says     string `json:"says"`
	Computed string `json:"computed"`
	OK       bool   `json:"ok"`
	State    string `json:"state"`
	Why      string `json:"why"`

	refused bool // the check itself is wrong, whatever it compares
}

// The states of a check.
const (
	stateAgrees  = "agrees"
	stateNear    = "near"
	stateDiffers = "differs"
	stateSlip    = "slip"
)

// refuse makes c fail because the check itself is wrong. The first reason stays.
func (c *check) refuse(why string) {
	if !c.refused {
		c.OK, c.Why, c.refused = false, why, true
	}
}

// report completes c by its source, shows it and records it.
func report(source Name, c check) {
	if c.Row < 1 && !(c.State == stateSlip && c.Row == 0) {
		c.refuse(fmt.Sprintf("A check needs the row of its figure or number, 1 or more, and not %d", c.Row))
	}
	c.Kind = source.kind()
	switch c.Kind {
	case "":
		c.Kind = kindOurs
		c.refuse(fmt.Sprintf("%q is no lecture; use one of the five, lecture.Theory or lecture.Ours", string(source)))
	case kindPrinted:
		c.Lecture = source
		q, err := findQuote(source, c.Row, c.Says)
		if err != nil {
			c.refuse(err.Error())
		}
		c.Place, c.Text = q.place, q.text
	}
	switch {
	case !c.OK:
		c.State = stateDiffers
	case c.State == "":
		c.State = stateAgrees
	}
	c.What, c.Says, c.Computed = realMinuses(c.What), realMinuses(c.Says), realMinuses(c.Computed)
	publish(c, c.html())
}

// publishing keeps the lines of concurrent checks apart.
var publishing sync.Mutex

// publish shows a line for v and records v for the run of all notebooks.
func publish(v any, line string) {
	publishing.Lock()
	defer publishing.Unlock()
	display.HTML(line)
	if err := record(v); err != nil {
		display.HTML(problem.line("The line above could not be recorded: " + html.EscapeString(err.Error())))
	}
}

// record appends v as one line to the file that LCLASS_CHECKS names. A single
// write in append mode keeps the lines of several programs apart.
func record(v any) error {
	name := os.Getenv("LCLASS_CHECKS")
	if name == "" {
		return nil
	}
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}

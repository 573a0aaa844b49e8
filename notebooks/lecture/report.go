package lecture

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"sync"

	"linclass/plots/display"
)

// check is one comparison of what a lecture says with what we compute.
type check struct {
	Row      int    `json:"row"`
	Lecture  Name   `json:"lecture"`
	What     string `json:"what"`
	Says     string `json:"says"`
	Computed string `json:"computed"`
	OK       bool   `json:"ok"`
	Why      string `json:"why"`
	Slip     bool   `json:"slip"`
}

// report shows c and records it.
func report(c check) {
	if c.Row < 1 && !(c.Slip && c.Row == 0) {
		c.OK, c.Why = false, fmt.Sprintf("A check needs the row of its figure or number, 1 or more, and not %d", c.Row)
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

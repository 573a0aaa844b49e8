package graded

import (
	"encoding/json"
	"strings"
	"testing"

	"linclass/assignments/checking"
)

func task(name string, checks ...checking.Check) checking.Task {
	return checking.Task{Name: name, Checks: checks}
}

func check(name string, do func(t *checking.Try)) checking.Check {
	return checking.Check{Name: name, Points: 1, Do: do}
}

func TestRun(t *testing.T) {
	var got []Message
	p := &Program{Task: "Double", send: func(report []byte) {
		var m Message
		if err := json.Unmarshal(report, &m); err != nil {
			t.Fatal(err)
		}
		got = append(got, m)
	}}
	p.Run(
		[]checking.Task{
			task("Other", check("is of another task", func(*checking.Try) {})),
			task("Double", check("doubles 1", func(t *checking.Try) { t.Number("Double(1)", 2, 2) })),
		},
		[]checking.Task{
			task("Double", check("doubles 0", func(*checking.Try) { panic(strings.Repeat("long", 1e6)) })),
		},
	)
	if len(got) != 4 || len(got[0].Plan) != 2 || got[1].Result == nil || got[2].Result == nil || !got[3].End {
		t.Fatalf("want the plan, two results, the end: %+v", got)
	}
	if p := got[0].Plan; p[0] != (Planned{"doubles 1", 1, false}) || p[1] != (Planned{"doubles 0", 1, true}) {
		t.Errorf("plan %+v", p)
	}
	if r := got[1].Result; r.Place != 0 || !r.Passed || r.Task != "Double" {
		t.Errorf("first result %+v", r)
	}
	if r := got[2].Result; r.Place != 1 || r.Passed || len(r.What) > 1100 {
		t.Errorf("second result %+v", r)
	}
}

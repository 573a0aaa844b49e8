package graded

import (
	"slices"
	"strings"
	"testing"

	"linclass/assignments/checking"
)

func task(name string, checks ...checking.Check) checking.Task {
	return checking.Task{Name: name, Checks: checks}
}

func check(name string, do func(t *checking.Try)) checking.Check {
	return checking.Check{Name: name, Points: 0.5, Do: do}
}

func TestRun(t *testing.T) {
	var reports [][]byte
	p := &Program{Task: "Double", send: func(report []byte) { reports = append(reports, report) }}
	p.Run(
		[]checking.Task{
			task("Other", check("is of another task", func(*checking.Try) {})),
			task("Double", check("doubles \"1\"\n", func(t *checking.Try) { t.Number("Double(1)", 2, 2) })),
		},
		[]checking.Task{
			task("Double", check("doubles 0", func(*checking.Try) { panic(strings.Repeat("long", 1e6)) })),
		},
	)
	l := Read("Double", reports)
	if want := []Planned{{"doubles \"1\"\n", "", 0.5, false}, {"doubles 0", "", 0.5, true}}; !slices.Equal(l.Plan, want) {
		t.Errorf("got the plan %+v, want %+v", l.Plan, want)
	}
	if r, want := l.Results[0], (checking.Result{Task: "Double", Check: "doubles \"1\"\n", Points: 0.5, Passed: true}); r != want {
		t.Errorf("first result %+v, want %+v", r, want)
	}
	if r := l.Results[1]; r.Passed || !strings.HasPrefix(r.What, "stops with a panic: long") || len(r.What) > 1100 {
		t.Errorf("second result %+v", r)
	}
	if len(l.Results) != 2 || !l.Ended {
		t.Errorf("%d results, ended is %v", len(l.Results), l.Ended)
	}
	if l := Read("Double", reports[:3]); l.Ended || len(l.Plan) != 2 {
		t.Errorf("before the results: %+v", l)
	}
	if l := Read("Double", reports[:1]); l.Plan != nil {
		t.Errorf("there is a plan before the checks begin: %+v", l)
	}
}

// Only what was planned, and only once, is a result.
func TestRead(t *testing.T) {
	l := Read("Double", [][]byte{
		[]byte("result 0 true \"\" \"\" \"\"\n"),
		[]byte("check \"a\" \"\" 1 false\n"), []byte("begin\n"),
		[]byte("result 0 false \"\" \"\" \"\"\n"),
		[]byte("result 0 true \"\" \"\" \"\"\n"),
		[]byte("result 1 true \"\" \"\" \"\"\n"),
		[]byte("nonsense"),
	})
	if len(l.Results) != 1 || l.Results[0].Passed {
		t.Errorf("%+v", l)
	}
}

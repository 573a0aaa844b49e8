package graded

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"linclass/assignments/checking"
	"linclass/assignments/checking/wire"
)

func task(name string, checks ...checking.Check) checking.Task {
	return checking.Task{Name: name, Checks: checks}
}

func check(name string, do func(t *checking.Try)) checking.Check {
	return checking.Check{Name: name, Points: 0.5, Do: do}
}

// reset makes the judge one that has called nothing, and gives it an answer.
func reset(t *testing.T, answer func(frame []byte) []byte) {
	clear(functions)
	calls, next, gone, exchange = 0, 0, false, answer
	t.Cleanup(func() { exchange, gone = wire.Exchange, false })
}

// run lets the judge make its checks.
func run(open, hidden []checking.Task) (Log, [][]byte) {
	var reports [][]byte
	p := &Program{Task: "Double", send: func(report []byte) { reports = append(reports, slices.Clone(report)) }}
	p.Run(open, hidden)
	return Read("Double", reports), reports
}

func TestRun(t *testing.T) {
	l, reports := run(
		[]checking.Task{
			task("Other", check("is of another task", func(*checking.Try) {})),
			task("Double", check("doubles \"1\"\n", func(t *checking.Try) { t.Number("Double(1)", 2, 2) })),
		},
		[]checking.Task{
			task("Double", check("doubles 0", func(*checking.Try) { panic(strings.Repeat("long", 1e6)) })),
		},
	)
	if want := []Planned{{"doubles \"1\"\n", "", 0.5, false}, {"doubles 0", "", 0.5, true}}; !slices.Equal(l.Plan, want) {
		t.Errorf("got the plan %+v, want %+v", l.Plan, want)
	}
	if len(l.Results) != 2 || !l.Ended {
		t.Fatalf("%d results, ended is %v", len(l.Results), l.Ended)
	}
	if r, want := l.Results[0], (checking.Result{Task: "Double", Check: "doubles \"1\"\n", Points: 0.5, Passed: true}); r != want {
		t.Errorf("first result %+v, want %+v", r, want)
	}
	if r := l.Results[1]; r.Passed || !strings.HasPrefix(r.What, "stops with a panic: long") || len(r.What) > 1100 {
		t.Errorf("second result %+v", r)
	}
	if l := Read("Double", reports[:3]); l.Ended || len(l.Plan) != 2 || len(l.Results) != 1 {
		t.Errorf("before the end: %+v", l)
	}
}

// double calls function 0 of the answer as a stub does.
func double(x float64) float64 {
	c := NewCall(0)
	c.Float(x)
	r := c.Do()
	y := r.Float()
	End(r)
	return y
}

func returned(number uint32, values ...float64) []byte {
	w := &wire.Writer{}
	w.Byte(wire.Returned)
	w.Number(number)
	for _, v := range values {
		w.Float(v)
	}
	return w.Frame
}

// Whatever comes back, a check passes only by a right result of the call that it made.
func TestForgedReplies(t *testing.T) {
	panicked := append([]byte{wire.Panicked, 1, 0, 0, 0, 3, 0, 0, 0}, "\x1bno"...)
	for _, c := range []struct {
		name  string
		reply []byte
		what  string // "" if it passes
	}{
		{"the right result", returned(1, 2), ""},
		{"the result of another call", returned(2, 2), "not a reply"},
		{"the result of no call", returned(0, 2), "not a reply"},
		{"too short", returned(1, 2)[:9], "not a reply"},
		{"no result", returned(1), "not a reply"},
		{"two results", returned(1, 2, 2), "not a reply"},
		{"a panic", panicked, `stops with a panic: \x1bno`},
		{"a panic of another call", append([]byte{wire.Panicked, 2}, panicked[2:]...), "not a reply"},
		{"a panic without a text", panicked[:5], "stops with a panic"},
		{"a frame of the judge", append([]byte{wire.Call}, returned(1, 2)[1:]...), "not a reply"},
		{"a report", []byte{result, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "not a reply"},
		{"the end of reports", []byte{ended, 1, 0, 0, 0}, "not a reply"},
		{"an unknown kind", []byte{99, 1, 0, 0, 0}, "not a reply"},
		{"one byte", []byte{wire.Returned}, "not a reply"},
	} {
		reset(t, func([]byte) []byte { return c.reply })
		l, _ := run([]checking.Task{task("Double", check("doubles 1", func(t *checking.Try) { t.Number("Double(1)", double(1), 2) }))}, nil)
		if len(l.Results) != 1 || !l.Ended {
			t.Errorf("%s: %+v", c.name, l)
			continue
		}
		if r := l.Results[0]; r.Passed != (c.what == "") || !strings.Contains(r.What, c.what) {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}

// When the answer is gone, nothing passes any more, not even a check that never calls it.
func TestGone(t *testing.T) {
	reset(t, func([]byte) []byte { return nil })
	l, _ := run([]checking.Task{task("Double",
		check("calls", func(t *checking.Try) { double(1) }),
		check("does not call", func(t *checking.Try) {}))}, nil)
	if len(l.Plan) != 2 || len(l.Results) != 0 || l.Ended {
		t.Errorf("%+v", l)
	}
}

// What a function of the judge panics with while the answer calls it back ends the check,
// whatever the answer does then; and it can be called while its call lasts and not after.
func TestCallBack(t *testing.T) {
	back := func(function byte) []byte { return []byte{wire.CallBack, function, 0, 0, 0} }
	apply := func(f func()) {
		c := NewCall(1)
		Function(&c.Writer, f == nil, func(r *wire.Reader, w *wire.Writer) { f() })
		c.Do()
	}
	for _, c := range []struct {
		name    string
		replies [][]byte // to the frames of the judge
		calls   int      // of the function
		sent    []byte   // the first byte of each frame of the judge
		passes  bool
	}{
		{"once", [][]byte{back(1), returned(1)}, 1, []byte{wire.Call, wire.Back}, true},
		{"three times", [][]byte{back(1), back(1), back(1), returned(1)}, 3, []byte{wire.Call, wire.Back, wire.Back, wire.Back}, true},
		{"one that was never given", [][]byte{back(9), returned(1)}, 0, []byte{wire.Call, wire.Failed}, true},
		{"none", [][]byte{back(0), returned(1)}, 0, []byte{wire.Call, wire.Failed}, true},
		{"without a number", [][]byte{{wire.CallBack}, returned(1)}, 0, []byte{wire.Call, wire.Failed}, true},
		{"and goes", [][]byte{back(1), nil}, 1, []byte{wire.Call, wire.Back}, false},
	} {
		n, sent := 0, []byte{}
		reset(t, func(frame []byte) []byte {
			sent = append(sent, frame[0])
			return c.replies[len(sent)-1]
		})
		r := check("", func(*checking.Try) { apply(func() { n++ }) }).Run("Double")
		if r.Passed != c.passes || n != c.calls || !slices.Equal(sent, c.sent) {
			t.Errorf("%s: passed is %t, %d calls, sent %v", c.name, r.Passed, n, sent)
		}
		if len(functions) != 0 {
			t.Errorf("%s: %d functions can still be called", c.name, len(functions))
		}
	}

	// A check fails in the function; the answer goes on calling and returns a result.
	frames, n := [][]byte{}, 0
	reset(t, func(frame []byte) []byte {
		frames = append(frames, frame)
		return [][]byte{back(1), back(1), returned(1)}[len(frames)-1]
	})
	r := check("", func(t *checking.Try) { apply(func() { n++; t.Fail("seen", "a", "b") }) }).Run("Double")
	if r.Passed || r.What != "seen" || n != 1 || frames[1][0] != wire.Failed || frames[2][0] != wire.Failed {
		t.Errorf("%+v after %d calls, sent %v", r, n, frames)
	}
}

// The answer has numbers of its own: the judge's go on as if it had drawn two.
func TestSource(t *testing.T) {
	rng, same := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
	w := &wire.Writer{}
	Source(w, rng)
	r := wire.NewReader(w.Frame)
	if !r.Bool() || uint64(r.Int()) != same.Uint64() || uint64(r.Int()) != same.Uint64() || rng.Uint64() != same.Uint64() {
		t.Error("not the next numbers")
	}
	w = &wire.Writer{}
	if Source(w, nil); len(w.Frame) != 1 {
		t.Errorf("no source is %v", w.Frame)
	}
}

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"Δw = η(t − y)x":           "Δw = η(t − y)x",
		"a\nb\x1b[31m\x00":         `a\nb\x1b[31m\x00`,
		"\u202etxt.exe":            `\u202etxt.exe`,
		"\xff":                     "\ufffd",
		strings.Repeat("x", 99999): strings.Repeat("x", wire.MostText+1) + "…",
	} {
		if got := Printable(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

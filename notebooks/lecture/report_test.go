package lecture

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// recorded runs f with a file for the checks and returns what f wrote to it.
func recorded(t *testing.T, f func()) []check {
	t.Helper()
	name := filepath.Join(t.TempDir(), "checks.jsonl")
	t.Setenv("LCLASS_CHECKS", name)
	f()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var checks []check
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var c check
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("line %q: %v", lines.Text(), err)
		}
		checks = append(checks, c)
	}
	return checks
}

const testTable = "Chemnitz\tSoftmax\t14\t.241, .654\n" +
	"Chemnitz\tSoftmax\t14\t0.4247\n" +
	"Dongguk\tIRLS\t0\tconcave\n" +
	"Edinburgh\tTitanic, \"weights\"\t33\t−0.97, 1.27\n" +
	"Edinburgh\tTitanic\t33\t80%\n" +
	"KMITL\tXOR\t3\tIt failed on XOR\n" +
	"KMITL\tAND\t22\t0.3\n" +
	"KMITL\tAND\t22\tfew\n"

// withTable puts a table in the place of printed.tsv.
func withTable(t *testing.T, table string) {
	t.Helper()
	before := quotes
	t.Cleanup(func() { quotes = before })
	quotes = func() ([]quote, error) { return parseQuotes(table) }
}

func TestRecords(t *testing.T) {
	const (
		noRow  = "A check needs the row of its figure or number, 1 or more, and not "
		noLine = "notebooks/lecture/printed.tsv has no line for "
		add    = "; add it if the lecture prints this, otherwise use lecture.Theory or lecture.Ours"
	)
	withTable(t, testTable)
	titanic := check{Row: 33, Kind: "printed", Lecture: Edinburgh, Place: "Titanic", Text: "80%", What: "accuracy", Says: "80 %"}
	weights := check{Row: 33, Kind: "printed", Lecture: Edinburgh, Place: `Titanic, "weights"`, Text: "−0.97, 1.27", What: "w"}
	softmax := check{Row: 14, Kind: "printed", Lecture: Chemnitz, Place: "Softmax", Text: ".241, .654", What: "softmax"}
	and := check{Row: 22, Kind: "printed", Lecture: KMITL, Place: "AND", Text: "0.3", What: "θ", Says: "0.3"}
	theory := check{Row: 8, Kind: "theory", What: "mean"}
	ours := check{Row: 34, Kind: "ours", What: "loss"}
	// with completes a check: what it says and computes, whether that is right, the state and why.
	with := func(c check, says, computed string, ok bool, state, why string) check {
		c.Says, c.Computed, c.OK, c.State, c.Why = says, computed, ok, state, why
		return c
	}
	unlisted := func(c check) check {
		c.Place, c.Text = "", ""
		return c
	}
	for _, c := range []struct {
		name string
		do   func()
		want check
	}{
		{"Number", func() { Number(33, Edinburgh, "accuracy", "80 %", 0.797) },
			with(titanic, "80 %", "80 %", true, "agrees", "")},
		{"Number of a list", func() { Number(33, Edinburgh, "w", "-0.97", -0.967) },
			with(weights, "−0.97", "−0.97", true, "agrees", "")},
		{"Numbers", func() { Numbers(14, Chemnitz, "softmax", "(.241, .654)", []float64{0.241, 0.654}) },
			with(softmax, "(.241, .654)", "0.241, 0.654", true, "agrees", "")},
		{"Numbers differ", func() { Numbers(14, Chemnitz, "softmax", ".241, .654", []float64{0.241, 0.655}) },
			with(softmax, ".241, .654", "0.241, 0.655", false, "differs", "")},
		{"Numbers in number", func() { Numbers(14, Chemnitz, "softmax", ".241", []float64{0.241, 0.655}) },
			with(softmax, ".241", "0.241, 0.655", false, "differs", "1 numbers are expected, and we have 2")},
		{"Number without a number", func() { Number(22, Theory, "w", "few", 1) },
			with(check{Row: 22, Kind: "theory", What: "w"}, "few", "1", false, "differs", `No number such as −0.97 or 80 % can be read from "few"`)},
		{"Number not in the table", func() { Number(33, Edinburgh, "w", "0.5", 0.5) },
			with(unlisted(weights), "0.5", "0.5", false, "differs", noLine+`Edinburgh, row 33, with the text "0.5"`+add)},
		{"Number of another row", func() { Number(14, Edinburgh, "accuracy", "80 %", 0.8) },
			with(check{Row: 14, Kind: "printed", Lecture: Edinburgh, What: "accuracy"}, "80 %", "80 %", false, "differs", noLine+`Edinburgh, row 14, with the text "80 %"`+add)},
		{"Number of another lecture", func() { Number(33, Notes, "accuracy", "80 %", 0.8) },
			with(check{Row: 33, Kind: "printed", Lecture: Notes, What: "accuracy"}, "80 %", "80 %", false, "differs", noLine+`Notes, row 33, with the text "80 %"`+add)},
		{"Number of a formula", func() { Number(8, Theory, "mean", "0.5", 0.52) },
			with(theory, "0.5", "0.5", true, "agrees", "")},
		{"Number of ours", func() { Number(34, Ours, "loss", "0.24", 0.2) },
			with(ours, "0.24", "0.20", false, "differs", "")},
		{"Number of nobody", func() { Number(34, "Oxford", "loss", "0.24", 0.24) },
			with(ours, "0.24", "0.24", false, "differs", `"Oxford" is no lecture; use one of the five, lecture.Theory or lecture.Ours`)},

		{"Near", func() { Near(8, Theory, "mean", 0.4247, 0.42471, 1e-4) },
			with(theory, "0.4247 ± 0.0001", "0.42471", true, "agrees", "")},
		{"Near, too far", func() { Near(34, Ours, "loss", -0.4247, -0.4249, 1e-4) },
			with(ours, "−0.4247 ± 0.0001", "−0.42490", false, "differs", "")},
		{"Near, exact", func() { Near(8, Theory, "mean", 1, 1, 0) },
			with(theory, "1 ± 0", "1", true, "agrees", "")},
		{"Near a lecture", func() { Near(14, Chemnitz, "softmax", 0.4247, 0.42471, 1e-4) },
			with(unlisted(softmax), "0.4247 ± 0.0001", "0.42471", false, "differs", "Near is for lecture.Theory and lecture.Ours; use Number or About for a number that a lecture prints")},

		{"About", func() { About(33, Edinburgh, "accuracy", "80 %", 0.7902, "It is rounded.") },
			with(titanic, "80 %", "79.0 %", true, "near", "It is rounded.")},
		{"About what agrees", func() { About(33, Edinburgh, "accuracy", "80 %", 0.7951, "It is rounded.") },
			with(titanic, "80 %", "79.5 %", false, "differs", "The number rounds to what the lecture prints; use Number")},
		{"About what is far", func() { About(33, Edinburgh, "accuracy", "80 %", 0.71, "It is rounded.") },
			with(titanic, "80 %", "71.0 %", false, "differs", "The number differs from the printed one by more than 10 %")},
		{"About no number", func() { About(33, Edinburgh, "accuracy", "80 %", math.NaN(), "It is rounded.") },
			with(titanic, "80 %", "NaN %", false, "differs", "The number differs from the printed one by more than 10 %")},
		{"About without a reason", func() { About(33, Edinburgh, "accuracy", "80 %", 0.79, " ") },
			with(titanic, "80 %", "79.0 %", false, "differs", "About needs the reason for the difference")},
		{"About words", func() { About(22, KMITL, "θ", "few", 0.79, "It is rounded.") },
			with(check{Row: 22, Kind: "printed", Lecture: KMITL, Place: "AND", Text: "few", What: "θ"}, "few", "0.79", false, "differs", `No number such as −0.97 or 80 % can be read from "few"`)},
		{"About a formula", func() { About(8, Theory, "mean", "0.5", 0.52, "It is rounded.") },
			with(theory, "0.5", "0.52", false, "differs", "About is for a number that a lecture prints; use Near with lecture.Theory or lecture.Ours")},
		{"About a number not in the table", func() { About(33, Edinburgh, "w", "5.0", 5.2, "It is rounded.") },
			with(unlisted(weights), "5.0", "5.20", false, "differs", noLine+`Edinburgh, row 33, with the text "5.0"`+add)},

		{"True", func() { True(3, KMITL, "XOR", "It failed on XOR", "3 of 4 at most", true) },
			with(check{Row: 3, Kind: "printed", Lecture: KMITL, Place: "XOR", Text: "It failed on XOR", What: "XOR"}, "It failed on XOR", "3 of 4 at most", true, "agrees", "")},
		{"True, not in the table", func() { True(3, KMITL, "XOR", "75 % at most", "75 %", true) },
			with(check{Row: 3, Kind: "printed", Lecture: KMITL, What: "XOR"}, "75 % at most", "75 %", false, "differs", noLine+`KMITL, row 3, with the text "75 % at most"`+add)},
		{"True of nothing", func() { True(3, KMITL, "XOR", "", "75 %", true) },
			with(check{Row: 3, Kind: "printed", Lecture: KMITL, What: "XOR"}, "", "75 %", false, "differs", noLine+`KMITL, row 3, with the text ""`+add)},
		{"True, minus signs", func() { True(3, Ours, "at -2", "the 0-1 loss", "-w1-2: [-1.27 -.5] (-3, 2), off by 3e-08", true) },
			with(check{Row: 3, Kind: "ours", What: "at −2"}, "the 0-1 loss", "-w1-2: [−1.27 -.5] (−3, 2), off by 3e−08", true, "agrees", "")},

		{"Slip", func() { Slip(0, Dongguk, "cross-entropy", "concave", "convex", "Its Hessian is ΦᵀRΦ.", true) },
			with(check{Row: 0, Kind: "printed", Lecture: Dongguk, Place: "IRLS", Text: "concave", What: "cross-entropy"}, "concave", "convex", true, "slip", "Its Hessian is ΦᵀRΦ.")},
		{"Slip not confirmed", func() { Slip(22, KMITL, "θ", "0.3", "0.3", "", false) },
			with(and, "0.3", "0.3", false, "differs", "")},
		{"Slip not in the table", func() { Slip(22, KMITL, "θ", "0.4", "0.2", "The rows follow 0.2.", true) },
			with(unlisted(and), "0.4", "0.2", false, "differs", noLine+`KMITL, row 22, with the text "0.4"`+add)},
		{"Slip of ours", func() { Slip(34, Ours, "loss", "1", "2", "A slip.", true) },
			with(ours, "1", "2", false, "differs", "Slip is for what a lecture prints; use True")},

		{"row 0", func() { Number(0, Theory, "w", "1", 1) },
			with(check{Kind: "theory", What: "w"}, "1", "1", false, "differs", noRow+"0")},
		{"row −1", func() { Slip(-1, KMITL, "w", "1", "2", "", true) },
			with(check{Row: -1, Kind: "printed", Lecture: KMITL, What: "w"}, "1", "2", false, "differs", noRow+"-1")},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := recorded(t, c.do)
			if len(got) != 1 || got[0] != c.want {
				t.Errorf("recorded\n%+v, want\n%+v", got, c.want)
			}
		})
	}
}

// A check fails if the table cannot be read, and says where.
func TestBadTable(t *testing.T) {
	const good = "KMITL\tAND\t22\t0.3\n"
	for table, want := range map[string]string{
		"":                         "line 1 has 1 fields",
		good + "KMITL\t22\t0.3\n":  "line 2 has 3 fields",
		good + "\n":                "line 2 has 1 fields",
		"KMITL\tAND\tx\t0.3\n":     `line 1: "x" is no row`,
		"KMITL\tAND\t-1\t0.3\n":    `line 1: "-1" is no row`,
		"Oxford\tAND\t22\t0.3\n":   `line 1: "Oxford" is no lecture`,
		"theory\tAND\t22\t0.3\n":   `line 1: "theory" is no lecture`,
		"KMITL\t \t22\t0.3\n":      "line 1 has no place or no text",
		good + "KMITL\tAND\t22\t ": "line 2 has no place or no text",
	} {
		withTable(t, table)
		got := recorded(t, func() { Number(22, KMITL, "θ", "0.3", 0.3) })
		if len(got) != 1 || got[0].OK || !strings.Contains(got[0].Why, want) {
			t.Errorf("%q: recorded %+v, want %q", table, got, want)
		}
	}
}

// The names of the fields are what the run of all notebooks reads.
func TestRecordIsJSON(t *testing.T) {
	name := filepath.Join(t.TempDir(), "checks.jsonl")
	t.Setenv("LCLASS_CHECKS", name)
	withTable(t, "KMITL\tAND, \"table\"\t22\tθ\n")
	Slip(22, KMITL, "a\nb", "θ", "c\"d", "why", true)
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"row":22,"kind":"printed","lecture":"KMITL","place":"AND, \"table\"","text":"θ","what":"a\nb","says":"θ","computed":"c\"d","ok":true,"state":"slip","why":"why"}` + "\n"
	if string(got) != want {
		t.Errorf("got %s want %s", got, want)
	}
}

func TestConcurrentChecks(t *testing.T) {
	const n = 200
	what := strings.Repeat("long ", 200)
	var said string
	got := recorded(t, func() {
		said = output(t, func() {
			var wg sync.WaitGroup
			for i := range n {
				wg.Go(func() { True(1+i, Ours, what, "", "", true) })
			}
			wg.Wait()
		})
	})
	seen := map[int]bool{}
	for _, c := range got {
		seen[c.Row] = c.What == what
	}
	if len(got) != n || len(seen) != n {
		t.Errorf("%d lines for %d rows, want %d", len(got), len(seen), n)
	}
	for _, line := range strings.Split(strings.TrimSpace(said), "\n") {
		if !strings.HasPrefix(line, "✓ agrees") {
			t.Fatalf("a line is torn: %q", line)
		}
	}
}

// A check that cannot be recorded says so, and goes on.
func TestUnwritableFileIsShown(t *testing.T) {
	t.Setenv("LCLASS_CHECKS", filepath.Join(t.TempDir(), "missing", "checks.jsonl"))
	got := output(t, func() { Number(33, Ours, "w", "1", 1) })
	for _, want := range []string{"✓ agrees", "✗ error", "The line above could not be recorded", "checks.jsonl"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
}

// output returns what f writes to the standard output.
func output(t *testing.T, f func()) string {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "stdout"))
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = file
	f()
	os.Stdout = stdout
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestHTML(t *testing.T) {
	for _, c := range []struct {
		check check
		want  []string
	}{
		{check{Row: 33, Kind: kindPrinted, Lecture: Edinburgh, Place: "Titanic", What: "w", Says: "1", Computed: "1", State: stateAgrees},
			[]string{"✓ agrees", "printed · ", "Edinburgh says <b>1</b>, we compute <b>1</b>", "(Titanic; ", agrees.border}},
		{check{Row: 33, Kind: kindTheory, What: "w", Says: "1", Computed: "1", State: stateAgrees},
			[]string{"✓ agrees", "theory · ", "expected <b>1</b>, we compute <b>1</b>", ">row 33</span>)", agrees.border}},
		{check{Row: 33, Kind: kindOurs, What: "w", Says: "1", Computed: "2", State: stateDiffers},
			[]string{"✗ differs", "ours · ", "expected <b>1</b>, we compute <b>2</b>", failed.border}},
		{check{Row: 33, Kind: kindPrinted, Lecture: Edinburgh, Place: "Titanic", What: "w", Says: "80 %", Computed: "79.0 %", Why: "because", State: stateNear},
			[]string{"≈ near", "Edinburgh says <b>80 %</b>, we compute <b>79.0 %</b>. Why: because <small>(Titanic; ", near.border}},
		{check{Kind: kindPrinted, Lecture: KMITL, Place: "AND", What: "w", Says: "1", Computed: "2", Why: "because", State: stateSlip},
			[]string{"✎ a slip", "because", "(AND)", slipped.border}},
		{check{Kind: kindPrinted, What: "<w>", Says: "a&b", Computed: "x<y", Why: `"<script>"`, Lecture: "<i>", Place: "<u>", State: stateAgrees},
			[]string{"&lt;w&gt;", "a&amp;b", "x&lt;y", "&#34;&lt;script&gt;&#34;", "&lt;i&gt; says", "&lt;u&gt;"}},
	} {
		got := c.check.html()
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%+v is %s, without %q", c.check, got, want)
			}
		}
		if c.check.Kind != kindPrinted && strings.Contains(got, "says") {
			t.Errorf("%+v is %s: a lecture says what it does not print", c.check, got)
		}
		if c.check.State == stateNear && strings.Contains(got, "✓") {
			t.Errorf("%+v has a tick: %s", c.check, got)
		}
		if strings.Contains(got, "\n") {
			t.Errorf("%+v takes more than one line: %s", c.check, got)
		}
	}
}

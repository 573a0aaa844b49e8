package lecture

import (
	"bufio"
	"encoding/json"
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

func TestRecords(t *testing.T) {
	const noRow = "A check needs the row of its figure or number, 1 or more, and not "
	for _, c := range []struct {
		name string
		do   func()
		want check
	}{
		{"Number", func() { Number(33, Edinburgh, "weight of Pclass", "-0.97", -0.967) },
			check{33, Edinburgh, "weight of Pclass", "−0.97", "−0.97", true, "", false}},
		{"Numbers differ", func() { Numbers(14, Chemnitz, "softmax", ".241, .654", []float64{0.241, 0.655}) },
			check{14, Chemnitz, "softmax", ".241, .654", "0.241, 0.655", false, "", false}},
		{"Numbers in number", func() { Numbers(14, Chemnitz, "softmax", ".241", []float64{0.241, 0.655}) },
			check{14, Chemnitz, "softmax", ".241", "0.241, 0.655", false, "The lecture has 1 of these numbers and we have 2", false}},
		{"Number without a number", func() { Number(14, Chemnitz, "softmax", "few", 1) },
			check{14, Chemnitz, "softmax", "few", "1", false, `No number such as −0.97 or 80 % can be read from "few"`, false}},
		{"Near", func() { Near(14, Chemnitz, "−log y", 0.4247, 0.42471, 1e-4) },
			check{14, Chemnitz, "−log y", "0.4247 ± 0.0001", "0.42471", true, "", false}},
		{"Near, too far", func() { Near(14, Chemnitz, "−log y", -0.4247, -0.4249, 1e-4) },
			check{14, Chemnitz, "−log y", "−0.4247 ± 0.0001", "−0.42490", false, "", false}},
		{"Near, exact", func() { Near(28, Dongguk, "steps", 1, 1, 0) },
			check{28, Dongguk, "steps", "1 ± 0", "1", true, "", false}},
		{"True", func() { True(3, KMITL, "XOR", "one-layer nets cannot", "75 %", true) },
			check{3, KMITL, "XOR", "one-layer nets cannot", "75 %", true, "", false}},
		{"True, minus signs", func() { True(3, KMITL, "at -2", "the 0-1 loss", "-w1-2: [-1.27 -.5] (-3, 2), off by 3e-08", true) },
			check{3, KMITL, "at −2", "the 0-1 loss", "-w1-2: [−1.27 -.5] (−3, 2), off by 3e−08", true, "", false}},
		{"Slip", func() { Slip(0, Dongguk, "cross-entropy", "concave", "convex", "Its Hessian is ΦᵀRΦ.", true) },
			check{0, Dongguk, "cross-entropy", "concave", "convex", true, "Its Hessian is ΦᵀRΦ.", true}},
		{"Slip not borne out", func() { Slip(22, KMITL, "θ", "0.3", "0.3", "", false) },
			check{22, KMITL, "θ", "0.3", "0.3", false, "", true}},
		{"row 0", func() { Number(0, KMITL, "w", "1", 1) },
			check{0, KMITL, "w", "1", "1", false, noRow + "0", false}},
		{"row −1", func() { Slip(-1, KMITL, "w", "1", "2", "", true) },
			check{-1, KMITL, "w", "1", "2", false, noRow + "-1", true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := recorded(t, c.do)
			if len(got) != 1 || got[0] != c.want {
				t.Errorf("recorded\n%+v, want\n%+v", got, c.want)
			}
		})
	}
}

// The names of the fields are what the run of all notebooks reads.
func TestRecordIsJSON(t *testing.T) {
	name := filepath.Join(t.TempDir(), "checks.jsonl")
	t.Setenv("LCLASS_CHECKS", name)
	Slip(22, KMITL, "a\nb", "θ", "c\"d", "why", true)
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"row":22,"lecture":"KMITL","what":"a\nb","says":"θ","computed":"c\"d","ok":true,"why":"why","slip":true}` + "\n"
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
				wg.Go(func() { True(1+i, Notes, what, "", "", true) })
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
	got := output(t, func() { Number(33, Edinburgh, "w", "1", 1) })
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
		{check{Row: 33, Lecture: Edinburgh, What: "w", Says: "1", Computed: "1", OK: true}, []string{"✓ agrees", "Edinburgh says <b>1</b>, we compute <b>1</b>", "[33]", agrees.border}},
		{check{Row: 33, Lecture: Edinburgh, What: "w", Says: "1", Computed: "2"}, []string{"✗ differs", failed.border}},
		{check{Lecture: KMITL, What: "w", Says: "1", Computed: "2", Why: "because", OK: true, Slip: true}, []string{"✎ a slip", "because", slipped.border}},
		{check{Lecture: KMITL, What: "w", Slip: true}, []string{"✗ differs", failed.border}},
		{check{What: "<w>", Says: "a&b", Computed: "x<y", Why: `"<script>"`, Lecture: "<i>", OK: true},
			[]string{"&lt;w&gt;", "a&amp;b", "x&lt;y", "&#34;&lt;script&gt;&#34;", "&lt;i&gt; says"}},
	} {
		got := c.check.html()
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%+v is %s, without %q", c.check, got, want)
			}
		}
		if strings.Contains(got, "\n") {
			t.Errorf("%+v takes more than one line: %s", c.check, got)
		}
	}
}

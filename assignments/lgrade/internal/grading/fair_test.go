package grading

import (
	"strings"
	"testing"
)

// stepByScore is a Step that calls Score.
const stepByScore = "func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {\n\td := eta * (t - Sign(Score(w, b, x)))\n\tv := append([]float64{}, w...)\n\tfor i := range v {\n\t\tv[i] += d * x[i]\n\t}\n\treturn v, b + d\n}\n"

// A task is graded with the solution's functions in place of those that are missing, do
// not compile or are wrong, if that gives more, and a note says so.
func TestFair(t *testing.T) {
	g := grader(t)
	const lent = "was graded with the solution's Score, because "
	for _, c := range []struct {
		name  string
		score string
		step  string
		want  string
		says  []string
		never string
	}{
		{"all right", score, stepByScore, "Score 4 Step 3 Train 4 Order 2", nil, lent},
		{"Score as handed out", scoring(`panic("not implemented: Score")`), stepByScore, "Score 0 Step 3 Train 4 Order 2",
			[]string{"Step " + lent + "that earns more than the notebook's", "Train " + lent + "that earns more"}, ""},
		{"Score missing", "", stepByScore, "Score 0 Step 3 Train 4 Order 2", []string{"Step " + lent + "the notebook has none that can be used", "Train " + lent}, ""},
		{"Score does not compile", scoring("return nothing"), stepByScore, "Score 0 Step 3 Train 4 Order 2", []string{"Step " + lent + "the notebook has none"}, ""},
		{"Score without the bias", scoring("return w[0]*x[0] + w[1]*x[1]"), stepByScore, "Score 2 Step 3 Train 4 Order 2", []string{"Train " + lent}, ""},
		{"Score never ends", scoring("for {\n}"), stepByScore, "Score 0 Step 3 Train 4 Order 2", []string{"Step " + lent}, ""},
		{"Step is wrong in itself", score, strings.Replace(stepByScore, "b + d", "b", 1), "Score 4 Step 2 Train 4 Order 2",
			[]string{"Train was graded with the solution's Step, because that earns more"}, lent},
		{"both are wrong", scoring("return b"), strings.Replace(stepByScore, "b + d", "b", 1), "Score 2 Step 2 Train 4 Order 2",
			[]string{"Train was graded with the solution's Step, Score, because that earns more"}, ""},
		{"Step does not need the wrong Score", scoring("return b"), step, "Score 2 Step 3 Train 4 Order 2", nil, lent},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m, err := g.Grade(t.Context(), handedIn(c.score, c.step, train, order))
			if err != nil {
				t.Fatal(err)
			}
			if got := table(m); got != c.want {
				t.Errorf("got %s, want %s\n%s", got, c.want, say(m))
			}
			notes := strings.Join(m.Notes, "\n")
			for _, says := range c.says {
				if !strings.Contains(notes, says) {
					t.Errorf("want %q in %q", says, notes)
				}
			}
			if c.never != "" && strings.Contains(notes, c.never) {
				t.Errorf("%q in %q", c.never, notes)
			}
		})
	}
}

// A task gets no function of the solution of a later task that its own solution does not
// call: that could do its work.
func TestNoOracle(t *testing.T) {
	g := grader(t)
	const (
		stub    = "panic(\"not implemented\")\n}\n"
		byStep  = "_, d := Step([]float64{-1, -1}, b, 1, []float64{0, 0}, 0)\nreturn d"
		noStep  = "func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {\n" + stub
		noTest  = "func Train(X [][]float64, t []float64, eta float64, epochs int) ([]float64, float64) {\n" + stub
		launder = "func help(b float64) float64 {\n_, d := Train([][]float64{{0}}, []float64{b}, 1, 1)\nreturn d\n}\n"
	)
	for _, c := range []struct {
		name  string
		cells []string
		want  string
		says  string
	}{
		{"calls a stub", []string{scoring(byStep), noStep, noTest, order}, "Score 0 Step 0 Train 0 Order 2", "not implemented"},
		{"calls what is missing", []string{scoring(byStep), order}, "Score 0 Step 0 Train 0 Order 2", "needs Step: no cell has a function Step"},
		{"Train may call the missing Step, Score may not", []string{scoring(byStep), train, order}, "Score 0 Step 0 Train 4 Order 2", "Score: 0 of 4 "},
		{"calls what is missing through another", []string{scoring("return help(b)"), launder, train, order}, "Score 0 Step 0 Train 4 Order 2", "needs Step"},
		{"what calls a task that lacks one", []string{scoring(byStep), stepByScore, train, order}, "Score 0 Step 3 Train 4 Order 2", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m, err := g.Grade(t.Context(), handedIn(c.cells...))
			if err != nil {
				t.Fatal(err)
			}
			if got := table(m); got != c.want || !strings.Contains(say(m), c.says) {
				t.Errorf("got %s, want %s and %q\n%s", got, c.want, c.says, say(m))
			}
		})
	}
}

// What is the same to the letter is run once.
func TestRunOnce(t *testing.T) {
	wasm, err := kinds()
	if testing.Short() || err != nil {
		t.Skip(err)
	}
	g, err := New(wasm.assignment, Settings{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	files := map[string][]byte{"a.go": []byte("package answers\n" + applying("", "return 1, nil"))}
	first, err := g.GradeSource(t.Context(), files, 1)
	if err != nil {
		t.Fatal(err)
	}
	runs := len(g.known)
	g.limit["Apply"], g.least["Apply"] = 0, 0 // a run would end at once
	again, err := g.GradeSource(t.Context(), files, 1)
	if err != nil || say(again) != say(first) || len(g.known) != runs {
		t.Errorf("%v, %d runs, then %d\n%s\n%s", err, runs, len(g.known), say(first), say(again))
	}
	files["a.go"] = append(files["a.go"], "func help() {}\n"...) // which Apply does not need
	if again, err := g.GradeSource(t.Context(), files, 1); err != nil || say(again) != say(first) {
		t.Errorf("%v\n%s", err, say(again))
	}
	if other, err := g.GradeSource(t.Context(), files, 2); err != nil || say(other) == say(first) {
		t.Errorf("another seed is not another run: %v\n%s", err, say(other))
	}
}

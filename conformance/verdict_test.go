package main

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"linclass/internal/errtest"
)

// mistaken returns the lines of a small problem, against the answers of
// lclass itself after a change.
func mistaken(t *testing.T, p problem, by string, change func(*answer), others ...result) line {
	t.Helper()
	s := find(sets(), p.data)
	fits, err := p.fits(s)
	if err != nil {
		t.Fatal(err)
	}
	theirs := fits[0].answer
	theirs.w = [][]float64{append([]float64(nil), theirs.w[0]...)}
	theirs.b = append([]float64(nil), theirs.b...)
	change(&theirs)
	peer, method, _ := strings.Cut(by, "/")
	results := append([]result{{peer, p.String(), method, theirs}}, others...)
	return p.lines(s, fits, results)[0]
}

// right returns the answer of lclass as that of a peer.
func right(t *testing.T, p problem, peer string) result {
	t.Helper()
	fits, err := p.fits(find(sets(), p.data))
	if err != nil {
		t.Fatal(err)
	}
	return result{peer, p.String(), "", fits[0].answer}
}

// The suite notices what it is there for.
func TestFailures(t *testing.T) {
	ridge := problem{data: "iris two", learner: "logistic", penalty: ridge[1]}
	free := problem{data: "iris two", learner: "logistic"}
	for _, c := range []struct {
		name    string
		problem problem
		change  func(*answer)
		others  []result
		want    string // a part of the verdict
	}{
		{"nothing", ridge, func(*answer) {}, nil, "ok"},
		{"nothing", free, func(*answer) {}, nil, "ok"},
		{"a peer above, alone", ridge, func(a *answer) { a.w[0][0] += 0.1 }, nil, "FAILED: objective"},
		{"a peer above, and another agrees", ridge, func(a *answer) { a.w[0][0] += 0.1 }, []result{right(t, ridge, "other")}, "ok, the peer is off, says other"},
		{"a coefficient", free, func(a *answer) { a.w[0][2] *= 1 + 1e-7 }, nil, "FAILED: coefficients"},
		{"a coefficient, and another peer agrees", free, func(a *answer) { a.w[0][2] *= 1 + 1e-7 }, []result{right(t, free, "other")}, "FAILED: coefficients"},
		{"a coefficient, and 50 digits agree", free, func(a *answer) { a.w[0][2] *= 1 + 1e-7 }, []result{right(t, free, precise)}, "ok, the peer is off, says 50 digits"},
		{"a coefficient left out", free, func(a *answer) { a.w[0][2] = math.NaN() }, nil, "FAILED: coefficients"},
		{"a standard error", free, func(a *answer) { a.stdErr = append([]float64{2}, a.stdErr[1:]...) }, nil, "FAILED: standard errors"},
		{"p", free, func(a *answer) { a.p = append([]float64{0.5}, a.p[1:]...) }, nil, "FAILED: p"},
		{"the deviance", free, func(a *answer) { a.figures = map[string]float64{"deviance": 12} }, nil, "FAILED: deviance"},
	} {
		if got := mistaken(t, c.problem, "peer/", c.change, c.others...).verdict(); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	// A peer that is below lclass is right, whoever disagrees.
	s := find(sets(), ridge.data)
	fits, err := ridge.fits(s)
	if err != nil {
		t.Fatal(err)
	}
	fits = fits[:1]
	theirs := right(t, ridge, precise)
	fits[0].objective *= 1 + 2e-8
	if got := ridge.lines(s, fits, []result{theirs, theirs})[0].verdict(); !strings.HasPrefix(got, "FAILED: objective") {
		t.Errorf("above a peer: %q", got)
	}
	fits[0].objective = theirs.objectiveIn(ridge, s)
	if got := ridge.lines(s, fits, nil)[0].verdict(); !strings.HasPrefix(got, "FAILED: no peer") {
		t.Errorf("without a peer: %q", got)
	}
	unfinished := fit{solver: "slow", objective: 1.1 * fits[0].objective, gap: 0.05 * fits[0].objective}
	if c, ok := certified(append(fits, unfinished)); !ok || c.agrees() {
		t.Errorf("a gap that is too small: %v", c)
	}
}

func (r result) objectiveIn(p problem, s set) float64 { return p.objective(s, r.answer) }

func TestRead(t *testing.T) {
	results, madeBy, err := read("R", []byte("# R 4\nx\tglm\tW\t1 2 NA 4\nx\tglm\tb\t5 6\nx\tglm\tAIC\t7\ny\tlm\tp\t0.5\n"))
	if err != nil || madeBy != "R 4" || len(results) != 2 {
		t.Fatal(results, madeBy, err)
	}
	a := results[0].answer
	if a.w[0][1] != 2 || !math.IsNaN(a.w[1][0]) || a.w[1][1] != 4 || a.b[1] != 6 || a.figures["AIC"] != 7 || results[1].p[0] != 0.5 {
		t.Error(results)
	}
	for text, want := range map[string]error{
		"# R\nx\tglm\tW\n":                        &answerError{Of: "fields", Count: 3},
		"# R\nx\tglm\tW\tone\n":                   &strconv.NumError{Func: "ParseFloat", Num: "one", Err: strconv.ErrSyntax},
		"# R\nx\tglm\tW\t\n":                      &answerError{Of: "values"},
		"# R\nx\tglm\tV\t1\n":                     &answerError{Of: "V", Count: 1},
		"# R\nx\tglm\tW\t1 2 3\nx\tglm\tb\t1 2\n": &answerError{Of: "b", Count: 2},
	} {
		if _, _, err := read("R", []byte(text)); !errtest.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
}

func TestTable(t *testing.T) {
	p := problem{data: "iris two", learner: "logistic", penalty: one[0]}
	lines := []line{
		{problem: p, by: "R glmnet", comparisons: []comparison{{"objective", "default", -1e-12, tolerance}}},
		{problem: p, by: "scikit-learn SVC", comparisons: []comparison{{"objective", "Newton", -1e-3, tolerance}}, excuses: []string{"the peer is off"}},
		{problem: problem{data: "iris", learner: "softmax"}, by: "none", failures: []string{"no peer has solved this"}},
	}
	var b strings.Builder
	if err := printTable(&b, lines); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"iris two  logistic  L2(0.01)    R glmnet          -1.0e-12  1e-08    ok", "ok, the peer is off", "FAILED: no peer has solved this"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
	total := summarise(lines)[2]
	if total != (tally{"all", 2, 2, 1e-12, 1, 1}) {
		t.Errorf("%+v", total)
	}
}

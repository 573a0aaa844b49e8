//go:build unix

package grading

import (
	"strings"
	"testing"
	"time"
)

// A notebook that keeps the compiler busy gets what its good tasks are worth, and costs no
// more than the compiler's budgets and a few honest notebooks. The budgets are 7 seconds
// where the compiler has the least that it may have at a time.
func TestBounded(t *testing.T) {
	g := grader(t)
	clear(g.known)
	before := computed()
	if _, err := g.Grade(t.Context(), handedIn(score, step, train, order)); err != nil {
		t.Fatal(err)
	}
	honest := computed() - before
	budgets := time.Duration((togetherPart + float64(len(g.rules.Tasks))*alonePart) * float64(g.tools.Limit()))
	bad := handedIn(lines(700, longScore), step, train, order)
	if size := len(bad.Bytes()); size < 76<<10 || size > 80<<10 {
		t.Errorf("the notebook with 700 versions has %d bytes", size)
	}
	for _, c := range []struct {
		name  string
		cells []string
		want  string
		says  string
	}{
		{"700 bad versions of a function", []string{lines(700, longScore), step, train, order},
			"Score 0 Step 3 Train 4 Order 2", "Score has 700 versions; only the last 3 are read"},
		{"700 bad versions of a method", []string{"type T int\n" + lines(700, "func (T) M() { nothing%d }") + scoring("T(0).M()\nreturn b"), step, train, order},
			"Score 0 Step 3 Train 4 Order 2", "T.M has 700 versions"},
		{"constants that are hard to compute", []string{lines(900, "const c%[1]d = 1 << (100000+%[1]d) %% (1<<90000 - %[1]d)") + scoring("return float64("+strings.Join(strings.Fields(lines(900, "c%d%%2 +")), " ")+" 0)"), step, train, order},
			"Score 0 Step 3 Train 4 Order 2", ""},
		{"a chain of mistakes", []string{chain(60), step, train, order}, "Score 0 Step 3 Train 4 Order 2", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			clear(g.known)
			before := computed()
			m, err := g.Grade(t.Context(), handedIn(c.cells...))
			if err != nil {
				t.Fatal(err)
			}
			cost := computed() - before
			t.Logf("%.1f s of computing, an honest notebook %.1f s, the compiler's budgets %.1f s", cost.Seconds(), honest.Seconds(), budgets.Seconds())
			if cost > budgets+10*honest {
				t.Errorf("costs %v, which is more than the budgets of %v and ten honest notebooks of %v", cost, budgets, honest)
			}
			if got := table(m); got != c.want || !strings.Contains(say(m), c.says) {
				t.Errorf("got %s, want %s and %q\n%.2000s", got, c.want, c.says, say(m))
			}
		})
	}
}

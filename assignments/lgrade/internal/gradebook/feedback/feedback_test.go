package feedback

import (
	"html"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"linclass/assignments/checking"
	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/gradebook"
	"linclass/assignments/lgrade/internal/gradebook/roster"
	"linclass/assignments/lgrade/internal/grading"
)

// record has one of everything. What must not be seen has "secret" in it.
func record() *gradebook.Record {
	zone := time.FixedZone("+07", 7*3600)
	open := func(name string, passed bool, what, got, want, hint string) grading.Result {
		return grading.Result{Result: checking.Result{Check: name, Points: 1, Passed: passed, What: what, Got: got, Want: want, Hint: hint}}
	}
	hidden := func(name string, passed bool) grading.Result {
		return grading.Result{Hidden: true, Result: checking.Result{Check: name, Points: 1, Passed: passed,
			What: "secret call", Got: "secret result", Want: "secret value", Hint: "look at " + name}}
	}
	return &gradebook.Record{
		Student: roster.Student{ID: "b123", First: "Jane", Last: "<b>Doe</b>"},
		File:    "b123/perceptron.ipynb", Handed: time.Date(2026, 10, 6, 8, 0, 0, 0, zone), Due: time.Date(2026, 10, 5, 23, 59, 0, 0, zone), Days: 1,
		Lost: 0.9, Raw: 9, Score: 8.1, Max: 13,
		Notes:   []string{"the file is not called perceptron.ipynb but <script>alert(1)</script>.ipynb", "cell 3: the line %goflags -v is left out"},
		Private: []string{"secret: not in the roster"},
		Tasks: []grading.Task{
			{Name: "Score", Points: 2, Earned: 2, Results: []grading.Result{open("adds the bias", true, "", "", "", "where does b go?"), hidden("agrees on random data", true)}},
			{Name: "Step", Points: 5, Earned: 3.5, Results: []grading.Result{
				open("moves the bias, too", false, "Step([1 2], 0.5, 0.1, [1 1], -1)", "0.5", "0.4", "b is a weight whose input is always 1"),
				open("leaves what is right alone", false, `stops with a panic: <img src=x onerror="alert(1)">`, "", "", ""),
				hidden("takes any eta", false), hidden("scales", true)}},
			{Name: "Train", Points: 3, Problem: "cell 7 (Train), line 4: undefined: wieghts\n\tw = wieghts"},
		},
		Written: []gradebook.Written{
			{Name: "xor", Points: 3, Earned: 2, Marked: true, Answer: "No line parts </blockquote> them,\nas two pairs cross.", Comment: "Good; which pairs?"},
			{Name: "slip", Points: 3, Answer: "The sign."},
			{Name: "blank", Points: 3, Marked: true},
		},
	}
}

func page4(t *testing.T, mode string) string {
	t.Helper()
	data, err := Page("The neuron and the perceptron", mode, record())
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var tags = regexp.MustCompile(`(?s)<style>.*</style>|<[^>]*>`)

// text is what a screen reader has of a page.
func text(page string) string {
	unseen := regexp.MustCompile(`(?s)<(\w+)[^>]*aria-hidden="true"[^>]*>.*?</(span|div)>`)
	return strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(unseen.ReplaceAllString(page, ""), " "))), " ")
}

func TestPage(t *testing.T) {
	got := text(page4(t, assignment.Names))
	for _, want := range []string{
		"8.1 of 13 points",
		"Score 2 of 2 points",
		"Step 3.5 of 5 points",
		"Passed: adds the bias (1 point)",
		"Failed: moves the bias, too (0 of 1 point) check Step([1 2], 0.5, 0.1, [1 1], -1) got 0.5 want 0.4 hint b is a weight whose input is always 1",
		`stops with a panic: <img src=x onerror="alert(1)">`,
		"Failed: takes any eta (0 of 1 point)",
		"cell 7 (Train), line 4: undefined: wieghts",
		"1 day late −0.9",
		"handed in 6 October 2026, 08:00 (+07)",
		"cell 3: the line %goflags -v is left out",
		"Your answer No line parts </blockquote> them, as two pairs cross. Comment Good; which pairs?",
		"slip (written) not marked yet, out of 3 points",
		"Written answers that are not marked yet count 0 for now: 1.",
		"No answer.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestWhatIsHiddenStaysHidden(t *testing.T) {
	for mode, want := range map[string]struct{ has, lacks []string }{
		assignment.Names: {[]string{"takes any eta", "agrees on random data"}, []string{"look at takes any eta", "1 of 2 passed"}},
		assignment.Hints: {[]string{"takes any eta", "look at takes any eta"}, []string{"look at scales", "1 of 2 passed"}},
		assignment.Count: {[]string{"1 of 2 passed."}, []string{"takes any eta", "scales"}},
		"unknown":        {[]string{"1 of 2 passed."}, []string{"takes any eta", "scales"}},
	} {
		page := page4(t, mode)
		if strings.Contains(page, "secret") {
			t.Errorf("%s: the page has what is secret", mode)
		}
		for _, part := range want.has {
			if !strings.Contains(page, part) {
				t.Errorf("%s: no %q", mode, part)
			}
		}
		for _, part := range want.lacks {
			if strings.Contains(page, part) {
				t.Errorf("%s: %q is there", mode, part)
			}
		}
	}
}

// What students write must stay text, and the page must load nothing.
func TestPageIsSafe(t *testing.T) {
	page := page4(t, assignment.Hints)
	for _, bad := range []string{"<script", "<img", "<b>Doe", "</blockquote> them", "http://", "https://", "url("} {
		if strings.Contains(page, bad) {
			t.Errorf("%q is in the page", bad)
		}
	}
	if !strings.Contains(page, "default-src 'none'") {
		t.Error("the page may load what it likes")
	}
}

func TestNotGraded(t *testing.T) {
	data, err := Page("x", assignment.Names, &gradebook.Record{Student: roster.Student{ID: "b1"}, Max: 20, Problem: "nothing was handed in", Tasks: []grading.Task{{Name: "Score", Points: 2}}})
	if got := text(string(data)); err != nil || !strings.Contains(got, "0 of 20 points") || !strings.Contains(got, "Not graded: nothing was handed in") {
		t.Error(got, err)
	}
}

// LGRADE_PAGES=DIR writes the pages to be looked at.
func TestWritePages(t *testing.T) {
	dir := os.Getenv("LGRADE_PAGES")
	if dir == "" {
		t.Skip("set LGRADE_PAGES to a directory to look at the pages")
	}
	for _, mode := range []string{assignment.Names, assignment.Hints, assignment.Count} {
		if err := os.WriteFile(dir+"/"+mode+".html", []byte(page4(t, mode)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

package lecture

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestTable(t *testing.T) {
	table, err := quotes()
	if err != nil {
		t.Fatal(err)
	}
	order := func(a, b quote) int {
		if c := strings.Compare(string(a.lecture), string(b.lecture)); c != 0 {
			return c
		}
		return a.row - b.row
	}
	if !slices.IsSortedFunc(table, order) {
		t.Error("printed.tsv is not sorted by lecture and row; run: make strip")
	}
	word := regexp.MustCompile(`\pL{2,}`)
	seen := map[quote]bool{}
	for _, q := range table {
		key := quote{lecture: q.lecture, row: q.row, text: normal(q.text)}
		if seen[key] {
			t.Errorf("%s, row %d: %q is twice in printed.tsv; run: make strip, or remove one", q.lecture, q.row, q.text)
		}
		seen[key] = true
		if n := len(word.FindAllString(q.text, -1)); n > 8 {
			t.Errorf("%s, row %d: %q has %d words; quote at most 8", q.lecture, q.row, q.text, n)
		}
	}
}

// lectureTexts returns the texts of the lectures, from the directory that
// LCLASS_LECTURES names: its files by name are in the order of lectures.
func lectureTexts(t *testing.T) map[Name]string {
	t.Helper()
	dir := os.Getenv("LCLASS_LECTURES")
	if dir == "" {
		t.Skip("LCLASS_LECTURES does not name the directory with the texts of the lectures")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) != len(lectures) {
		t.Fatalf("%s has %d texts (%v); need one for each of %v, in this order by name", dir, len(files), err, lectures)
	}
	texts := map[Name]string{}
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[lectures[i]] = normal(string(text))
	}
	return texts
}

// The lectures print every text of the table, and below the heading that is its place.
func TestLecturesPrintTheTable(t *testing.T) {
	texts := lectureTexts(t)
	table, err := quotes()
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range table {
		heading, _, _ := strings.Cut(q.place, ",")
		below := regexp.MustCompile(`(?i)` + regexp.QuoteMeta(normal(heading))).FindStringIndex(texts[q.lecture])
		switch {
		case !prints(texts[q.lecture], normal(q.text)):
			t.Errorf("%s, row %d: the lecture does not print %q", q.lecture, q.row, q.text)
		case below == nil:
			t.Errorf("%s, row %d: the lecture has no heading %q", q.lecture, q.row, heading)
		case !prints(texts[q.lecture][below[0]:], normal(q.text)):
			t.Errorf("%s, row %d: the lecture prints %q, but not below %q", q.lecture, q.row, q.text, heading)
		}
	}
}

// prints reports whether a lecture has text, and not only as a part of a longer
// word or number. Both are in normal form.
func prints(lecture, text string) bool {
	for from := 0; ; {
		at := strings.Index(lecture[from:], text)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(lecture[:at])
		after, size := utf8.DecodeRuneInString(lecture[at+len(text):])
		next, _ := utf8.DecodeRuneInString(lecture[at+len(text)+size:])
		first, _ := utf8.DecodeRuneInString(text)
		last, _ := utf8.DecodeLastRuneInString(text)
		switch {
		case unicode.IsLetter(first) && unicode.IsLetter(before):
		case (unicode.IsDigit(first) || first == '.') && (unicode.IsDigit(before) || before == '.' || before == '⁻'):
		case unicode.IsLetter(last) && unicode.IsLetter(after):
		case unicode.IsDigit(last) && (unicode.IsDigit(after) || after == '.' && unicode.IsDigit(next)):
		default:
			return true
		}
		from = at + 1
	}
}

func TestPrints(t *testing.T) {
	for _, c := range []struct {
		lecture, text string
		want          bool
	}{
		{"Gets 80% on held-out data", "80 %", true},
		{"Gets 80% on held-out data", "0 %", false},
		{"[-0.97 \\quad 1.27 \\quad -0.52]^T", "−0.97, 1.27, −0.52", true},
		{"[-0.97 \\quad 1.27 \\quad -0.52]^T", "0.97", false},
		{"[-0.97 \\quad 1.27 \\quad -0.52]^T", "1.2", false},
		{"accuracy: 89.4% (or 10.6%)", "9.4%", false},
		{"the solution is $w_1=0.232$, $w_0= 246$,", "w₁ = 0.232, w₀ = 246", true},
		{"\\(t_i \\in \\{-1, +1\\}\\)", "−1, +1", true},
		{"\\(t_i \\in \\{-1, +1\\}\\)", "1", true}, // of +1
		{"the step is 1.", "1", true},
		{"the step is 1.5", "1", false},
		{"a minibatch, usually 32 or 64", "32 or 64", true},
		{"minibatches", "minibatch", false},
		{"in  two\nlines", "in two lines", true},
		{`y = \sigma(w \, x + b )`, "y = σ(w x + b)", true},
		{`\frac{1}{1+\exp(-x)}`, "1/(1 + exp(−x))", true},
		{`\frac{1}{1+\exp(-x)}`, "1/1 + exp(−x)", false},
		{`\frac{\frac{1}{2} + a}{\mathbf{b}}`, "(1/2 + a)/b", true},
		{`\mathbf{w} \leftarrow \mathbf{w} + \alpha y^{(n)}`, "w ← w + αy", false},
		{`\mathbf{w} \leftarrow \mathbf{w} + \alpha y^{(n)}`, "w ← w + α y", true},
		{`\max\left(0, -y f\right)`, "max(0, −y f)", true},
		{`\frac{1}{N} \sum_n`, "1/N ∑", true},
		{`\mathbf{w}^\top \mathbf{x}^{(n)} + b`, "wᵀ x^(n) + b", true},
		{"3\t0\t22.0\t1", "3 0 22.0 1", true},
		{"W", "w", false},
	} {
		if got := prints(normal(c.lecture), normal(c.text)); got != c.want {
			t.Errorf("%q (%q) prints %q (%q): %v, want %v", c.lecture, normal(c.lecture), c.text, normal(c.text), got, c.want)
		}
	}
}

package similar

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"linclass/assignments/lgrade/internal/gradebook/table"
)

//go:embed report.html
var source string

var page = template.Must(template.New("report").Funcs(template.FuncMap{
	"percent": func(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) },
	"inc":     func(i int) int { return i + 1 },
}).Parse(source))

// mostShown is how many pairs the page shows side by side; the table has all.
const mostShown = 100

// Shown returns the pairs that the page shows side by side.
func (r Report) Shown() []Pair { return r.Pairs[:min(len(r.Pairs), mostShown)] }

// HTML returns the report as one page that needs nothing else.
func (r Report) HTML(title string) ([]byte, error) {
	var out bytes.Buffer
	err := page.Execute(&out, struct {
		Report
		Title string
	}{r, title})
	return out.Bytes(), err
}

// CSV returns a row for each pair.
func (r Report) CSV() []byte {
	var rows [][]string
	for _, p := range r.Pairs {
		a, b := p.SameLines()
		rows = append(rows, []string{p.A, p.B, table.Number(p.Share), strconv.Itoa(p.Shared), strconv.Itoa(a), strconv.Itoa(b), p.Functions()})
	}
	return table.Write([]string{"student_a", "student_b", "share", "fingerprints", "lines_a", "lines_b", "functions"}, rows)
}

// SameLines returns how many lines of either are marked.
func (p Pair) SameLines() (a, b int) {
	for _, m := range p.Matches {
		a += m.A.Same()
		b += m.B.Same()
	}
	return a, b
}

// Functions names the functions that are alike, those that share most first.
func (p Pair) Functions() string {
	var names []string
	for _, m := range p.Matches {
		names = append(names, m.A.Name+" ~ "+m.B.Name)
	}
	return strings.Join(names, ", ")
}

// A Tenth is a bar of the histogram of all pairs.
type Tenth struct {
	From, To, Pairs int
	Width           float64 // percent of the longest bar
}

// Histogram returns the shares of all pairs in tenths.
func (r Report) Histogram() []Tenth {
	high := 1
	for _, n := range r.Shares {
		high = max(high, n)
	}
	var bars []Tenth
	for i, n := range r.Shares {
		bars = append(bars, Tenth{10 * i, 10 * (i + 1), n, 100 * float64(n) / float64(high)})
	}
	return bars
}

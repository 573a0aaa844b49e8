package lclass

import (
	"encoding/json"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"

	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/strictjson"
)

// A Table has named columns of equal length, for printing, HTML, and data frames:
// frames.Of converts it to a gota frame.
type Table struct {
	Columns []TableColumn
}

// A TableColumn holds texts or numbers; the other field is nil.
type TableColumn struct {
	Name   string
	Text   []string
	Number []float64
	plain  bool // the name does not say how numbers are printed
}

// tabulate returns a table of the names of estimates, with columns for classes and for
// contrasts if there are any.
func tabulate(list []Estimate) Table {
	t := Table{Columns: []TableColumn{{Name: "name", Text: transform(list, Estimate.name)}}}
	for _, column := range []struct {
		name string
		text func(Estimate) string
	}{{"class", func(c Estimate) string { return c.Class }}, {"contrast", func(c Estimate) string { return c.Contrast }}} {
		texts := transform(list, column.text)
		if slices.ContainsFunc(texts, func(s string) bool { return s != "" }) {
			t.Columns = append(t.Columns, TableColumn{Name: column.name, Text: texts})
		}
	}
	return t
}

// add appends a column of numbers.
func (t *Table) add(list []Estimate, name string, value func(Estimate) float64) {
	t.Columns = append(t.Columns, TableColumn{Name: name, Number: transform(list, value)})
}

// addTests appends the estimates with their tests and intervals.
func (t *Table) addTests(list []Estimate, value, statistic string) {
	t.add(list, value, func(c Estimate) float64 { return c.Value })
	t.add(list, "se", func(c Estimate) float64 { return c.SE })
	t.add(list, statistic, func(c Estimate) float64 { return c.Statistic })
	t.add(list, "p", func(c Estimate) float64 { return c.P })
	t.add(list, "low", func(c Estimate) float64 { return c.Low })
	t.add(list, "high", func(c Estimate) float64 { return c.High })
}

// Len returns the number of rows, 0 if there are no columns.
func (t Table) Len() int {
	if len(t.Columns) == 0 {
		return 0
	}
	return t.Columns[0].len()
}

func (c TableColumn) len() int { return max(len(c.Text), len(c.Number)) }

// cells returns the column as it is printed.
func (c TableColumn) cells() []string {
	if c.Text != nil {
		return c.Text
	}
	cells := make([]string, len(c.Number))
	if c.whole() {
		for i, v := range c.Number {
			cells[i] = strconv.FormatFloat(v, 'f', 0, 64)
		}
		return cells
	}
	decimals, fixed := c.decimals()
	for i, v := range c.Number {
		switch {
		case c.Name == "p" && !c.plain:
			cells[i] = printP(v)
		case math.IsNaN(v):
			cells[i] = "–"
		case fixed:
			cells[i] = strconv.FormatFloat(v, 'f', decimals, 64)
		default:
			cells[i] = fmt.Sprintf("%.4g", v)
		}
	}
	return cells
}

// whole reports whether the column has numbers that count something.
func (c TableColumn) whole() bool {
	var count bool
	for _, v := range c.Number {
		if v != math.Trunc(v) || math.Abs(v) >= 1e15 {
			return false
		}
		count = count || math.Abs(v) > 1
	}
	return count
}

// decimals returns how many all numbers of the column are printed with, so
// that their points stand below each other; fixed is false if some are too
// large or too small for that.
func (c TableColumn) decimals() (decimals int, fixed bool) {
	var largest float64
	smallest := math.Inf(1)
	for _, v := range c.Number {
		if v = math.Abs(v); v > 0 && !math.IsInf(v, 0) {
			largest, smallest = max(largest, v), min(smallest, v)
		}
	}
	if (c.Name == "z" || c.Name == "t") && !c.plain {
		return 2, largest < 1e6
	}
	decimals = 4
	if largest >= 1 {
		decimals = max(0, 4-int(math.Log10(largest)))
	}
	least := 5.0 // of the last digit
	if strings.HasPrefix(c.Name, "odds") && !c.plain {
		least = 100 // a ratio below 1 says as much as one above
	}
	return decimals, largest < 1e6 && smallest >= least*math.Pow10(-decimals)
}

// printP returns a probability with two digits, nothing if there is none. Too
// small for a float64 it is not 0.
func printP(p float64) string {
	switch {
	case math.IsNaN(p):
		return ""
	case p == 0:
		return "<1e-300"
	}
	return fmt.Sprintf("%.2g", p)
}

// rows returns the names of the columns, and the rows as they are printed.
func (t Table) rows() [][]string {
	rows := [][]string{transform(t.Columns, func(c TableColumn) string { return c.Name })}
	cells := transform(t.Columns, TableColumn.cells)
	for i := range t.Len() {
		rows = append(rows, transform(cells, func(column []string) string { return column[i] }))
	}
	return rows
}

// String returns the table in aligned columns, with their names in the first
// line. It is empty if there are no columns.
func (t Table) String() string {
	if len(t.Columns) == 0 {
		return ""
	}
	return aligned(t.rows())
}

// HTML returns the table as self-contained HTML, with texts left-aligned and numbers
// right-aligned.
func (t Table) HTML() string {
	var b strings.Builder
	b.WriteString("<table>\n")
	tag := "th"
	for _, row := range t.rows() {
		b.WriteString("<tr>")
		for j, cell := range row {
			fmt.Fprintf(&b, "<%s%s>%s</%[1]s>", tag, t.Columns[j].align(), html.EscapeString(cell))
		}
		b.WriteString("</tr>\n")
		tag = "td"
	}
	b.WriteString("</table>\n")
	return b.String()
}

func (c TableColumn) align() string {
	if c.Text != nil {
		return ` style="text-align:left;padding:2px 8px"`
	}
	return ` style="text-align:right;padding:2px 8px"`
}

// paragraph returns lines of text as HTML.
func paragraph(lines []string) string {
	return "<p>" + strings.ReplaceAll(html.EscapeString(strings.Join(lines, "\n")), "\n", "<br>\n") + "</p>\n"
}

// Table returns a row per coefficient with the columns name, class and reference (for
// Softmax only), value, se, z (t for regression), p, low and high, and, except for
// regression, odds, odds_low and odds_high. It is empty for nil.
func (s *Summary) Table() Table {
	s = s.orNone()
	t := tabulate(s.Coefficients)
	if s.Reference != "" {
		t.Columns = append(t.Columns, TableColumn{Name: "reference", Text: slices.Repeat([]string{s.Reference}, t.Len())})
	}
	statistic := "z"
	if s.Classes == nil {
		statistic = "t"
	}
	t.addTests(s.Coefficients, "value", statistic)
	if s.Classes != nil {
		t.add(s.Coefficients, "odds", func(c Estimate) float64 { return math.Exp(c.Value) })
		t.add(s.Coefficients, "odds_low", func(c Estimate) float64 { return math.Exp(c.Low) })
		t.add(s.Coefficients, "odds_high", func(c Estimate) float64 { return math.Exp(c.High) })
	}
	return t
}

// String returns the caveat, if any, the meaning of the coefficients, their table, and
// the statistics of the whole fit.
func (s *Summary) String() string {
	s = s.orNone()
	lines := append(s.head(), s.Table().String())
	return strings.Join(append(lines, s.foot()...), "\n") + "\n"
}

// HTML returns the same as String as self-contained HTML, for a notebook.
func (s *Summary) HTML() string {
	s = s.orNone()
	return paragraph(s.head()) + s.Table().HTML() + paragraph(s.foot())
}

// orNone returns an empty summary for nil.
func (s *Summary) orNone() *Summary {
	if s == nil {
		return &Summary{Caveat: "no summary: Model.Summary returned an error"}
	}
	return s
}

// features returns the names of the features, which are those of each score.
func (s *Summary) features() []string {
	list := s.Coefficients
	if s.Reference != "" {
		list = list[:len(list)/(len(s.Classes)-1)]
	}
	if !s.NoIntercept && len(list) > 0 {
		list = list[1:]
	}
	return transform(list, Estimate.name)
}

// method says what the fit maximised or minimised.
func (s *Summary) method() string {
	switch {
	case biasReduced(s.Loss):
		return "Firth's likelihood"
	case s.Classes == nil:
		return "least squares"
	}
	return "maximum likelihood"
}

func (s *Summary) head() []string {
	var lines []string
	if s.Caveat != "" {
		lines = append(lines, s.Caveat)
	}
	meaning := s.Meaning
	if s.Reference != "" {
		meaning += ", W and b relative to those of " + s.Reference
	}
	method := s.method()
	if s.ClassWeights {
		method += " of weighted classes"
	}
	how := s.Intervals
	if s.Robust != "" {
		how += ", robust (" + s.Robust
		if s.Clusters > 0 {
			how += fmt.Sprintf(", %d clusters", s.Clusters)
		}
		how += ")"
	}
	return append(lines, meaning,
		fmt.Sprintf("%s, N = %.10g, %.10g residual df, intervals %.4g %% %s", method, s.N, s.Residual, 100*s.Level, how))
}

func (s *Summary) foot() []string {
	fit := fmt.Sprintf("deviance %.6g, with W = 0 %.6g; pseudo-R² %.4g (McFadden)", s.Deviance, s.NullDeviance, s.McFadden)
	if s.Classes == nil {
		fit = fmt.Sprintf("R² %.4g, adjusted %.4g; residual standard error %.4g", s.R2, s.AdjustedR2, s.Sigma)
	}
	lines := []string{fit}
	if !s.ClassWeights {
		lines = append(lines, fmt.Sprintf("log-likelihood %.6g, with W = 0 %.6g; AIC %.6g, BIC %.6g", s.LogLikelihood, s.NullLogLikelihood, s.AIC, s.BIC))
	}
	if s.Overall.defined() {
		lines = append(lines, fmt.Sprintf("W = 0: %v", s.Overall))
	}
	return lines
}

// squares returns Σs(y−t)², and the same for the best constant y, or for 0 without an
// intercept, beside the offset.
func (e *evidence) squares() (residual, null float64) {
	o := e.objective.Constant()
	mean, total := o.TargetMean()
	sum := o.Pass(mean, objective.Want{Gradient: true})
	slope := sum.Gradient[0] // rounding of the mean
	return 2 * e.pass.Loss, 2*sum.Loss - slope*slope/total
}

// checkResiduals reports whether there are residuals to learn σ from.
func (e *evidence) checkResiduals(d *Data) error {
	p := e.parameters()
	if e.count <= float64(p) {
		return meaningless(errNoResidual, "%.6g samples for %d coefficients; use more samples or fewer features, or SummaryOptions.PrecisionWeights if the weights are not frequencies", e.count, p)
	}
	residual, null := e.squares()
	square := 2 * e.total * e.objective.AtZero().Value
	if residual <= 1e-28*max(square, null) {
		return meaningless(errNoResidual, "the features determine %q exactly, up to rounding", d.target)
	}
	return nil
}

// judgeRegression sets what squares say about the whole fit. The likelihood is
// that of normal errors with the σ that makes it largest.
func (e *evidence) judgeRegression(s *Summary) {
	s.Deviance, s.NullDeviance = e.squares()
	var logs float64 // of the precisions s
	if e.analytic {
		for _, v := range e.objective.Weight {
			if v > 0 {
				logs += math.Log(v)
			}
		}
	}
	likelihood := func(squares float64) float64 {
		return (logs - s.N*(math.Log(2*math.Pi*squares/s.N)+1)) / 2
	}
	s.LogLikelihood, s.NullLogLikelihood = likelihood(s.Deviance), likelihood(s.NullDeviance)
	s.Sigma = math.Sqrt(s.Deviance / s.Residual)
	s.R2 = 1 - s.Deviance/s.NullDeviance
	s.AdjustedR2 = 1 - s.Deviance/s.Residual/(s.NullDeviance/(s.N-float64(e.model.intercept())))
	s.Overall = fisher((s.NullDeviance-s.Deviance)/s.Deviance, float64(len(e.model.Features)), s.Residual)
}

// Infinite numbers, which an end of an interval may be, are
// texts in JSON: "+Inf" and "-Inf".
type extended float64

func (e extended) MarshalJSON() ([]byte, error) {
	v := float64(e)
	if math.IsInf(v, 0) {
		return json.Marshal(strconv.FormatFloat(v, 'g', -1, 64))
	}
	return json.Marshal(v)
}

func (e *extended) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case `"+Inf"`:
		*e = extended(math.Inf(1))
	case `"-Inf"`:
		*e = extended(math.Inf(-1))
	default:
		return json.Unmarshal(text, (*float64)(e))
	}
	return nil
}

// estimateJSON is an Estimate whose interval may have infinite ends, without a test that
// there is not.
type estimateJSON struct {
	Name      string   `json:"name"`
	Class     string   `json:"class,omitempty"`
	Contrast  string   `json:"contrast,omitempty"`
	Value     float64  `json:"value"`
	SE        float64  `json:"se"`
	Statistic *float64 `json:"statistic,omitempty"`
	P         *float64 `json:"p,omitempty"`
	Bias      float64  `json:"bias,omitzero"`
	Low       extended `json:"low"`
	High      extended `json:"high"`
}

// MarshalJSON writes infinite ends of the interval as "+Inf" and "-Inf".
func (e Estimate) MarshalJSON() ([]byte, error) {
	j := estimateJSON{Name: e.Name, Class: e.Class, Contrast: e.Contrast, Value: e.Value, SE: e.SE, Bias: e.Bias, Low: extended(e.Low), High: extended(e.High)}
	if e.Statistic != 0 || e.P != 0 {
		j.Statistic, j.P = &e.Statistic, &e.P
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (e *Estimate) UnmarshalJSON(text []byte) error {
	var j estimateJSON
	if err := strictjson.Unmarshal("lclass: estimate", text, &j); err != nil {
		return err
	}
	*e = Estimate{Name: j.Name, Class: j.Class, Contrast: j.Contrast, Value: j.Value, SE: j.SE, Bias: j.Bias, Low: float64(j.Low), High: float64(j.High)}
	if j.Statistic != nil {
		e.Statistic = *j.Statistic
	}
	if j.P != nil {
		e.P = *j.P
	}
	return nil
}

package lclass

import (
	"fmt"
	"slices"
	"strings"
)

// Table returns the coefficients with the columns name, class and reference (of
// Softmax alone: the class and the one that it is compared with), value, se, z
// (t for regression), p, low and high, and, but for regression, odds, odds_low
// and odds_high. Nil has no coefficients.
func (s *Summary) Table() Table {
	s = s.orNone()
	t := tabulate(len(s.Coefficients), func(i int) (name, class string) {
		return s.Coefficients[i].Name, s.Coefficients[i].Class
	})
	if s.Reference != "" {
		t.Columns = append(t.Columns, TableColumn{Name: "reference", Text: slices.Repeat([]string{s.Reference}, t.Len())})
	}
	statistic := "z"
	if s.Classes == nil {
		statistic = "t"
	}
	t.add("value", func(i int) float64 { return s.Coefficients[i].Value })
	t.add("se", func(i int) float64 { return s.Coefficients[i].SE })
	t.add(statistic, func(i int) float64 { return s.Coefficients[i].Statistic })
	t.add("p", func(i int) float64 { return s.Coefficients[i].P })
	t.add("low", func(i int) float64 { return s.Coefficients[i].Interval.Low })
	t.add("high", func(i int) float64 { return s.Coefficients[i].Interval.High })
	if s.Classes != nil {
		t.add("odds", func(i int) float64 { return s.Coefficients[i].Odds })
		t.add("odds_low", func(i int) float64 { return s.Coefficients[i].OddsInterval.Low })
		t.add("odds_high", func(i int) float64 { return s.Coefficients[i].OddsInterval.High })
	}
	return t
}

// String returns the caveat, if there is one, what the coefficients stand for,
// the table of them, and what holds for the whole fit.
func (s *Summary) String() string {
	s = s.orNone()
	lines := append(s.head(), s.Table().String())
	return strings.Join(append(lines, s.foot()...), "\n") + "\n"
}

// HTML returns the same as String in HTML that stands alone, for a notebook.
func (s *Summary) HTML() string {
	s = s.orNone()
	return paragraph(s.head()) + s.Table().HTML() + paragraph(s.foot())
}

// orNone returns a summary of nothing for nil.
func (s *Summary) orNone() *Summary {
	if s == nil {
		return &Summary{Caveat: "no summary: Model.Summary returned an error"}
	}
	return s
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
	method := s.Method
	if s.ClassWeights {
		method += " of weighted classes"
	}
	how := s.Intervals
	if s.Robust != "" {
		how += ", robust (" + s.Robust + ")"
	}
	return append(lines, meaning,
		fmt.Sprintf("%s, N = %.10g, %.10g residual df, intervals %.4g %% %s", method, s.N, s.Residual, 100*s.Level, how))
}

func (s *Summary) foot() []string {
	fit := fmt.Sprintf("deviance %.6g, with W = 0 %.6g; pseudo-R² %.4g (McFadden)", s.Deviance, s.NullDeviance, s.McFadden)
	if s.Classes == nil {
		fit = fmt.Sprintf("R² %.4g, adjusted %.4g; residual standard error %.4g", s.R2, s.AdjustedR2, s.Sigma)
	} else if !s.ClassWeights {
		fit += fmt.Sprintf(", %.4g (Cox-Snell), %.4g (Nagelkerke)", s.CoxSnell, s.Nagelkerke)
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

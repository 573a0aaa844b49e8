package lclass

import (
	"fmt"
	"strings"
)

// Table returns the coefficients with the columns name, class (if there are
// several scores), value, bias, se, low and high.
func (s *BootstrapSummary) Table() Table {
	t := tabulate(len(s.Coefficients), func(i int) (name, class string) {
		return s.Coefficients[i].Name, s.Coefficients[i].Class
	})
	t.add("value", func(i int) float64 { return s.Coefficients[i].Value })
	t.add("bias", func(i int) float64 { return s.Coefficients[i].Bias })
	t.add("se", func(i int) float64 { return s.Coefficients[i].SE })
	t.add("low", func(i int) float64 { return s.Coefficients[i].Interval.Low })
	t.add("high", func(i int) float64 { return s.Coefficients[i].Interval.High })
	return t
}

// String returns what failed, if anything did, what the coefficients stand
// for, and the table of them.
func (s *BootstrapSummary) String() string {
	return strings.Join(append(s.head(), s.Table().String()), "\n")
}

// HTML returns the same as String in HTML that stands alone, for a notebook.
func (s *BootstrapSummary) HTML() string { return paragraph(s.head()) + s.Table().HTML() }

func (s *BootstrapSummary) head() []string {
	var lines []string
	if s.Failures != nil {
		lines = append(lines, fmt.Sprintf("%d of %d replicates left out: %s", s.Replicates-len(s.Estimates), s.Replicates, s.failed()))
	}
	if s.NotConverged > 0 {
		lines = append(lines, fmt.Sprintf("%d of %d replicates have not converged", s.NotConverged, s.Replicates))
	}
	return append(lines, s.Meaning,
		fmt.Sprintf("bootstrap, %d replicates, intervals %.4g %% %s", len(s.Estimates), 100*s.Level, s.Intervals))
}

// failed returns why replicates have no weights, and how many.
func (s *BootstrapSummary) failed() string {
	reasons := make([]string, len(s.Failures))
	for i, f := range s.Failures {
		reasons[i] = fmt.Sprintf("%d × %s", f.Count, strings.TrimPrefix(f.Reason, "lclass: "))
	}
	return strings.Join(reasons, ", ")
}

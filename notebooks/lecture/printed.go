package lecture

import (
	"regexp"
	"strconv"
	"strings"
)

// printed is a number as a lecture prints it.
type printed struct {
	text     string // in the form that format gives it
	value    float64
	decimals int
	percent  bool
}

var number = regexp.MustCompile(`^([+-]?\d*(?:\.(\d*))?)( ?%)?$`)

// parsePrinted reads "−0.97", ".241", "+3" or "80 %".
func parsePrinted(says string) (p printed, ok bool) {
	parts := number.FindStringSubmatch(strings.ReplaceAll(strings.TrimSpace(says), "−", "-"))
	if parts == nil {
		return p, false
	}
	value, err := strconv.ParseFloat(parts[1], 64)
	if err != nil {
		return p, false
	}
	p = printed{value: value, decimals: len(parts[2]), percent: parts[3] != ""}
	if p.percent {
		p.value /= 100
	}
	p.text = p.format(p.value)
	return p, true
}

// format rounds v to the decimals of p.
func (p printed) format(v float64) string {
	unit := ""
	if p.percent {
		v, unit = 100*v, " %"
	}
	text := strconv.FormatFloat(v, 'f', p.decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-") // no −0.00
	}
	return text + unit
}

// realMinus gives a text of numbers the minus sign of typography.
func realMinus(s string) string { return strings.ReplaceAll(s, "-", "−") }

// minus is a hyphen that stands for it: before a number, but not within a name or 0-1.
var minus = regexp.MustCompile(`(^|[^\pL\pN)]|\de)-(\d)`)

// realMinuses does the same with the numbers of any text.
func realMinuses(s string) string { return minus.ReplaceAllString(s, "$1−$2") }

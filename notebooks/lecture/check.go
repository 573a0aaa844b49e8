package lecture

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Number checks one number. It rounds computed to the decimals of says; the two
// must then read the same. says may use either minus sign (− or -); "89.4 %" is
// compared with 100 times computed. If source is a lecture, the lecture must
// print says: see the package comment.
func Number(row int, source Name, what, says string, computed float64) {
	Numbers(row, source, what, says, []float64{computed})
}

// Numbers checks several numbers, such as "−0.97, 1.27, −0.52", as [Number]
// does. Commas separate them; brackets around them are ignored.
func Numbers(row int, source Name, what, says string, computed []float64) {
	ours, ok, why := compare(says, computed)
	report(source, check{Row: row, What: what, Says: realMinus(says), Computed: ours, OK: ok, Why: why})
}

// Near checks that computed is within tol of says. source is [Theory] or [Ours];
// a printed number needs no tolerance, since [Number] rounds to its decimals.
func Near(row int, source Name, what string, says, computed, tol float64) {
	decimals := -1
	if tol > 0 {
		decimals = max(0, 1-int(math.Floor(math.Log10(tol))))
	}
	c := check{
		Row: row, What: what,
		Says:     realMinus(fmt.Sprintf("%v ± %v", says, tol)),
		Computed: realMinus(strconv.FormatFloat(computed, 'f', decimals, 64)),
		OK:       math.Abs(says-computed) <= tol,
	}
	if source.kind() == kindPrinted {
		c.refuse("Near is for lecture.Theory and lecture.Ours; use Number or About for a number that a lecture prints")
	}
	report(source, c)
}

// About shows a printed number that computed comes near to but does not equal,
// and why it does not. It is no tick. It fails if computed rounds to the printed
// number, which makes it a [Number], or differs from it by more than a tenth.
func About(row int, lecture Name, what, says string, computed float64, why string) {
	c := check{Row: row, What: what, Says: realMinus(says), Why: why, State: stateNear, OK: true}
	p, isNumber := parsePrinted(says)
	finer := p
	finer.decimals++
	c.Computed = realMinus(finer.format(computed))
	switch {
	case lecture.kind() != kindPrinted:
		c.refuse("About is for a number that a lecture prints; use Near with lecture.Theory or lecture.Ours")
	case !isNumber:
		c.Computed = realMinus(join([]float64{computed}))
		c.refuse(noNumber(says))
	case strings.TrimSpace(why) == "":
		c.refuse("About needs the reason for the difference")
	case p.format(computed) == p.text:
		c.refuse("The number rounds to what the lecture prints; use Number")
	case !(math.Abs(computed-p.value) <= math.Abs(p.value)/10):
		c.refuse("The number differs from the printed one by more than 10 %")
	}
	report(lecture, c)
}

// True checks a statement: says and computed are shown as they are, and ok
// reports whether they agree.
func True(row int, source Name, what, says, computed string, ok bool) {
	report(source, check{Row: row, What: what, Says: says, Computed: computed, OK: ok})
}

// Slip shows where a lecture slips and why; ok reports whether our computation
// confirms it. The lecture must print says. Row 0 stands for a slip outside the
// list of figures and numbers.
func Slip(row int, lecture Name, what, says, computed, why string, ok bool) {
	c := check{Row: row, What: what, Says: says, Computed: computed, Why: why, OK: ok, State: stateSlip}
	if lecture.kind() != kindPrinted {
		c.refuse("Slip is for what a lecture prints; use True")
	}
	report(lecture, c)
}

// compare returns computed in the form of says, and whether the two read the
// same. If says cannot be compared at all, why has the reason.
func compare(says string, computed []float64) (ours string, ok bool, why string) {
	texts := entries(says)
	if len(texts) != len(computed) {
		return realMinus(join(computed)), false, fmt.Sprintf("%d numbers are expected, and we have %d", len(texts), len(computed))
	}
	rounded := make([]string, len(computed))
	ok = true
	for i, text := range texts {
		p, isNumber := parsePrinted(text)
		if !isNumber {
			return realMinus(join(computed)), false, noNumber(text)
		}
		rounded[i] = p.format(computed[i])
		ok = ok && rounded[i] == p.text
	}
	return realMinus(strings.Join(rounded, ", ")), ok, ""
}

// entries returns the parts of a list such as "(.241, .654)".
func entries(list string) []string {
	return strings.Split(bare(list), ",")
}

// bare returns list without the brackets around it.
func bare(list string) string {
	list = strings.TrimSpace(list)
	for _, pair := range []string{"()", "[]"} {
		inner, opened := strings.CutPrefix(list, pair[:1])
		inner, closed := strings.CutSuffix(inner, pair[1:])
		if opened && closed && !strings.ContainsAny(inner, pair) {
			return inner
		}
	}
	return list
}

func noNumber(text string) string {
	return fmt.Sprintf("No number such as −0.97 or 80 %% can be read from %q", strings.TrimSpace(text))
}

func join(x []float64) string {
	texts := make([]string, len(x))
	for i, v := range x {
		texts[i] = strconv.FormatFloat(v, 'g', 6, 64)
	}
	return strings.Join(texts, ", ")
}

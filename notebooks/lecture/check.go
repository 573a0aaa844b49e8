package lecture

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Number checks a printed number: computed is rounded to as many decimals as
// the lecture prints and must then read the same. Either minus sign will do
// (− and -); "89.4 %" is compared with 100 times computed.
func Number(row int, lecture Name, what, says string, computed float64) {
	Numbers(row, lecture, what, says, []float64{computed})
}

// Numbers checks printed numbers, such as "−0.97, 1.27, −0.52", like Number.
// They are apart by commas; brackets around them do not matter.
func Numbers(row int, lecture Name, what, says string, computed []float64) {
	ours, ok, why := compare(says, computed)
	report(check{Row: row, Lecture: lecture, What: what, Says: realMinus(says), Computed: ours, OK: ok, Why: why})
}

// Near checks a number up to tol on either side.
func Near(row int, lecture Name, what string, says, computed, tol float64) {
	decimals := -1
	if tol > 0 {
		decimals = max(0, 1-int(math.Floor(math.Log10(tol))))
	}
	report(check{
		Row: row, Lecture: lecture, What: what,
		Says:     realMinus(fmt.Sprintf("%v ± %v", says, tol)),
		Computed: realMinus(strconv.FormatFloat(computed, 'f', decimals, 64)),
		OK:       math.Abs(says-computed) <= tol,
	})
}

// True checks what is not a number: says and computed are shown as they are,
// and ok tells whether they agree.
func True(row int, lecture Name, what, says, computed string, ok bool) {
	report(check{Row: row, Lecture: lecture, What: what, Says: says, Computed: computed, OK: ok})
}

// Slip shows where a lecture slipped and why; ok tells whether what is computed
// bears it out. Row 0 stands for a slip outside the list of figures and
// numbers.
func Slip(row int, lecture Name, what, says, computed, why string, ok bool) {
	report(check{Row: row, Lecture: lecture, What: what, Says: says, Computed: computed, Why: why, OK: ok, Slip: true})
}

// compare returns computed as the lecture would have printed it, whether that
// is what it says, and if says cannot be compared at all, why.
func compare(says string, computed []float64) (ours string, ok bool, why string) {
	texts := strings.Split(strings.Trim(says, "()[] "), ",")
	if len(texts) != len(computed) {
		return realMinus(join(computed)), false, fmt.Sprintf("The lecture has %d of these numbers and we have %d", len(texts), len(computed))
	}
	rounded := make([]string, len(computed))
	ok = true
	for i, text := range texts {
		p, isNumber := parsePrinted(text)
		if !isNumber {
			return realMinus(join(computed)), false, fmt.Sprintf("No number such as −0.97 or 80 %% can be read from %q", strings.TrimSpace(text))
		}
		rounded[i] = p.format(computed[i])
		ok = ok && rounded[i] == p.text
	}
	return realMinus(strings.Join(rounded, ", ")), ok, ""
}

func join(x []float64) string {
	texts := make([]string, len(x))
	for i, v := range x {
		texts[i] = strconv.FormatFloat(v, 'g', 6, 64)
	}
	return strings.Join(texts, ", ")
}

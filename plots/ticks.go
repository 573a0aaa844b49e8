package plots

import (
	"math"
	"strconv"
	"strings"

	"linclass/plots/internal/vector"
)

// minus is the sign that is as wide as a digit.
const minus = "−"

// niceStep returns the distance 1, 2, 2.5 or 5 times a power of ten that
// divides span into at most n parts.
func niceStep(span float64, n int) float64 {
	least := span / float64(max(n, 1))
	unit := math.Pow(10, math.Floor(math.Log10(least)))
	for _, m := range []float64{1, 2, 2.5, 5} {
		if m*unit >= least*(1-1e-9) {
			return m * unit
		}
	}
	return 10 * unit
}

// linearTicks returns ticks at round numbers between lo and hi, at most n
// steps apart.
func linearTicks(lo, hi float64, n int, integer bool) []tick {
	step := niceStep(hi-lo, n)
	if integer {
		step = math.Ceil(step)
	}
	if !(step > 0) || math.IsInf(step, 0) {
		return []tick{}
	}
	ticks := []tick{}
	slack := 1e-6 * step
	for i := math.Ceil((lo - slack) / step); i*step <= hi+slack && len(ticks) <= n+1; i++ {
		ticks = append(ticks, tick{Value: i * step, Label: number(i*step, step)})
	}
	return ticks
}

// number formats v with the decimals that a distance of step calls for.
func number(v, step float64) string {
	if math.Abs(v) < step/2 {
		return "0"
	}
	if math.Abs(v) >= 1e6 || step < 1e-5 {
		digits := int(math.Floor(math.Log10(math.Abs(v)))-math.Floor(math.Log10(step))) + 1
		return scientific(v, max(0, digits))
	}
	decimals := 0
	for scaled := step; decimals < 7 && math.Abs(scaled-math.Round(scaled)) > 1e-6*scaled; decimals++ {
		scaled *= 10
	}
	return signed(strconv.FormatFloat(v, 'f', decimals, 64))
}

// signed returns a number with the minus sign of the figures.
func signed(number string) string { return strings.ReplaceAll(number, "-", minus) }

// scientific writes v as 2.5e6 or 1e−7. Superscripts are no choice: the font
// has no raised minus.
func scientific(v float64, digits int) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', digits, 64), "e")
	if strings.Contains(mantissa, ".") {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	e, _ := strconv.Atoi(exponent)
	return signed(mantissa + "e" + strconv.Itoa(e))
}

// logTicks returns ticks at powers of ten, or at 1, 2 and 5 times them where
// there are fewer than three, and unlabelled ones between.
func logTicks(lo, hi float64, n int) []tick {
	first, last := math.Floor(math.Log10(lo)), math.Ceil(math.Log10(hi))
	decades := math.Log10(hi) - math.Log10(lo)
	every := math.Max(1, math.Ceil(decades/float64(max(n, 1))))
	const crowded = 40 // decades, from which on short ticks would make a black bar
	ticks := []tick{}
	for e := first; e <= last; e++ {
		for m := 1.0; m < 10; m++ {
			v := m * math.Pow(10, e)
			if v < lo*(1-1e-9) || v > hi*(1+1e-9) || decades > crowded && (m > 1 || math.Mod(e-first, every) != 0) {
				continue
			}
			tick := tick{Value: v}
			switch {
			case decades < 2.5 && (m == 1 || m == 2 || m == 5):
				tick.Label = power(v)
			case m == 1 && math.Mod(e-first, every) == 0:
				tick.Label = power(v)
			}
			ticks = append(ticks, tick)
		}
	}
	if decades < 1 && labelled(ticks) < 2 {
		// At the upper end the numbers are closer to each other than on average.
		denser := hi * math.Log(hi/lo) / (hi - lo)
		return linearTicks(lo, hi, max(2, int(math.Round(float64(n)/denser))), false)
	}
	return ticks
}

// labelled returns the number of ticks with a label.
func labelled(ticks []tick) (n int) {
	for _, t := range ticks {
		if t.Label != "" {
			n++
		}
	}
	return n
}

// power writes a tick of a logarithmic axis: one digit and zeros.
func power(v float64) string {
	if v < 0.99e-4 || v > 1.01e5 {
		return scientific(v, 0)
	}
	return strconv.FormatFloat(v, 'f', max(0, -int(math.Floor(math.Log10(v)+1e-9))), 64)
}

// horizontalTicks returns as many ticks as fit side by side into width.
func horizontalTicks(width vector.Length, label vector.TextStyle, ticks func(n int) []tick) []tick {
	gap := label.Width("00")
	for n := 9; n > 2; n-- {
		t := ticks(n)
		var widest vector.Length
		for _, tick := range t {
			widest = max(widest, label.Width(tick.Label))
		}
		if vector.Length(labelled(t))*(widest+gap) <= width {
			return t
		}
	}
	return ticks(2)
}

// verticalTicks returns as many ticks as read well one above the other, and more of
// them if these would be one alone, which shows no scale.
func verticalTicks(height vector.Length, label vector.TextStyle, ticks func(n int) []tick) []tick {
	n := min(8, max(2, int(height/(label.Height("0")*2.4))))
	t := ticks(n)
	for ; labelled(t) < 2 && n < 5; n++ {
		t = ticks(n + 1)
	}
	return t
}

package plots

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// counted writes a number of things in the singular or the plural, such as "1 sample".
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// telling returns what writes numbers with n digits, all with as few, from least to most,
// as tell values that differ from each other.
func telling(values []float64, least, most int, write func(v float64, n int) string) func(float64) string {
	n := least
	for n < most && alike(values, n, write) {
		n++
	}
	return func(v float64) string { return write(v, n) }
}

// alike reports whether two values that differ by more than rounding look the same.
func alike(values []float64, n int, write func(v float64, n int) string) bool {
	const rounding = 1e-12
	seen := map[string]float64{}
	for _, v := range values {
		text := write(v, n)
		first, ok := seen[text]
		if ok && math.Abs(v-first) > rounding*math.Abs(first) {
			return true
		}
		if !ok {
			seen[text] = v
		}
	}
	return false
}

// mostDigits is how many digits a number has at most.
const mostDigits = 12

// shorts returns short for values that it tells apart, with more digits for others.
func shorts(values []float64) func(float64) string {
	return telling(values, 3, mostDigits, significant)
}

// significant is digits with n digits also for numbers from 100 to 10⁵.
func significant(v float64, n int) string {
	if a := math.Abs(v); a >= 100 && a < 1e5 && float64(n) > math.Floor(math.Log10(a))+1 {
		return signed(strconv.FormatFloat(v, 'g', n, 64))
	}
	return digits(v, n)
}

// scoreWriter returns what writes scores of the usual size with three decimals, so that they
// can be compared, and with more if they lie so near to each other that three are too few.
func scoreWriter(scores []float64) func(float64) string {
	var span limits
	span.include(scores...)
	scale := max(math.Abs(span.lo), math.Abs(span.hi))
	if scale < 100 {
		scale = 1
	}
	most := 3
	if span.hi > span.lo {
		// Ten steps of the last decimal are enough, even if some scores look the same.
		most = int(min(max(3, math.Ceil(1+math.Log10(scale/(span.hi-span.lo)))), mostDigits))
	}
	return telling(scores, 3, most, places)
}

// places writes numbers of the usual size of scores with n decimals.
func places(v float64, n int) string {
	if math.Abs(v) >= 100 || v != 0 && math.Abs(v) < 0.01 || !finite(v) {
		return significant(v, n)
	}
	return signed(strconv.FormatFloat(v, 'f', n, 64))
}

// deviation writes what stands behind ±, as exact as three decimals.
func deviation(v float64) string {
	if v >= 100 || v != 0 && v < 0.0005 {
		return digits(v, 2)
	}
	return strconv.FormatFloat(v, 'f', 3, 64)
}

// estimates returns what writes means with three digits, with more if these hide that a
// mean is not 1 or not another one, or change it by about its standard error.
func estimates(means []float64, se float64) func(float64) string {
	means = append(means[:len(means):len(means)], 1)
	n := 3
	for n < mostDigits && (alike(means, n, significant) || changes(means, n, se)) {
		n++
	}
	return func(v float64) string { return significant(v, n) }
}

// changes reports whether n digits change a mean by about its standard error.
func changes(means []float64, n int, se float64) bool {
	for _, v := range means {
		written, err := strconv.ParseFloat(strings.ReplaceAll(significant(v, n), minus, "-"), 64)
		if err == nil && se > 0 && math.Abs(written-v) > 0.9*se {
			return true
		}
	}
	return false
}

// percent writes a share in percent with one decimal, with more where that would make it
// 0 or 100, and "–" for NaN.
func percent(v float64) string { return percents(v)(v) }

// percents returns what writes shares as percent does, all with as many decimals as one
// of them needs.
func percents(values ...float64) func(float64) string {
	decimals := 1
	for _, v := range values {
		for decimals < 6 && strings.ContainsAny(percentage(v, decimals), "<>") {
			decimals++
		}
	}
	return func(v float64) string { return withUnit(percentage(v, decimals)) }
}

// percentage writes a share in percent, without the sign. A share that is not 0 or 1 does
// not look so: it is "<0.1" or ">99.9".
func percentage(v float64, decimals int) string {
	if !finite(v) {
		return "–"
	}
	if v == 0 {
		v = 0 // not −0
	}
	text := strconv.FormatFloat(100*v, 'f', decimals, 64)
	step := math.Pow(10, -float64(decimals))
	switch rounded, _ := strconv.ParseFloat(text, 64); {
	case v > 0 && rounded == 0:
		text = "<" + strconv.FormatFloat(step, 'f', decimals, 64)
	case v < 0 && rounded == 0:
		text = ">" + strconv.FormatFloat(-step, 'f', decimals, 64)
	case v < 1 && rounded == 100:
		text = ">" + strconv.FormatFloat(100-step, 'f', decimals, 64)
	}
	return signed(text)
}

// withUnit appends the sign of percent to a number.
func withUnit(text string) string {
	if text == "–" {
		return text
	}
	return text + " %"
}

// change writes a number with its sign.
func change(v float64) string {
	if v < 0 || math.IsNaN(v) {
		return short(v)
	}
	return "+" + short(v)
}

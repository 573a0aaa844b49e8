package lclass

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// The tails keep their digits however small they are, as 1 − CDF would not.

// normalTail returns P(|Z| ≥ |z|) for a standard normal Z.
func normalTail(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// studentTail returns P(|T| ≥ |t|) for Student's T with df degrees of freedom.
func studentTail(t, df float64) float64 {
	return mathext.RegIncBeta(df/2, 0.5, df/(df+t*t))
}

// fisherTail returns P(F ≥ f) for F with d1 and d2 degrees of freedom.
func fisherTail(f, d1, d2 float64) float64 {
	return mathext.RegIncBeta(d2/2, d1/2, d2/(d2+d1*f))
}

// chiSquareTail returns P(X ≥ x) for χ² with df degrees of freedom.
func chiSquareTail(x, df float64) float64 { return mathext.GammaIncRegComp(df/2, x/2) }

// normalQuantile returns the z with P(|Z| ≤ z) = level.
func normalQuantile(level float64) float64 { return math.Sqrt2 * math.Erfinv(level) }

// studentQuantile returns the t with P(|T| ≤ t) = level for df degrees of
// freedom: t²/(df + t²) and what it lacks to 1, each with its own digits.
func studentQuantile(level, df float64) float64 {
	share := mathext.InvRegIncBeta(0.5, df/2, level)
	rest := mathext.InvRegIncBeta(df/2, 0.5, 1-level)
	return math.Sqrt(df * share / rest)
}

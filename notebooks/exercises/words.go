package exercises

import (
	"fmt"
	"math"
	"slices"

	"linclass/assignments/checking"
	"linclass/lclass"
)

// Theta checks exercise 1 of words.
func Theta(f func(n, total, d int) float64) {
	run("theta",
		check("is 4/20 for 3 of 16 words and a vocabulary of 4", "(1 + n)/(d + total)", func(t *checking.Try) { t.Number("theta(3, 16, 4)", f(3, 16, 4), 0.2) }),
		check("is above 0 for a word that the class never wrote", "Laplace's 1", func(t *checking.Try) { t.Number("theta(0, 16, 4)", f(0, 16, 4), 0.05) }),
		check("sums to 1 over the vocabulary", "each of the d words gets 1 more, so the total gets d more", func(t *checking.Try) {
			t.Number("the sum of theta for words that occur 3, 7, 0 and 6 times", f(3, 16, 4)+f(7, 16, 4)+f(0, 16, 4)+f(6, 16, 4), 1)
		}))
}

// SmoothIDF checks exercise 2 of words.
func SmoothIDF(f func(texts []string, word string) float64) {
	texts := []string{"win money now", "win win win", "see you", "money for you"}
	run("smoothIDF",
		check("is 1 for a word of all texts", "ln((1 + n)/(1 + df)) + 1 with df = n", func(t *checking.Try) {
			t.Number("smoothIDF of the word of three equal texts", f([]string{"win", "win", "win"}, "win"), 1)
		}),
		check("counts texts, and not words", `"win" occurs four times, in two texts`, func(t *checking.Try) {
			t.Number(fmt.Sprintf("smoothIDF(%q, %q)", texts, "win"), f(texts, "win"), math.Log(5.0/3)+1)
			t.Number(fmt.Sprintf("smoothIDF(%q, %q)", texts, "see"), f(texts, "see"), math.Log(5.0/2)+1)
		}),
		check("finds whole words, not parts of words", `compare whole words: "for" has no "or"`, func(t *checking.Try) {
			t.Number(fmt.Sprintf("smoothIDF(%q, %q)", texts, "or"), f(texts, "or"), math.Log(5)+1)
		}))
}

// BestFactor checks exercise 3 of words.
func BestFactor(f func(z []float64, t []int) float64) {
	// Scores whose classes are drawn as if they were a times as large.
	draw := func(a float64) (z []float64, t []int) {
		rng := source(6)
		for range 2000 {
			v := 4 * rng.NormFloat64()
			class := 0
			if rng.Float64() < lclass.Sigmoid(a*v) {
				class = 1
			}
			z, t = append(z, v), append(t, class)
		}
		return z, t
	}
	loss := func(z []float64, t []int, a float64) (sum float64) {
		for i := range z {
			sum += crossEntropy([]float64{a * z[i]}, []float64{float64(t[i])}) / float64(len(z))
		}
		return sum
	}
	best := func(z []float64, t []int) (a float64) {
		a = 0.01
		for i := 1; i <= 200; i++ {
			if b := float64(i) / 100; loss(z, t, b) < loss(z, t, a) {
				a = b
			}
		}
		return a
	}
	var checks []checking.Check
	for _, c := range []struct {
		a          float64
		name, hint string
	}{
		{0.5, "shrinks scores that are too sure", "try factors such as 0.05, 0.1, … 2, and keep the one with the smallest mean cross-entropy"},
		{1, "leaves right scores alone", "a factor of 1 must be among those that you try"},
		{1.5, "enlarges scores that are not sure enough", "try factors above 1, too, up to 2"},
	} {
		checks = append(checks, check(c.name, c.hint, func(t *checking.Try) {
			z, class := draw(c.a)
			a := f(slices.Clone(z), class)
			least := loss(z, class, best(z, class))
			t.True(loss(z, class, a) <= least+0.001, fmt.Sprintf("the mean cross-entropy with your factor %.4g, for scores whose classes are drawn with %g", a, c.a),
				checking.Show(loss(z, class, a)), fmt.Sprintf("at most 0.001 above %s, the least", checking.Show(least)))
		}))
	}
	run("bestFactor", checks...)
}

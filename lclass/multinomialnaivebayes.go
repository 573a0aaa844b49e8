package lclass

import (
	"cmp"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/rows"
)

// MultinomialNaiveBayes is the naive Bayes classifier for counts, such as those of words
// ([NGrams]): in a class each word is drawn independently of the others,
//
//	p(x | C_k) ∝ Π_j θ_kj^x_j,  P(C_k) = π_k,
//
// so that the scores are linear (Manning, Raghavan and Schütze 2008, chapter 13):
//
//	P(C_k | x) = softmax(W x + b)_k,  w_kj = log θ_kj,  b_k = log π_k
//
// The estimates are, with the d features and the sums over the samples of class k,
//
//	θ_kj = (α + Σ sᵢ xᵢⱼ) / (α d + Σ_j Σ sᵢ xᵢⱼ)
//
// The model is that of scikit-learn's MultinomialNB; W is its feature_log_prob_. For two
// classes W is the difference of the two rows, 1×d, and b that of the two numbers, as for
// [Logistic]. The probabilities tend to be too close to 0 and 1, because words are not
// independent.
//
// It maximises the joint likelihood of features and classes; the Loss of the Status is the
// log-loss that [Softmax] minimises, for comparison.
type MultinomialNaiveBayes struct {
	// Alpha is α, which is added to each count so that no word is impossible; 0 means 1
	// (Laplace).
	Alpha float64
	// Priors are the π_k by class name; they are divided by their sum. Nil means n_k/n,
	// with n_k the sum of the weights of class k.
	Priors map[string]float64
}

// Fit learns from two or more classes. A class without samples is left out of the model;
// Status.Note says so. Fit returns an error that names column and row if a feature is
// negative.
func (b MultinomialNaiveBayes) Fit(d *Data) (*Model, error) {
	if !(b.Alpha >= 0) || math.IsInf(b.Alpha, 0) {
		return nil, badSetting("Alpha", b.Alpha, "it must be a finite number ≥ 0, and 0 means 1")
	}
	g, err := newClasses(d, b.Priors, func(*gaussians) {})
	if err != nil {
		return nil, err
	}
	if err := g.checkCounts(); err != nil {
		return nil, err
	}
	counts := g.counts()
	if err := g.data.Err(); err != nil {
		return nil, err
	}
	alpha, biases := cmp.Or(b.Alpha, 1), make([]float64, len(g.classes))
	for k, c := range g.classes {
		w := counts.RawRowView(k)
		var total float64
		for _, v := range w {
			total += alpha + v
		}
		for j, v := range w {
			w[j] = math.Log(alpha+v) - math.Log(total)
		}
		biases[k] = math.Log(c.prior)
	}
	return g.linear(counts, biases)
}

// checkCounts returns the error of the first negative feature.
func (g *gaussians) checkCounts() error {
	low, _ := g.data.x.Range(g.data.stop())
	if err := g.data.Err(); err != nil {
		return err
	}
	for j, v := range low {
		if v >= 0 {
			continue
		}
		for i := range g.data.N() {
			if v := g.data.x.At(i, j); v < 0 {
				return &ValueError{Column: g.data.features[j], Row: i, Value: fmt.Sprint(v), remedy: "MultinomialNaiveBayes takes counts, which are not negative; use NaiveBayes for measurements"}
			}
		}
	}
	return nil
}

// counts returns the sums Σ sᵢxᵢⱼ over the samples of each class.
func (g *gaussians) counts() *mat.Dense {
	n, k := g.data.N(), len(g.classes)
	sum := make([]float64, g.data.D()*k)
	share := make([]float64, n*k)
	for class, c := range g.classes {
		for _, i := range c.rows {
			share[i*k+class] = g.weight[i]
		}
	}
	for lo := 0; lo < n && g.data.stopped() == nil; lo += rows.Block {
		hi := min(lo+rows.Block, n)
		g.data.x.AddGradient(sum, lo, hi, k, share[lo*k:hi*k])
	}
	return transposed(g.data.D(), k, sum)
}

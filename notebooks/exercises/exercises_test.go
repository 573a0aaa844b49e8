package exercises

import (
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/mle"
)

// Each check finds the mistake that its hint is about.
func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		mistake string
		check   func()
		fails   string
	}{
		{"multiplies the weight", func() { Rescaled(func(w, b, k float64) (float64, float64) { return w * k, b }) }, "predicts the same price"},
		{"divides the bias, too", func() { Rescaled(func(w, b, k float64) (float64, float64) { return w / k, b / k }) }, "predicts the same price"},
		{"ignores the data", func() { LargestEta(func(*lclass.Data) float64 { return 2 }) }, "is where descent begins to diverge"},
		{"has 1/λ", func() {
			LargestEta(func(d *lclass.Data) float64 { return 0.5 * largest(d) })
		}, "is 2 if both curvatures are 1"},
		{"has no input", func() {
			AbsoluteGradient(func(d *lclass.Data, w, b float64) (float64, float64) {
				return 0, meanSign(d, w, b)
			})
		}, "is the slope along w"},
		{"is a distance", func() { BoundaryAt(func(w []float64, b float64) float64 { return math.Abs(b) / floats.Norm(w, 2) }) }, "leads from the origin"},
		{"forgets the length", func() { BoundaryAt(func(w []float64, b float64) float64 { return -b }) }, "is −1 for 5x₁"},
		{"subtracts nothing", func() { SafeSoftmax(func(z ...float64) []float64 { return softmax(z, 0) }) }, "stays finite for large scores"},
		{"subtracts a constant", func() { SafeSoftmax(func(z ...float64) []float64 { return softmax(z, 1000) }) }, "stays finite if all scores are far below 0"},
		{"changes the scores", func() {
			SafeSoftmax(func(z ...float64) []float64 {
				floats.AddConst(-floats.Max(z), z)
				return softmax(z, 0)
			})
		}, "leaves the scores of the caller alone"},
		{"keeps the features", func() { Circle(func(x []float64) []float64 { return x }) }, "makes classes that a line separates"},
		{"has one feature", func() { Circle(func(x []float64) []float64 { return []float64{x[0] * x[0]} }) }, "makes classes that a line separates"},
		{"ignores b", func() {
			SameLine(func(w []float64, _ float64, v []float64, _ float64) bool {
				return math.Abs(floats.Dot(w, v)/floats.Norm(w, 2)/floats.Norm(v, 2)-1) < 1e-9
			})
		}, "is false for other lines"},
		{"has no tolerance", func() {
			SameLine(func(w []float64, b float64, v []float64, c float64) bool {
				k := floats.Norm(v, 2) / floats.Norm(w, 2)
				return v[0] == k*w[0] && v[1] == k*w[1] && c == k*b
			})
		}, "holds for the perceptron"},
		{"keeps the last line", func() {
			Pocket(func(d *lclass.Data, epochs int) ([]float64, float64) {
				return lclass.Must(lclass.Perceptron{Eta: 0.1, Epochs: epochs}.Fit(d)).Line()
			})
		}, "keeps the best line"},
		{"forgets the length", func() { Novikoff(func(d *lclass.Data, w []float64, b float64) float64 { return novikoff(d, w, b, 1) }) }, "does not depend on the length"},
		{"has no bias", func() {
			Novikoff(func(d *lclass.Data, w []float64, b float64) float64 { return novikoff(d, w, b, 0) })
		}, "is (R/γ)² by hand"},
		{"multiplies the prior", func() { Posterior(func(p, r float64) float64 { return min(1, p*r) }) }, "doubles odds"},
		{"returns the odds", func() { Posterior(func(p, r float64) float64 { return p / (1 - p) * r }) }, "doubles odds"},
		{"scales w", func() {
			Weighted(func(w []float64, b, k float64) ([]float64, float64) {
				return []float64{w[0] * k, w[1] * k}, b + math.Log(k)
			})
		}, "leaves w alone"},
		{"adds k", func() { Weighted(func(w []float64, b, k float64) ([]float64, float64) { return w, b + k }) }, "moves b by the log of k"},
		{"forgets log s", func() {
			TwoBells(func(x, m0, s0, m1, s1 float64) float64 { return square((x-m0)/s0)/2 - square((x-m1)/s1)/2 })
		}, "is a parabola"},
		{"takes a quotient", func() {
			TwoBells(func(x, m0, s0, m1, s1 float64) float64 {
				return math.Log(math.Exp(-square((x-m1)/s1)/2) / s1 / (math.Exp(-square((x-m0)/s0)/2) / s0))
			})
		}, "is finite where both"},
		{"counts all mistakes", func() { Epochs(func(t [4]int) int { return t[0] + t[1] + t[2] + t[3] }) }, "counts the epochs of AND"},
		{"returns ηt", func() { Move(func(_ []float64, _ float64, _ []float64, t float64) float64 { return t }) }, "is 1/3 for"},
		{"forgets the score", func() {
			Move(func(_ []float64, _ float64, x []float64, t float64) float64 { return t / (floats.Dot(x, x) + 1) })
		}, "gives the point the score t"},
		{"forgets the bias", func() {
			Move(func(w []float64, b float64, x []float64, t float64) float64 {
				return (t - floats.Dot(w, x) - b) / floats.Dot(x, x)
			})
		}, "is 1/3 for"},
		{"keeps the order", func() { Slower(indices) }, "takes more updates"},
		{"repeats a point", func() { Slower(func(d *lclass.Data) []int { return make([]int, d.N()) }) }, "has every point once"},
		{"returns λ", func() { Width(func(x []float64) float64 { return 1 / stat.Mean(x, nil) }) }, "is λ/√N"},
		{"has no root", func() { Width(func(x []float64) float64 { return 1 / stat.Mean(x, nil) / float64(len(x)) }) }, "halves for four times"},
		{"has one bell curve", func() {
			PerGroup(func(x []float64, _ []string) float64 { return lclass.Must(mle.FitNormal(x)).LogLikelihood(x) })
		}, "adds up the groups"},
		{"cuts where the name changes", func() { PerGroup(perRun) }, "does not need sorted groups"},
		{"takes the mean", func() {
			Laplace(func(x []float64) (float64, float64) { return stat.Mean(x, nil), stat.StdDev(x, nil) })
		}, "has the median"},
		{"takes the spread of a bell", func() {
			Laplace(func(x []float64) (float64, float64) {
				sorted := slices.Sorted(slices.Values(x))
				return (sorted[(len(x)-1)/2] + sorted[len(x)/2]) / 2, stat.PopStdDev(x, nil)
			})
		}, "has no better neighbour"},
		{"sorts in place", func() {
			Laplace(func(x []float64) (float64, float64) { slices.Sort(x); return x[1], 1 })
		}, "leaves the order"},
		{"has the sign wrong", func() { Exponential(func(m float64) (float64, float64) { return math.Exp(-m), math.Exp(-m) }) }, "has the slope of its loss"},
		{"grows with m", func() { Exponential(func(m float64) (float64, float64) { return math.Exp(m), math.Exp(m) }) }, "is e to the −m"},
		{"leaves the corner", func() {
			RoundedHinge(func(m float64) (float64, float64) {
				if m >= 1 {
					return 0, 0
				}
				return 1 - m, -1
			})
		}, "has no corner"},
		{"forgets the ½", func() {
			RoundedHinge(func(m float64) (float64, float64) { return square(max(0, 1-m)), -2 * max(0, 1-m) })
		}, "has the three pieces"},
		{"overflows", func() {
			SigmoidLoss(func(m float64) (float64, float64) {
				e := math.Exp(m)
				return 1 / (1 + e), -e / square(1+e)
			})
		}, "is flat and finite far out"},
		{"is σ(m)", func() {
			SigmoidLoss(func(m float64) (float64, float64) { s := lclass.Sigmoid(m); return s, s * (1 - s) })
		}, "is σ(−m)"},
		{"never halves", func() { HalvedStep(newton) }, "never raises the NLL"},
		{"always halves", func() {
			HalvedStep(func(Phi *mat.Dense, t, w mat.Vector) *mat.VecDense {
				next := newton(Phi, t, w)
				next.AddVec(next, w)
				next.ScaleVec(0.5, next)
				return next
			})
		}, "is the step of IRLS"},
		{"has no penalty", func() {
			RidgeStep(func(Phi *mat.Dense, t, w mat.Vector, _ float64) *mat.VecDense { return newton(Phi, t, w) })
		}, "finds the minimum"},
		{"takes ½ for ¼", func() { SafeStep(half) }, "agrees with a step by hand"},
		{"stays where it is", func() {
			SafeStep(func(_ *mat.Dense, _, w mat.Vector) *mat.VecDense { return mat.VecDenseCopyOf(w) })
		}, "agrees with a step by hand"},
		{"ignores the share", func() { PrecisionFor(func(recall, fpr, _ float64) float64 { return recall / (recall + fpr) }) }, "is the share of the ill"},
		{"is recall", func() { F1Of(func(TP, _, FN float64) float64 { return TP / (TP + FN) }) }, "is F1, however many"},
		{"halves the sum", func() {
			F1Of(func(TP, FP, FN float64) float64 { return (TP/(TP+FP) + TP/(TP+FN)) / 2 })
		}, "is F1, however many"},
		{"never tests", func() {
			Cheapest(func(p float64) string {
				if p < 1.0/11 {
					return "home"
				}
				return "back"
			})
		}, "tests where the model is unsure"},
		{"tests too often", func() {
			Cheapest(func(p float64) string {
				if p == 0 {
					return "home"
				}
				if p == 1 {
					return "back"
				}
				return "test"
			})
		}, "never pays more"},
		{"moves nothing", func() { FarErrors(func(float64) int { return 0 }) }, "counts the errors with the points"},
		{"uses the normal equations", func() {
			ByQR(func(X, t *mat.Dense) []float64 {
				var A, c, w mat.Dense
				A.Mul(X.T(), X)
				c.Mul(X.T(), t)
				_ = w.Solve(&A, &c) // a matrix this near to singular is reported, and solved
				return w.RawMatrix().Data
			})
		}, "keeps seven digits"},
		{"has a line", func() { FourInARow(func(x float64) []float64 { return []float64{x} }) }, "lets least squares find"},
		{"keeps λ", func() { LambdaFor(func(lambda, _ float64) float64 { return lambda }) }, "gives the same line"},
		{"multiplies once", func() { LambdaFor(func(lambda, k float64) float64 { return lambda * k }) }, "gives the same line"},
		{"tests on the training data", func() {
			LeaveOneOut(func(d *lclass.Data, lambda float64) int {
				w, b := lclass.Must(soft(lambda).Fit(d)).Line()
				return errorsOf(d, w, b)
			})
		}, "tests each point"},
		{"counts all", func() { LeaveOneOut(func(d *lclass.Data, _ float64) int { return d.N() }) }, "is 0 where a wide street"},
		{"has the sign wrong", func() {
			Pulls(func(m float64) (float64, float64, float64) { return 0, -lclass.Sigmoid(-m), 0 })
		}, "is 0 for the hinges"},
		{"forgets the 2", func() {
			Pulls(func(m float64) (float64, float64, float64) {
				if m >= 1 {
					return 0, lclass.Sigmoid(-m), 0
				}
				return 1, lclass.Sigmoid(-m), 1 - m
			})
		}, "is the size of the slope"},
		{"multiplies by T", func() {
			Temper(func(z []float64, T float64) []float64 {
				return softmaxOf(floats.ScaleTo(make([]float64, len(z)), T, z)...)
			})
		}, "is certain at a low temperature"},
		{"divides in place", func() {
			Temper(func(z []float64, T float64) []float64 { floats.Scale(1/T, z); return softmaxOf(z...) })
		}, "leaves the scores"},
		{"sets the row to 0", func() {
			RowZero(func(W *mat.Dense, b []float64, k int) (*mat.Dense, []float64) {
				clear(W.RawRowView(k))
				b[k] = 0
				return W, b
			})
		}, "changes no probability"},
		{"forgets b", func() {
			RowZero(func(W *mat.Dense, b []float64, k int) (*mat.Dense, []float64) {
				row := slices.Clone(W.RawRowView(k))
				for i := range b {
					floats.Sub(W.RawRowView(i), row)
				}
				return W, b
			})
		}, "makes row k of W and of b 0"},
		{"counts all samples", func() {
			Middle(func(m *lclass.Model, d *lclass.Data) (claimed, found int) {
				for _, x := range d.Rows() {
					claimed += m.VotesOne(x)[1]
				}
				return claimed, d.N()
			})
		}, "counts its samples"},
		{"wants more than ½", func() {
			Labelled(func(z, _ []float64) (n int, expected, _ float64) {
				for _, v := range z {
					if v > 0 {
						n++
					}
				}
				return n, 1.5, 0
			})
		}, "assigns the labels"},
		{"has the loss of t alone", func() {
			Labelled(func(z, t []float64) (int, float64, float64) {
				loss := 0.0
				for k := range z {
					loss -= t[k] * math.Log(lclass.Sigmoid(z[k]))
				}
				return 2, 1.5, loss
			})
		}, "has the binary cross-entropy"},
		{"sums rows", func() {
			Expected(func(m *lclass.Model, d *lclass.Data) []float64 {
				p := lclass.Must(m.Proba(d))
				return []float64{mat.Sum(p.RowView(0)), mat.Sum(p.RowView(1))}
			})
		}, "sums the probabilities"},
		{"takes ½", func() { BestThreshold(func([]int, []float64) float64 { return 0.5 }) }, "separates what can be separated"},
		{"takes the smallest", func() { BestThreshold(func(_ []int, p []float64) float64 { return slices.Min(p) }) }, "has the best F1"},
		{"fits once", func() {
			OneOut(func(d *lclass.Data, l lclass.Estimator) float64 { return accuracyOf(l, d, d) })
		}, "fits once for each sample"},
		{"predicts the training data", func() {
			OneOut(func(d *lclass.Data, l lclass.Estimator) float64 { return accuracyOf(l, d, d) })
		}, "is the share of samples"},
		{"cuts blocks", func() {
			Stratified(func(t []int, k int) []int {
				folds := make([]int, len(t))
				for i := range t {
					folds[i] = i * k / len(t)
				}
				return folds
			})
		}, "spreads each class"},
		{"counts from 1", func() {
			Stratified(func(t []int, k int) []int {
				folds := make([]int, len(t))
				for i := range t {
					folds[i] = 1 + i%k
				}
				return folds
			})
		}, "puts every sample"},
		{"takes the best", func() { OneSE(func(mean, _ []float64) int { return floats.MaxIdx(mean) }) }, "takes the simplest one"},
		{"takes its own error", func() {
			OneSE(func(mean, se []float64) int {
				for i := range mean {
					if mean[i]+se[i] >= slices.Max(mean) {
						return i
					}
				}
				return 0
			})
		}, "uses the standard error of the best"},
		{"has no 1", func() { Theta(func(n, total, d int) float64 { return float64(n) / float64(total) }) }, "is above 0"},
		{"forgets d", func() { Theta(func(n, total, _ int) float64 { return float64(n+1) / float64(total+1) }) }, "sums to 1"},
		{"counts words", func() {
			SmoothIDF(func(texts []string, word string) float64 {
				df := 0
				for _, text := range texts {
					df += strings.Count(text, word)
				}
				return math.Log(float64(1+len(texts))/float64(1+df)) + 1
			})
		}, "counts texts"},
		{"finds parts of words", func() {
			SmoothIDF(func(texts []string, word string) float64 {
				df := 0
				for _, text := range texts {
					if strings.Contains(text, word) {
						df++
					}
				}
				return math.Log(float64(1+len(texts))/float64(1+df)) + 1
			})
		}, "finds whole words"},
		{"always halves", func() { BestFactor(func([]float64, []int) float64 { return 0.5 }) }, "leaves right scores alone"},
		{"never changes", func() { BestFactor(func([]float64, []int) float64 { return 1 }) }, "shrinks scores"},
		{"forgets the scale", func() { PriceFactor(func(w, _, more float64) float64 { return math.Exp(w * more) }) }, "is e to the w"},
		{"adds up", func() { PriceFactor(func(w, std, more float64) float64 { return 1 + (math.Exp(w)-1)*more/std }) }, "multiplies for each pound"},
		{"forgets the sex", func() {
			Boy(func(_, age float64) float64 {
				if age < 13 {
					return 1
				}
				return 0
			})
		}, "is 0 for girls"},
		{"leaks", func() {
			Filled(func(train, test []float64) []float64 { return fill(slices.Concat(train, test), slices.Clone(test)) })
		}, "learns nothing from the test"},
		{"fills in place", func() { Filled(fill) }, "leaves the test as it is"},
		{"is the logarithm to the base 10", func() { FirstLoss(func(K int) float64 { return math.Log10(float64(K)) }) }, "is ln K"},
		{"falls at once", func() {
			CosineRate(func(eta float64, epoch, epochs int) float64 {
				return eta * (1 + math.Cos(math.Pi*float64(epoch)/float64(epochs))) / 2
			})
		}, "begins with η"},
		{"falls along a line", func() {
			CosineRate(func(eta float64, epoch, epochs int) float64 { return eta * (1 - float64(epoch-1)/float64(epochs)) })
		}, "falls along half a wave"},
		{"has each pair twice", func() {
			Products(func(x []float64) []float64 {
				made := slices.Clone(x)
				for _, a := range x {
					for _, b := range x {
						made = append(made, a*b)
					}
				}
				return made
			})
		}, "has 2144 features"},
		{"keeps the target", func() { ToZeroOne(func(t float64) float64 { return t }) }, "turns −1 into 0"},
		{"forgets λ", func() {
			kept := lclass.Must(lclass.Softmax{Penalty: lclass.L2(0.01)}.Fit(datasets.TwoGaussians(30, 1)))
			Remembered(func(float64) *lclass.Model { return kept })
		}, "has smaller weights"},
		{"counts by the predicted class", func() {
			Misses(func(d *lclass.Data, w []float64, b float64) (n [2]int) {
				for i, x := range d.Rows() {
					if y := int(lclass.StepFunc(floats.Dot(w, x) + b)); y != d.T()[i] {
						n[y]++
					}
				}
				return n
			})
		}, "counts the errors of each class"},
	} {
		if said := printed(t, c.check); !strings.Contains(said, "✗ "+c.fails) {
			t.Errorf("an answer that %s should fail at %q:\n%s", c.mistake, c.fails, said)
		}
	}
}

// largest is the limit of η by the closed form of the eigenvalue.
func largest(d *lclass.Data) float64 {
	m, x2 := 0.0, 0.0
	for _, x := range d.Column(0) {
		m, x2 = m+x/float64(d.N()), x2+x*x/float64(d.N())
	}
	return 2 / ((x2+1)/2 + math.Hypot((x2-1)/2, m))
}

func meanSign(d *lclass.Data, w, b float64) (sum float64) {
	for i, x := range d.Column(0) {
		sum += lclass.Sign(w*x+b-d.Y()[i]) / float64(d.N())
	}
	return sum
}

func softmax(z []float64, less float64) []float64 {
	y := make([]float64, len(z))
	for i := range z {
		y[i] = math.Exp(z[i] - less)
	}
	floats.Scale(1/floats.Sum(y), y)
	return y
}

// novikoff forgets the length of (w, b), and with a bias input of 0 the bias of x.
func novikoff(d *lclass.Data, w []float64, b, input float64) float64 {
	R2, nearest := 0.0, math.Inf(1)
	for _, x := range d.Rows() {
		R2, nearest = max(R2, floats.Dot(x, x)+input), min(nearest, math.Abs(floats.Dot(w, x)+b))
	}
	return R2 / (nearest * nearest)
}

func square(x float64) float64 { return x * x }

func indices(d *lclass.Data) (all []int) {
	for i := range d.N() {
		all = append(all, i)
	}
	return all
}

// perRun fits a bell curve to each run of one name.
func perRun(x []float64, group []string) (sum float64) {
	for begin := 0; begin < len(x); {
		end := begin + 1
		for end < len(x) && group[end] == group[begin] {
			end++
		}
		if n, err := mle.FitNormal(x[begin:end]); err == nil {
			sum += n.LogLikelihood(x[begin:end])
		}
		begin = end
	}
	return sum
}

// descend goes from w by the inverse of a matrix times the gradient.
func descend(Phi *mat.Dense, t, w mat.Vector, weight func(y float64) float64) *mat.VecDense {
	N, M := Phi.Dims()
	g, H := mat.NewVecDense(M, nil), mat.NewSymDense(M, nil)
	for n := range N {
		y := lclass.Sigmoid(mat.Dot(w, Phi.RowView(n)))
		g.AddScaledVec(g, y-t.AtVec(n), Phi.RowView(n))
		H.SymRankOne(H, weight(y), Phi.RowView(n))
	}
	var step, next mat.VecDense
	_ = step.SolveVec(H, g) // a matrix near to singular is reported, and solved
	next.SubVec(w, &step)
	return &next
}

func newton(Phi *mat.Dense, t, w mat.Vector) *mat.VecDense {
	return descend(Phi, t, w, func(y float64) float64 { return y * (1 - y) })
}

func half(Phi *mat.Dense, t, w mat.Vector) *mat.VecDense {
	return descend(Phi, t, w, func(float64) float64 { return 0.5 })
}

// fill puts the mean of the known values into x.
func fill(known, x []float64) []float64 {
	known = slices.DeleteFunc(slices.Clone(known), math.IsNaN)
	for i, v := range x {
		if math.IsNaN(v) {
			x[i] = stat.Mean(known, nil)
		}
	}
	return x
}

// printed returns what a check prints.
func printed(t *testing.T, check func()) string {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = w
	check()
	os.Stdout = stdout
	w.Close()
	said, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(said)
}

package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/validate"
)

// A path is one of fifteen that we and glmnet compute: three families, each with five
// shapes of data and penalties.
type path struct {
	family string // of glmnet
	shape
}

type shape struct {
	penalty string
	n, d    int
	ratio   float64 // ρ, glmnet's alpha
	least   float64 // the last λ over the first
	texts   bool    // whether features are words, else numbers
}

var shapes = []shape{
	{"lasso", 5000, 50, 1, 1e-4, false},
	{"lasso", 2000, 1000, 1, 1e-2, false},
	{"lasso", 300, 1000, 1, 1e-2, false},
	{"elastic net ρ = ½", 300, 1000, 0.5, 1e-2, false},
	{"lasso", 2000, 20_000, 1, 1e-2, true},
}

func (p path) name() string {
	of := ""
	if p.texts {
		of = " texts"
	}
	return fmt.Sprintf("%d λ, %s, %s%s %d×%d", lambdaCount, p.penalty, p.family, of, p.n, p.d)
}

const (
	lambdaCount = 20
	glmnetTol   = 1e-7 // glmnet's default thresh
)

// paths is 20 λ from the least that makes all weights 0. Exact is how large a slope is
// left in any fit of the path. Each path has two rows. In one we are as exact as glmnet is
// with its default thresh, by the largest Tol of 1, 2 or 5 times a power of ten that gets
// there, or by our default if that is faster. In the other glmnet is as exact as we are by
// default, with its thresh lowered a hundredfold as often as it takes. Features are fitted as
// they are. The target of the gaussian paths has variance 1, as glmnet would scale λ of L2 by it.
func (b *bench) paths() error {
	if _, err := b.inR("has_glmnet"); err != nil {
		return err
	}
	t := table{
		title: "The paths with the defaults of both, and how exact they are:",
		head:  []string{"path", "our time", "slope left", "above the least", "glmnet's time", "slope left", "above the least", "our Tol for its slope", "its thresh for our slope"},
		foot: "The slope left is the largest |∂L| of all weights and b that the corners of L1 do not hold, which is 0 at\n" +
			"the least loss; above the least is how far L is, relative to the best known. Both are the largest of the path.",
	}
	for _, s := range shapes {
		for _, family := range []string{"gaussian", "binomial", "multinomial"} {
			p := path{family, s}
			if !b.fits.MatchString(p.name()) {
				continue
			}
			if err := b.path(p, &t); err != nil {
				return err
			}
		}
	}
	b.tables = append(b.tables, t)
	return nil
}

// A pathRun is a path fitted with one tolerance.
type pathRun struct {
	tol       float64
	solutions []solution
	exactness
	seconds times
}

func (b *bench) path(p path, t *table) error {
	d, err := p.data()
	if err != nil {
		return err
	}
	most, err := lclass.LambdaMax(p.spec(1, 0, nil), d)
	if err != nil {
		return err
	}
	lambdas := lclass.LogSpace(most, most*p.least, lambdaCount)
	request, err := p.write(d, lambdas)
	if err != nil {
		return err
	}
	ours := func(tol float64) (r pathRun, err error) {
		d := unseen(d)
		seconds, err := timed(labelled(p.name(), func() (err error) { r.solutions, err = p.fit(d, lambdas, tol); return }))
		r.tol, r.seconds = tol, times{seconds}
		return r, err
	}
	theirs := func(thresh float64) (r pathRun, err error) {
		answer, err := b.inR(fmt.Sprintf("%s thresh=%v", request, thresh))
		if err != nil {
			return r, err
		}
		return pathRun{tol: thresh, solutions: answer.Path, seconds: times{answer.Seconds}}, nil
	}
	exact, err := ours(1e-16)
	if err != nil {
		return err
	}
	our, err := ours(0)
	if err != nil {
		return err
	}
	their, err := theirs(glmnetTol)
	if err != nil {
		return err
	}
	best := p.best(d, lambdas, exact.solutions, our.solutions, their.solutions)
	our.exactness, their.exactness = p.exactness(d, lambdas, our.solutions, best), p.exactness(d, lambdas, their.solutions, best)

	// reach lowers a tolerance until a path is as exact as the other.
	reach := func(fit func(float64) (pathRun, error), tols []float64, other pathRun) (r pathRun, reached bool, err error) {
		const patience = 100 // seconds
		for i, tol := range tols {
			next, err := fit(tol)
			if err != nil && i > 0 {
				return r, false, nil // it gives up so near to rounding
			}
			if err != nil {
				return r, false, err
			}
			r = next
			r.exactness = p.exactness(d, lambdas, r.solutions, best)
			if r.slope <= other.slope {
				return r, true, nil
			}
			if r.seconds[0] > patience {
				break
			}
		}
		return r, false, nil
	}
	asTheirs, weGet, err := reach(ours, falling(0.1, 1e-15, 0.5, 0.4, 0.5), their)
	if err != nil {
		return err
	}
	if our.slope <= their.slope && our.seconds[0] < asTheirs.seconds[0] {
		asTheirs, weGet = our, true // a loose tolerance does not always take less time
	}
	asOurs, theyGet, err := reach(theirs, falling(glmnetTol, 1e-25, 0.01), our)
	if err != nil {
		return err
	}
	for _, row := range []struct {
		as         string
		our, their pathRun
		met        bool
	}{
		{"glmnet", asTheirs, their, weGet},
		{"lclass", our, asOurs, true},
	} {
		var oursS, theirsS times
		for i := 0; i < b.runs(theirsS); i++ {
			o, err := ours(row.our.tol)
			if err != nil {
				return err
			}
			r, err := theirs(row.their.tol)
			if err != nil {
				return err
			}
			oursS, theirsS = append(oursS, o.seconds...), append(theirsS, r.seconds...)
		}
		r := newRow(contest{name: p.name() + ", as exact as " + row.as, peer: "R glmnet", goal: 1.5}, oursS, theirsS)
		r.Note = fmt.Sprintf("slope left: %.0e, peer %.0e", row.our.slope, row.their.slope)
		if !row.met {
			r.Met = false
			r.Note += "; no Tol of ours is as exact"
		} else if row.their.slope > row.our.slope && row.as == "lclass" {
			r.Note += "; glmnet is less exact"
		}
		b.add(r)
	}
	if p.family == "binomial" {
		if err := b.pathOfFolds(p, d, lambdas, request, asTheirs.tol); err != nil {
			return err
		}
	}
	tolOf := func(r pathRun, reached bool) string {
		switch {
		case !reached:
			return "none"
		case r.tol == 0:
			return "default"
		}
		return fmt.Sprintf("%.0e", r.tol)
	}
	t.add(p.name(), seconds(our.seconds.median()), fmt.Sprintf("%.0e", our.slope), fmt.Sprintf("%.0e", our.excess),
		seconds(their.seconds.median()), fmt.Sprintf("%.0e", their.slope), fmt.Sprintf("%.0e", their.excess), tolOf(asTheirs, weGet), tolOf(asOurs, theyGet))
	return nil
}

// pathOfFolds is the path on each of ten folds, with the deviance of the samples that are
// left out, where we are as exact on the whole path as glmnet with its default thresh.
func (b *bench) pathOfFolds(p path, d *lclass.Data, lambdas []float64, request string, tol float64) error {
	const folds = 10
	request = fmt.Sprintf("%s thresh=%v folds=%d", strings.Replace(request, "glmnet_path", "glmnet_cv", 1), glmnetTol, folds)
	name := fmt.Sprintf("%d folds × %s", folds, p.name())
	var ours, theirs times
	var off float64
	for i := 0; i < b.runs(theirs); i++ {
		d := unseen(d)
		var found *validate.Search[float64, *lclass.Model]
		s, err := timed(labelled(name, func() (err error) {
			found, err = validate.PathSearch(d, validate.Options{Folds: inTurn{folds}}, lambdas, func(λ float64, start *lclass.Model) lclass.Estimator {
				return p.spec(λ, tol, start)
			}, validate.LogLoss)
			return err
		}))
		if err != nil {
			return err
		}
		r, err := b.inR(request)
		if err != nil {
			return err
		}
		ours, theirs = append(ours, s), append(theirs, r.Seconds)
		for l, v := range found.Validations {
			off = math.Max(off, math.Abs(2*v.Scores[0].Mean()-r.Deviance[l]))
		}
	}
	row := newRow(contest{name: name, peer: "R cv.glmnet", goal: 2}, ours, theirs)
	row.Note = fmt.Sprintf("deviances differ by at most %.0e", off)
	b.add(row)
	return nil
}

// data are features and a target that follows them.
func (p path) data() (*lclass.Data, error) {
	r := rand.New(rand.NewPCG(uint64(p.n), uint64(p.d)))
	if p.texts {
		return p.wordData(r)
	}
	return p.numberData(r)
}

// numberData has features e + u/2, e and u normal and u common to a sample, of which 10 have a
// weight.
func (p path) numberData(r *rand.Rand) (*lclass.Data, error) {
	w := p.weights()
	for _, w := range w {
		for j := range 10 {
			w[j*p.d/10] = r.NormFloat64()
		}
	}
	x, y := mat.NewDense(p.n, p.d, nil), make([]float64, p.n)
	z := make([]float64, len(w))
	for i := range p.n {
		u := r.NormFloat64()
		row := x.RawRowView(i)
		for j := range row {
			row[j] = r.NormFloat64() + u/2
		}
		for c, w := range w {
			z[c] = mat.Dot(mat.NewVecDense(p.d, row), mat.NewVecDense(p.d, w))
		}
		y[i] = p.draw(z, r)
	}
	return p.with(x, y)
}

// wordData has texts of 70 words in the mean, of which one in twenty has a weight.
func (p path) wordData(r *rand.Rand) (*lclass.Data, error) {
	const strength = 12
	texts, w := drawTexts(p.n, p.d, 70, r), p.weights()
	for j := range p.d {
		if r.IntN(20) > 0 {
			continue
		}
		for _, w := range w {
			w[j] = strength * r.NormFloat64()
		}
	}
	y, z := make([]float64, p.n), make([]float64, len(w))
	for i := range y {
		for c, w := range w {
			z[c] = texts.score(i, w)
		}
		y[i] = p.draw(z, r)
	}
	x, err := texts.features()
	if err != nil {
		return nil, err
	}
	return p.with(x, y)
}

// weights returns a 0 for each score and feature.
func (p path) weights() [][]float64 {
	w := make([][]float64, p.scores())
	for c := range w {
		w[c] = make([]float64, p.d)
	}
	return w
}

// draw returns a number or a class that follows scores.
func (p path) draw(z []float64, r *rand.Rand) float64 {
	switch p.family {
	case "gaussian":
		return z[0] + r.NormFloat64()
	case "binomial":
		if r.Float64() < 1/(1+math.Exp(-z[0])) {
			return 1
		}
		return 0
	}
	class, most := 0, math.Inf(-1)
	for c, v := range z { // the largest score with Gumbel's noise is a draw from softmax
		if v -= math.Log(-math.Log(r.Float64())); v > most {
			class, most = c, v
		}
	}
	return float64(class)
}

func (p path) with(x mat.Matrix, y []float64) (*lclass.Data, error) {
	if p.family == "gaussian" {
		standardize(y)
		return lclass.RegressionFromMatrix(x, y)
	}
	classes := make([]int, len(y))
	for i, v := range y {
		classes[i] = int(v)
	}
	return lclass.FromMatrix(x, classes, []string{"0", "1", "2"}[:max(2, p.scores())])
}

// standardize gives y the mean 0 and the variance 1, of n.
func standardize(y []float64) {
	n := float64(len(y))
	var mean, square float64
	for _, v := range y {
		mean += v / n
	}
	for _, v := range y {
		square += (v - mean) * (v - mean) / n
	}
	for i := range y {
		y[i] = (y[i] - mean) / math.Sqrt(square)
	}
}

// scores is the number of scores of a sample.
func (p path) scores() int {
	if p.family == "multinomial" {
		return 3
	}
	return 1
}

func (p path) spec(lambda, tol float64, start *lclass.Model) lclass.Estimator {
	penalty, solver := lclass.ElasticNet(lambda, p.ratio), lclass.CoordinateDescent{Tol: tol}
	switch p.family {
	case "gaussian":
		return lclass.LinearRegression{Penalty: penalty, Solver: solver, Start: start}
	case "binomial":
		return lclass.Logistic{Penalty: penalty, Solver: solver, Start: start}
	}
	return lclass.Softmax{Penalty: penalty, Solver: solver, Start: start}
}

func (p path) fit(d *lclass.Data, lambdas []float64, tol float64) ([]solution, error) {
	var solutions []solution
	for m, err := range lclass.Path(d, lambdas, func(λ float64, start *lclass.Model) lclass.Estimator { return p.spec(λ, tol, start) }) {
		if err != nil {
			return nil, err
		}
		solutions = append(solutions, solution{rowsOf(m.W), m.B})
	}
	return solutions, nil
}

// falling returns the values from from down to to, each the one before times one of the
// factors in turn.
func falling(from, to float64, factors ...float64) (values []float64) {
	for i := 0; from >= to; i++ {
		values = append(values, from)
		from *= factors[i%len(factors)]
	}
	return values
}

// write gives glmnet the data, and returns the request.
func (p path) write(d *lclass.Data, lambdas []float64) (string, error) {
	x, err := p.writeFeatures(d)
	t := filepath.Join(out, "bench", "path.t.f64")
	list := strings.Trim(strings.ReplaceAll(fmt.Sprint(lambdas), " ", ","), "[]")
	return fmt.Sprintf("glmnet_path %s t=%s family=%s alpha=%v lambdas=%s", x, t, p.family, p.ratio, list),
		errors.Join(err, toFile(t, func(w *bufio.Writer) error { return binary.Write(w, binary.NativeEndian, targets(d)) }))
}

// writeFeatures returns where the features are, as arguments of a request.
func (p path) writeFeatures(d *lclass.Data) (arguments string, err error) {
	if p.texts {
		texts := wordVectors{words: d.D(), start: []int{0}}
		for i := range d.N() {
			for j, v := range d.NonZero(i) {
				texts.column, texts.value = append(texts.column, j), append(texts.value, v)
			}
			texts.start = append(texts.start, len(texts.value))
		}
		return texts.write("path")
	}
	x := filepath.Join(out, "bench", "path.f64")
	return fmt.Sprintf("x=%s d=%d", x, d.D()), toFile(x, func(w *bufio.Writer) error {
		for _, row := range d.Rows() {
			if err := binary.Write(w, binary.NativeEndian, row); err != nil {
				return err
			}
		}
		return nil
	})
}

// targets are the numbers, or the classes as numbers.
func targets(d *lclass.Data) []float64 {
	if y := d.Y(); y != nil {
		return y
	}
	t := make([]float64, d.N())
	for i, class := range d.T() {
		t[i] = float64(class)
	}
	return t
}

// An exactness is how far the fits of a path are from the least loss, at most.
type exactness struct {
	slope  float64 // the largest that is left
	excess float64 // of L over the least, relative
}

func (p path) exactness(d *lclass.Data, lambdas []float64, solutions []solution, least []float64) exactness {
	var e exactness
	for l, s := range solutions {
		value, slope := slopes(d, targets(d), lclass.ElasticNet(lambdas[l], p.ratio), s.W, s.B)
		e.slope = math.Max(e.slope, slope)
		e.excess = math.Max(e.excess, (value-least[l])/least[l])
	}
	return e
}

// best is the least L known for each λ.
func (p path) best(d *lclass.Data, lambdas []float64, paths ...[]solution) []float64 {
	least := make([]float64, len(lambdas))
	for l, λ := range lambdas {
		least[l] = math.Inf(1)
		for _, solutions := range paths {
			value, _ := slopes(d, targets(d), lclass.ElasticNet(λ, p.ratio), solutions[l].W, solutions[l].B)
			least[l] = math.Min(least[l], value)
		}
	}
	return least
}

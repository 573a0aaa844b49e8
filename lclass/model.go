package lclass

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/rows"
)

// An Estimator is a specification that can learn a model.
type Estimator = interface {
	// Fit learns from d. It changes neither the specification nor d.
	Fit(d *Data) (*Model, error)
}

// A Model is a fitted model: the scores of a sample, z = W x + b or the logarithms
// of class densities, and what the Output makes of them. It holds no training data.
// Treat it as immutable. Nil and the zero value are no models: their methods return
// errors or, without an error to return, panic.
//
// Methods such as [Model.Predict], [Model.Proba] and [Model.Scores] take the n samples
// of a [Data]. Those that end in One, such as [Model.PredictOne], take one sample x and
// panic where the others return an error.
type Model struct {
	W *mat.Dense // K×d; 1×d for two classes and for regression; K(K−1)/2×d for one-vs-one
	B []float64  // as many as rows of W
	// Densities are those of the classes in a generative model, which has neither W
	// nor B. They are nil for a linear model.
	Densities *Densities
	Output    Output
	// Loss is the name of the loss that W and b minimise, such as "logistic"; of
	// several binary models that of all. It is empty if there is none, as for [LDA].
	Loss     string
	Features []string // d names
	Classes  []string // nil for regression; the last of two is the positive one; the labels of MultiLabel
	Target   string
	Penalty  Penalty
	// NoIntercept tells that the model has no b: all values of B are 0, and Summary and
	// tables leave it out.
	NoIntercept bool
	// Offset tells that the model has learnt with offsets ([Data.WithOffset]). As R's
	// predict.glm does, it adds those of the data that it predicts to their scores, and it
	// is an error if they have none; a single sample, as for ScoresOne, has none. Other
	// models do not look at offsets.
	Offset  bool
	Status  Status
	History []Progress // one a step of the fit
	// Preparation is what the model does with data before it, nil for nothing.
	// A [Pipeline] learns it. Features are then those that it makes, and samples
	// x of methods such as ScoresOne are what goes into it, as [Prepared.Row] takes
	// them.
	Preparation *Prepared
	// Direction is, for separated data, the change of (W, b), one row for each
	// of W, along which the likelihood rises for ever. It is nil otherwise.
	Direction *mat.Dense

	frame Columns // how to read other frames like the one of the training data
}

// ScoresOne returns the scores z = W x + b of one sample x, one for each row of
// W. A score beyond float64 is ±MaxFloat64, so that finite weights and features
// have finite scores, and probabilities.
//
// A model with Densities has the K logarithms of the joint densities as scores,
//
//	log p(x, C_k) = log π_k − ½ (x − μ_k)ᵀΣ_k⁻¹(x − μ_k) − ½ log|2πΣ_k|
//
// One that float64 cannot hold is −MaxFloat64. If none can be held, each is
// −MaxFloat64 times the ratio of (x − μ_k)ᵀΣ_k⁻¹(x − μ_k) to the largest of all
// classes, so that the nearest class has the largest score; all are NaN if the two
// nearest are alike to 12 digits, or x is not finite.
//
// ScoresOne panics if x does not have d values, if the model has learnt with an Offset,
// which x does not have, or, for a model with a Preparation, where [Prepared.Row] panics
// or returns an error.
func (m *Model) ScoresOne(x []float64) []float64 {
	mustBe(m.scorable(), "ScoresOne")
	if m.Offset {
		panic("lclass: ScoresOne: the model was learnt with an offset, which a single sample does not have; take Scores of data with Data.WithOffset")
	}
	if m.Preparation != nil {
		var err error
		x, err = m.Preparation.Row(x)
		mustBe(err, "ScoresOne")
	}
	k, d := m.dims()
	if len(x) != d {
		panic(fmt.Sprintf("lclass: ScoresOne: %d values for %d features", len(x), d))
	}
	if m.Densities != nil {
		return m.Densities.score(x)
	}
	z := make([]float64, k)
	for c := range z {
		z[c] = m.B[c] + dot(m.W.RawRowView(c), x)
	}
	m.bound(z, x, 0)
	return z
}

// bound puts the nearest finite numbers in place of scores z of a sample x with that
// offset that are beyond float64, or whose parts are.
func (m *Model) bound(z, x []float64, offset float64) {
	for c, v := range z {
		if v-v == 0 {
			continue
		}
		sum := new(big.Float).SetPrec(2200).SetFloat64(m.B[c])
		sum.Add(sum, new(big.Float).SetFloat64(offset))
		for j, w := range m.W.RawRowView(c) {
			if w-w != 0 || x[j]-x[j] != 0 {
				sum = nil // no number at all
				break
			}
			product := new(big.Float).SetPrec(2200)
			sum.Add(sum, product.Mul(new(big.Float).SetFloat64(w), new(big.Float).SetFloat64(x[j])))
		}
		if sum != nil {
			v, _ := sum.Float64()
			z[c] = max(-math.MaxFloat64, min(v, math.MaxFloat64))
		}
	}
}

// PredictOne returns the class that the model gives to one sample x, as an index
// into Classes. It panics if x does not have d values or the model does not
// decide between classes.
func (m *Model) PredictOne(x []float64) int { return m.decide("PredictOne", m.ScoresOne(x)) }

// decide is for the named method, which panics if there is no class.
func (m *Model) decide(method string, z []float64) int {
	o := outputs[m.Output]
	if o.class == nil {
		panic("lclass: " + method + ": " + o.noClass)
	}
	return o.class(z, len(m.Classes))
}

// ProbaOne returns the probabilities of the K classes for one sample x,
// which sum to 1 but for [MultiLabel]. It panics if x does not have d values or
// the model has no probabilities.
func (m *Model) ProbaOne(x []float64) []float64 {
	mustBe(m.valid(), "ProbaOne")
	if !m.HasProbability() {
		panic("lclass: ProbaOne: " + m.noProbability())
	}
	y := make([]float64, len(m.Classes))
	outputs[m.Output].probability(y, m.ScoresOne(x))
	return y
}

// HasProbability reports whether the scores have a meaning as probabilities.
func (m *Model) HasProbability() bool {
	return m.valid() == nil && outputs[m.Output].probability != nil
}

func (m *Model) noProbability() string {
	return fmt.Sprintf("a model with %v output has scores but no probabilities; Logistic, Softmax and OneVsRest of Logistic have", m.Output)
}

// Scores returns the scores of the n samples of d as [Model.ScoresOne] does, n×K: a
// column for each row of W. It is an error if d has no samples.
//
// The features of the model are found in d by name, in any order, and others are
// left out; those of a matrix without names of its own, x1 … xd, are taken in
// their order if they are as many. It is a [FeatureError] if some are not there.
// All methods that take a Data find features like this. For a model with an Offset
// they need the offsets of the samples, which are part of the scores.
func (m *Model) Scores(d *Data) (*mat.Dense, error) {
	d, err := m.matched(d)
	if err != nil {
		return nil, err
	}
	if m.Densities != nil {
		return read(d, m.Densities.scores(d), nil)
	}
	k, p := m.W.Dims()
	w := make([]float64, p*k)
	for c := range k {
		for j, v := range m.W.RawRowView(c) {
			w[j*k+c] = v
		}
	}
	z := make([]float64, d.N()*k)
	const most = 64 * rows.Block
	for lo := 0; lo < d.N(); lo += most {
		if err := d.Err(); err != nil {
			return nil, err
		}
		d.x.Scores(z[lo*k:], lo, min(lo+most, d.N()), k, w, m.B)
	}
	if err := d.Err(); err != nil {
		return nil, err
	}
	offset := make([]float64, d.N())
	if m.Offset {
		copy(offset, d.offset)
		floats.Add(z, offset) // of the only score
	}
	var x []float64
	for i := range d.N() {
		if row := z[i*k : (i+1)*k]; slices.ContainsFunc(row, func(v float64) bool { return v-v != 0 }) {
			if x == nil {
				x = make([]float64, p)
			}
			d.x.Row(x, i)
			m.bound(row, x, offset[i])
		}
	}
	return read(d, mat.NewDense(d.N(), k, z), nil)
}

// Proba returns the n×K probabilities of the classes, K = 2 for two classes.
// It is an error for a model without probabilities, such as a perceptron.
func (m *Model) Proba(d *Data) (*mat.Dense, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	if !m.HasProbability() {
		return nil, fmt.Errorf("lclass: %s", m.noProbability())
	}
	z, err := m.Scores(d)
	if err != nil {
		return nil, err
	}
	y := mat.NewDense(d.N(), len(m.Classes), nil)
	for i := range d.N() {
		outputs[m.Output].probability(y.RawRowView(i), z.RawRowView(i))
	}
	return y, nil
}

// Predict returns the class of each sample as an index into the Classes of the
// model. To compare with the truth take [Model.Targets], which has the same
// numbering, and not d.T(), which has that of d.
func (m *Model) Predict(d *Data) ([]int, error) {
	z, err := m.classScores(d)
	if err != nil {
		return nil, err
	}
	y := make([]int, d.N())
	for i := range y {
		y[i] = m.decide("Predict", z.RawRowView(i))
	}
	return y, nil
}

// classScores are the scores of a model that decides between classes.
func (m *Model) classScores(d *Data) (*mat.Dense, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	if o := outputs[m.Output]; o.class == nil {
		return nil, fmt.Errorf("lclass: %s", o.noClass)
	}
	return m.Scores(d)
}

// PredictNumbers returns the prediction y = w·x + b of a regression for each
// sample.
func (m *Model) PredictNumbers(d *Data) ([]float64, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	if m.Output != Identity {
		return nil, fmt.Errorf("lclass: %s", cmp.Or(outputs[m.Output].noClass, "the model predicts classes, not numbers; use Predict"))
	}
	z, err := m.Scores(d)
	if err != nil {
		return nil, err
	}
	return z.RawMatrix().Data, nil
}

// Targets returns the class of each sample of d in the model's numbering,
// found by name, so that data read apart can be compared. It is an error if d
// has a class that the model does not know.
func (m *Model) Targets(d *Data) ([]int, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	if m.Output == MultiLabelOutput {
		return nil, fmt.Errorf("lclass: %s", outputs[m.Output].noClass)
	}
	return classTargets(d, m.Classes, m.Target)
}

// Accuracy returns the weighted share of samples of d that the model
// classifies correctly; of a [MultiLabel] model the share whose set is right, all of
// its labels (exact match, as scikit-learn has it).
func (m *Model) Accuracy(d *Data) (float64, error) {
	if m.valid() == nil && m.Output == MultiLabelOutput {
		return m.exactMatch(d)
	}
	t, err := m.Targets(d)
	if err != nil {
		return 0, err
	}
	y, err := m.Predict(d)
	if err != nil {
		return 0, err
	}
	return agreement(y, t, d)
}

// matched returns the samples of d, prepared, with the features of the model.
func (m *Model) matched(d *Data) (*Data, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	if m.Offset && d.orNone() != noData && d.offset == nil {
		return nil, fmt.Errorf("%w; give it with Data.WithOffset, or read it with Columns.Offset; 0 for each sample predicts without it", ErrNoOffset)
	}
	return d.matched(m.featureNames(), m.Preparation)
}

// matched returns the samples with the features of a model that has p before it.
func (d *Data) matched(features []string, p *Prepared) (*Data, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	var err error
	if p != nil {
		d, err = p.apply("model", d)
	} else {
		d, err = d.arranged("model", features)
	}
	if err != nil {
		return nil, err
	}
	return d, d.ready()
}

// goesWith reports whether the features of a model are what p makes.
func (p *Prepared) goesWith(features []string) error {
	if p == nil {
		return nil
	}
	made := p.Outputs()
	if len(made) != len(features) {
		return fmt.Errorf("lclass: the preparation of the model makes %d features, %s, and the model has %d, %s", len(made), abbreviate(made), len(features), abbreviate(features))
	}
	for j, name := range made {
		if name != features[j] {
			return fmt.Errorf("lclass: the preparation of the model makes feature %d %q, which is %q in the model", j, name, features[j])
		}
	}
	return nil
}

// checkFeatures compares the names that the owner has with those of other, the
// data or something else.
func checkFeatures(owner string, have []string, other string, names []string) error {
	if len(have) != len(names) {
		return fmt.Errorf("lclass: the %s has %d features, %s, and the %s %d, %s; columns of texts have the same ones only with the same Columns.Categories",
			owner, len(have), abbreviate(have), other, len(names), abbreviate(names))
	}
	for j, name := range names {
		if name != have[j] {
			return fmt.Errorf("lclass: feature %d is %q in the %s and %q in the %s; name the same columns in the same order, columns of texts with the same Columns.Categories", j, have[j], owner, name, other)
		}
	}
	return nil
}

func dot(w, x []float64) float64 {
	var s float64
	for j, v := range w {
		s += v * x[j]
	}
	return s
}

// classTargets returns the class of each sample of d in the numbering of
// classes, those of a model with the named target.
func classTargets(d *Data, classes []string, target string) ([]int, error) {
	if err := d.checkTarget(); err != nil {
		return nil, err
	}
	if d.labels != nil {
		return nil, errSets
	}
	if d.t == nil {
		return nil, fmt.Errorf("lclass: target %q of the data is a number and no class; a regression is compared by PredictNumbers, and measured by MSE", d.target)
	}
	if classes == nil {
		return nil, fmt.Errorf("lclass: target %q of the model is a number and no class, as the data have; RegressionClassifier makes classes of a regression, and MSE measures its numbers", target)
	}
	number := make([]int, len(d.classes))
	for k, class := range d.classes {
		number[k] = slices.Index(classes, class)
	}
	t := make([]int, len(d.t))
	for i, k := range d.t {
		if number[k] < 0 {
			return nil, fmt.Errorf("lclass: sample %d has class %q; the model knows %s", i, d.classes[k], abbreviate(classes))
		}
		t[i] = number[k]
	}
	return t, nil
}

// agreement returns the weighted share of samples of d with y = t.
func agreement(y, t []int, d *Data) (float64, error) {
	var right, total float64
	for i, s := range d.sampleWeights() {
		total += s
		if y[i] == t[i] {
			right += s
		}
	}
	if total == 0 {
		return 0, errNoWeight
	}
	return right / total, nil
}

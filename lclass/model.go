package lclass

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass/internal/rows"
)

// An Estimator is a specification that can learn a model.
type Estimator = interface {
	// Fit learns from d. It changes neither the specification nor d.
	Fit(d *Data) (*Model, error)
}

// A Model is a fitted model. It computes scores z, W x + b or the logarithms of class
// densities, and an Output turns them into predictions. It holds no training data. Treat
// it as immutable. Nil and the zero value are not models: their methods return an error,
// or panic if they have no error result.
//
// Methods such as [Model.Predict], [Model.Proba] and [Model.Scores] take the n samples of
// a [Data]. Methods whose names end in One, such as [Model.PredictOne], take one sample x
// and panic where the others return an error.
type Model struct {
	W *mat.Dense // K×d; 1×d for two classes and for regression; K(K−1)/2×d for one-vs-one
	B []float64  // as many as rows of W
	// Densities are the class densities of a generative model, which has neither W nor B.
	// Nil for a linear model.
	Densities *Densities
	Output    Output
	// Loss names the loss that W and b minimise, such as "logistic"; for several binary
	// models it is the loss of each. Empty if there is none, as for [LDA].
	Loss     string
	Features []string // d names
	Classes  []string // nil for regression; the second of two is the positive one; the labels of MultiLabel
	Target   string
	Penalty  Penalty
	// NoIntercept means that the model has no b: all values of B are 0, and Summary and
	// tables leave it out.
	NoIntercept bool
	// Offset means that the model was fitted with offsets ([Data.WithOffset]). Like R's
	// predict.glm, its methods then add the offsets of the data to the scores, and return
	// an error if the data have none. A single sample, as for ScoresOne, has no offset.
	// Other models ignore offsets.
	Offset  bool
	Status  Status
	History []Progress // one per step of the fit
	// Preparation transforms data before the model; nil means none. A [Pipeline] learns
	// it. Features are its outputs, and methods such as ScoresOne take its inputs, as
	// [Prepared.Row] does.
	Preparation *Prepared
	// Direction is, for separated data, a direction of (W, b), with one row per row of W,
	// along which the likelihood keeps rising. Nil otherwise.
	Direction *mat.Dense

	frame Columns // how to read other frames like the one of the training data
}

// ScoresOne returns the scores z = W x + b of one sample x, one per row of W. A score
// that overflows is ±MaxFloat64, so finite weights and features give finite scores and
// probabilities.
//
// The K scores of a model with Densities are the logarithms of the joint densities,
//
//	log p(x, C_k) = log π_k − ½ (x − μ_k)ᵀΣ_k⁻¹(x − μ_k) − ½ log|2πΣ_k|
//
// A score that overflows is −MaxFloat64. If all overflow, each is −MaxFloat64 times the
// ratio of (x − μ_k)ᵀΣ_k⁻¹(x − μ_k) to the largest of all classes, so that the nearest
// class has the largest score. All are NaN if the two nearest classes agree to 12 digits.
//
// ScoresOne panics if x does not have d finite values, if the model has an Offset, or if
// [Prepared.Row] of its Preparation panics or returns an error.
func (m *Model) ScoresOne(x []float64) []float64 {
	mustBe(m.scorable(), "ScoresOne")
	if m.Offset {
		panic("lclass: ScoresOne: the model was fitted with an offset, which a single sample does not have; use Scores of data with Data.WithOffset")
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
	if j := slices.IndexFunc(x, func(v float64) bool { return v-v != 0 }); j >= 0 {
		panic(fmt.Sprintf("lclass: ScoresOne: feature %q is %v; it must be a finite number", m.featureNames()[j], x[j]))
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
	const unit = 0x1p-530 // in units of 1/unit², no product and no sum is beyond float64
	for c, v := range z {
		if v-v == 0 {
			continue
		}
		var sum, lost float64 // with what rounding lost (Neumaier), as huge terms may cancel
		add := func(term float64) {
			s := sum + term
			if math.Abs(sum) >= math.Abs(term) {
				lost += sum - s + term
			} else {
				lost += term - s + sum
			}
			sum = s
		}
		add(unit * (unit * m.B[c]))
		add(unit * (unit * offset))
		for j, w := range m.W.RawRowView(c) {
			add((unit * w) * (unit * x[j]))
		}
		if sum-sum == 0 { // the weights and features are numbers
			z[c] = max(-math.MaxFloat64, min((sum+lost)/unit/unit, math.MaxFloat64))
		}
	}
}

// PredictOne returns the predicted class of one sample x, as an index into Classes. It
// panics if x does not have d finite values or the model predicts no classes; the number
// that a regression predicts is ScoresOne(x)[0].
func (m *Model) PredictOne(x []float64) int { return m.decide("PredictOne", m.ScoresOne(x)) }

// decide returns the class for the scores z. It panics in the name of the method if the
// model predicts no class.
func (m *Model) decide(method string, z []float64) int {
	o := outputs[m.Output]
	if o.class == nil {
		panic("lclass: " + method + ": " + o.noClass)
	}
	return o.class(z, len(m.Classes))
}

// ProbaOne returns the K class probabilities of one sample x, which sum to 1 except for
// [MultiLabel]. It panics if x does not have d finite values or the model has no
// probabilities.
func (m *Model) ProbaOne(x []float64) []float64 {
	mustBe(m.valid(), "ProbaOne")
	if !m.HasProbability() {
		panic("lclass: ProbaOne: " + m.noProbability())
	}
	y := make([]float64, len(m.Classes))
	outputs[m.Output].probability(y, m.ScoresOne(x))
	return y
}

// HasProbability reports whether the model has probabilities.
func (m *Model) HasProbability() bool {
	return m.valid() == nil && outputs[m.Output].probability != nil
}

func (m *Model) noProbability() string {
	return fmt.Sprintf("a model with %v output has scores but no probabilities; use Logistic, Softmax or OneVsRest of Logistic", m.Output)
}

// Scores returns the scores of the n samples of d, n×K, with a column per row of W; see
// [Model.ScoresOne]. It returns an error if d has no samples.
//
// All methods that take a Data find the features of the model in d by name, in any order,
// and ignore others. Features with the default names x1 … xd are matched by position if d
// has as many. Scores returns a [ColumnError] if d lacks features, or if the model has an
// Offset and d has none.
func (m *Model) Scores(d *Data) (*mat.Dense, error) {
	d, err := m.matched(d)
	if err != nil {
		return nil, err
	}
	if m.Densities != nil {
		return read(d, m.Densities.scores(d), nil)
	}
	k, p := m.W.Dims()
	w := mat.DenseCopyOf(m.W.T()).RawMatrix().Data
	z := make([]float64, d.N()*k)
	most := 64 * rows.Block
	if !d.isStreamed() { // where a block of many classes takes long
		most = rows.Block * max(1, min(64, 1<<18/max(1, k*rows.Kept(d.x)/max(1, d.N()))))
	}
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

// Proba returns the n×K class probabilities, with K = 2 for two classes. It returns an
// error for a model without probabilities, such as a perceptron.
func (m *Model) Proba(d *Data) (*mat.Dense, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	if !m.HasProbability() {
		return nil, invalid.Worded("Model.Output", m.Output, "lclass: %s", m.noProbability())
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

// A Prediction is what a model predicts for n samples. Which fields are set depends on
// the target; the others are nil.
type Prediction struct {
	// Class holds indices into the Classes of the model. Compare them with
	// [Model.Targets], which has the same numbering, not with d.T(), whose indices refer to
	// d.Classes().
	Class []int
	Name  []string // the names of these classes
	// Number holds the numbers y = w·x + b that a regression predicts.
	Number []float64
	// Labels is the n×K matrix that has 1 for the labels that a [MultiLabel] model assigns,
	// those with probability ½ or more, and 0 for others. Sets holds their names.
	Labels *mat.Dense
	Sets   [][]string
}

// Predict returns what the model predicts for the samples of d: classes, the numbers of a
// regression, or sets of labels.
func (m *Model) Predict(d *Data) (Prediction, error) {
	z, err := m.Scores(d)
	if err != nil {
		return Prediction{}, err
	}
	switch {
	case m.Output == Identity:
		return Prediction{Number: z.RawMatrix().Data}, nil
	case m.Output == MultiLabelOutput:
		return m.assign(z), nil
	default:
		class := make([]int, d.N())
		for i := range class {
			class[i] = m.decide("Predict", z.RawRowView(i))
		}
		return Prediction{Class: class, Name: pick(m.Classes, class)}, nil
	}
}

// assign returns the labels of scores z.
func (m *Model) assign(z *mat.Dense) Prediction {
	n, _ := z.Dims()
	p := Prediction{Labels: mat.NewDense(n, len(m.Classes), nil), Sets: make([][]string, n)}
	for i := range n {
		for k, label := range m.Classes {
			if z.At(i, k) >= 0 {
				p.Labels.Set(i, k, 1)
				p.Sets[i] = append(p.Sets[i], label)
			}
		}
	}
	return p
}

// Targets returns the class of each sample of d as an index into the Classes of the
// model. Classes are matched by name. It returns an error if d has a class that the model
// does not have.
func (m *Model) Targets(d *Data) ([]int, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	if m.Output == MultiLabelOutput {
		return nil, invalid.Worded("Model.Output", m.Output, "lclass: %s", outputs[m.Output].noClass)
	}
	if err := d.checkTarget(); err != nil {
		return nil, err
	}
	if d.labels != nil {
		return nil, errSets
	}
	if d.t == nil {
		return nil, badTarget(d.target, "classes", "of the data is a number, not a class; for a regression, use Predict and metric.MSE")
	}
	if m.Classes == nil {
		return nil, badTarget(m.Target, "classes", "of the model is a number, but the data have classes; fit a RegressionClassifier to predict classes, or measure numbers with metric.MSE, in validations with validate.MSE")
	}
	number := transform(d.classes, func(class string) int { return slices.Index(m.Classes, class) })
	t := make([]int, len(d.t))
	for i, k := range d.t {
		if number[k] < 0 {
			return nil, &ValueError{Err: ErrUnknownCategory, Column: d.target, Row: i, Value: d.classes[k], Want: slices.Clone(m.Classes), remedy: "those of the model"}
		}
		t[i] = number[k]
	}
	return t, nil
}

// Accuracy returns the weighted fraction of samples of d that the model classifies
// correctly, without class weights; for [MultiLabel], the fraction with all labels correct (exact match, as in
// scikit-learn).
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
	return d.agreement(func(i int) bool { return y.Class[i] == t[i] })
}

// matched returns the samples of d, prepared, with the features of the model.
func (m *Model) matched(d *Data) (*Data, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	if m.Offset && d.orNone() != noData && d.offset == nil {
		return nil, &ColumnError{Missing: []string{"offset"}, Have: d.Features(), owner: offsetOwner}
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

func dot(w, x []float64) float64 {
	var s float64
	for j, v := range w {
		s += v * x[j]
	}
	return s
}

// agreement returns the fraction of samples of d that are right, by their weights without
// those of classes.
func (d *Data) agreement(right func(i int) bool) (float64, error) {
	var sum, total float64
	for i, s := range d.numbers(false) {
		total += s
		if right(i) {
			sum += s
		}
	}
	if total == 0 {
		return 0, errNoWeight
	}
	return sum / total, nil
}

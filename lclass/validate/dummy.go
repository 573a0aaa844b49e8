package validate

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// A Dummy does not look at the features. What it achieves is what a learner has
// to beat: with 90 % of the samples in one class, an accuracy of 0.9 is nothing.
// The zero value always says the most frequent class.
//
// It is a [Learner] of models of its own and no lclass.Estimator: a model with
// W x + b cannot draw.
type Dummy struct {
	// Strategy is how it predicts.
	Strategy DummyStrategy
	// Seed chooses the random numbers of the rules that draw.
	Seed uint64
}

// A DummyStrategy is how a [Dummy] predicts. For the target of a regression all
// rules predict its mean.
type DummyStrategy int

const (
	// MostFrequent: the most frequent class, the first of several. The
	// probabilities are the shares of the classes, which give the least log-loss
	// that can be had without features.
	MostFrequent DummyStrategy = iota
	// Stratified: a class is drawn by the shares of the classes, which are the
	// probabilities.
	Stratified
	// Uniform: each class that occurs is drawn as often.
	Uniform
)

var dummyStrategies = []string{"MostFrequent", "Stratified", "Uniform"}

// String returns the name of the rule.
func (r DummyStrategy) String() string {
	if r < MostFrequent || r > Uniform {
		return fmt.Sprintf("DummyStrategy(%d)", int(r))
	}
	return dummyStrategies[r]
}

// A DummyModel is what a [Dummy] makes of the target.
type DummyModel struct {
	Strategy DummyStrategy
	Seed     uint64
	Classes  []string  // nil for the target of a regression
	Share    []float64 // of each class, those of the weights
	Mean     float64   // of the target of a regression
}

var _ Learner[*DummyModel] = Dummy{}

// Fit learns the shares of the classes, or the mean.
func (l Dummy) Fit(d *lclass.Data) (*DummyModel, error) {
	if d.N() == 0 {
		return nil, fmt.Errorf("validate: Dummy: %w", trimmed{lclass.ErrNoSamples})
	}
	if l.Strategy < MostFrequent || l.Strategy > Uniform {
		return nil, fmt.Errorf("validate: Dummy.Strategy is %d; there is no such rule", l.Strategy)
	}
	m := &DummyModel{Strategy: l.Strategy, Seed: l.Seed, Classes: d.Classes()}
	s := d.Weight()
	if s == nil {
		s = slices.Repeat([]float64{1}, d.N())
	}
	total := floats.Sum(s)
	if total == 0 {
		return nil, fmt.Errorf("validate: Dummy: all weights are 0")
	}
	if m.Classes == nil {
		m.Mean = floats.Dot(s, d.Y()) / total
		return m, nil
	}
	m.Share = make([]float64, len(m.Classes))
	for i, class := range d.T() {
		m.Share[class] += s[i] / total
	}
	return m, nil
}

// Targets implements [Predictor].
func (m *DummyModel) Targets(d *lclass.Data) ([]int, error) {
	names := d.Classes()
	number := make([]int, len(names))
	for k, name := range names {
		number[k] = slices.Index(m.Classes, name)
	}
	t := d.T()
	if t == nil || m.Classes == nil {
		return nil, fmt.Errorf("validate: target %q is no class", d.Target())
	}
	for i, class := range t {
		if number[class] < 0 {
			return nil, fmt.Errorf("validate: sample %d has class %q, which the Dummy has not seen", i, names[class])
		}
		t[i] = number[class]
	}
	return t, nil
}

// Predict implements [Predictor]: for a regression it returns the mean of the target. The
// draws are the same each time.
func (m *DummyModel) Predict(d *lclass.Data) (lclass.Prediction, error) {
	if m.Classes == nil {
		return lclass.Prediction{Number: slices.Repeat([]float64{m.Mean}, d.N())}, nil
	}
	y := make([]int, d.N())
	if m.Strategy == MostFrequent {
		most := floats.MaxIdx(m.Share)
		for i := range y {
			y[i] = most
		}
		return classes(y, m.Classes), nil
	}
	random := rand.New(rand.NewPCG(m.Seed, m.Seed))
	p := m.probability()
	for i := range y {
		u := random.Float64() * floats.Sum(p)
		for k, share := range p {
			if share > 0 {
				y[i] = k
				if u -= share; u < 0 {
					break
				}
			}
		}
	}
	return classes(y, m.Classes), nil
}

// Proba returns the n×K probabilities of the classes, the same for all samples.
func (m *DummyModel) Proba(d *lclass.Data) (*mat.Dense, error) {
	if m.Classes == nil || d.N() == 0 {
		return nil, fmt.Errorf("validate: the Dummy has no probabilities: there are %d samples and classes %q", d.N(), m.Classes)
	}
	y := mat.NewDense(d.N(), len(m.Classes), nil)
	for i := range d.N() {
		y.SetRow(i, m.probability())
	}
	return y, nil
}

// HasProbability reports whether there are classes.
func (m *DummyModel) HasProbability() bool { return m.Classes != nil }

// Scores returns the probabilities, which order no samples.
func (m *DummyModel) Scores(d *lclass.Data) (*mat.Dense, error) { return m.Proba(d) }

func (m *DummyModel) probability() []float64 {
	p := slices.Clone(m.Share)
	if m.Strategy == Uniform {
		var occur float64
		for _, share := range p {
			if share > 0 {
				occur++
			}
		}
		for k, share := range p {
			if share > 0 {
				p[k] = 1 / occur
			}
		}
	}
	return p
}

func (m *DummyModel) classNames() ([]string, bool) { return m.Classes, true }

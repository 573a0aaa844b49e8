package validate

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// A Dummy is a learner that ignores the features. Its scores are the least that another
// learner must exceed: if 90 % of the samples have one class, it has an accuracy of 0.9.
// The zero value predicts the most frequent class.
//
// It is a [Learner] with its own type of model and not an [lclass.Estimator], because a
// model W x + b cannot predict at random.
type Dummy struct {
	// Strategy is the rule of the prediction; the default is MostFrequent.
	Strategy DummyStrategy
	// Seed is the seed of Stratified and Uniform.
	Seed uint64
}

// A DummyStrategy is the rule by which a [Dummy] predicts classes. All rules predict the
// mean for the target of a regression.
type DummyStrategy int

const (
	// MostFrequent predicts the most frequent class, the first of several. The
	// probabilities are the shares of the classes, which have the least log-loss without
	// features.
	MostFrequent DummyStrategy = iota
	// Stratified predicts a random class; the probabilities are the shares of the classes.
	Stratified
	// Uniform predicts a random class; all classes that occur have the same probability.
	Uniform
)

var dummyStrategies = []string{"MostFrequent", "Stratified", "Uniform"}

// String returns the name of the constant.
func (r DummyStrategy) String() string {
	if r < MostFrequent || r > Uniform {
		return fmt.Sprintf("DummyStrategy(%d)", int(r))
	}
	return dummyStrategies[r]
}

// A DummyModel is a fitted [Dummy].
type DummyModel struct {
	Strategy DummyStrategy
	Seed     uint64
	Classes  []string  // nil for the target of a regression
	Share    []float64 // of each class in the total weight
	Mean     float64   // of the target of a regression
}

var _ Learner[*DummyModel] = Dummy{}

// Fit returns the shares of the classes, or the mean of the target.
func (l Dummy) Fit(d *lclass.Data) (*DummyModel, error) {
	if d.N() == 0 {
		return nil, fmt.Errorf("validate: Dummy: %w", trimmed{lclass.ErrNoSamples})
	}
	if l.Strategy < MostFrequent || l.Strategy > Uniform {
		return nil, badSetting("Dummy.Strategy", l.Strategy, "it must be MostFrequent, Stratified or Uniform")
	}
	m := &DummyModel{Strategy: l.Strategy, Seed: l.Seed, Classes: d.Classes()}
	s := d.Weight()
	if s == nil {
		s = slices.Repeat([]float64{1}, d.N())
	}
	total := floats.Sum(s)
	if total == 0 {
		return nil, badSetting("Dummy: sum of the weights", 0, "at least one must be positive")
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

// Targets returns the true classes in the numbering of the model.
func (m *DummyModel) Targets(d *lclass.Data) ([]int, error) {
	names := d.Classes()
	number := make([]int, len(names))
	for k, name := range names {
		number[k] = slices.Index(m.Classes, name)
	}
	t := d.T()
	if t == nil || m.Classes == nil {
		return nil, badTarget(d.Target(), "classes", "is not a class")
	}
	for i, class := range t {
		if number[class] < 0 {
			return nil, &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: d.Target(), Row: i, Value: names[class], Want: m.Classes}
		}
		t[i] = number[class]
	}
	return t, nil
}

// Predict returns the classes of the rule, or the mean of the target of a regression.
// Random predictions are the same each time.
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
		return nil, badSetting("Classes", m.Classes, "the Dummy has no probabilities for %d samples", d.N())
	}
	y := mat.NewDense(d.N(), len(m.Classes), nil)
	for i := range d.N() {
		y.SetRow(i, m.probability())
	}
	return y, nil
}

// HasProbability reports whether there are classes.
func (m *DummyModel) HasProbability() bool { return m.Classes != nil }

// Scores returns the probabilities, which are the same for all samples.
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

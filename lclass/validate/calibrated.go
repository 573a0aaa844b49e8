package validate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/calibrate"
	"linclass/lclass/internal/strictjson"
)

// Calibrated is a learner that turns the scores of another learner into probabilities,
//
//	y = f(z),  for K classes y_k = f_k(z_k)/Σⱼ f_j(z_j)
//
// with a map f fitted to scores of samples that the model has not seen (Platt 2000;
// Zadrozny and Elkan 2002):
//
//	validate.Calibrated[*lclass.Model]{Of: lclass.LinearSVM{}, By: calibrate.Steps}
//
// For each fold, a model fitted to its training set scores its test set. One map is fitted
// to the scores of all n samples, and the model that predicts is fitted to all samples.
// With Ensemble, each fold keeps its model and has a map of its own. For K classes, f_k is
// fitted to class k against the rest. Apart from the folds, this is scikit-learn's
// CalibratedClassifierCV. Sample weights apply to the models and to the maps.
//
// Calibrated is itself a [Learner]: CrossValidate and the searches calibrate within each
// training set.
type Calibrated[M Scorer] struct {
	// Of is the learner. For two classes, z is w·x + b, or the difference of two scores.
	// For K classes, z has K values: the scores, or for class densities the probabilities.
	// OneVsOne, which has K(K−1)/2 scores, is an error for K > 2.
	Of Learner[M]
	// By fits a map; nil means calibrate.Sigmoid. The isotonic calibrate.Steps needs
	// thousands of samples.
	By calibrate.Fit
	// Folds split the samples; nil means KFold{Stratify: true}. Without Ensemble, each
	// sample must be in exactly one test set. Options limit how many are fitted at once:
	// Options{Folds: KFold{K: 5}, Workers: 1}. Within CrossValidate they split its
	// training sets; folds with Groups are then an error.
	Folds Folds
	// Ensemble keeps the model and the map of each fold and predicts the mean of their
	// probabilities. By default one model is fitted to all samples.
	Ensemble bool
}

// A CalibratedModel is a fitted [Calibrated]. It holds no training data. Nil and the zero
// value are not models.
type CalibratedModel[M Scorer] struct {
	Classes []string            // K names; the second of two is the positive one
	parts   []calibratedPart[M] // one model of all data, or those of the folds
}

// A calibratedPart is a model and the maps of its scores.
type calibratedPart[M Scorer] struct {
	Model M               `json:"model"`
	Maps  []calibrate.Map `json:"maps"` // one for two classes, else K
}

// Fit returns the fitted models and maps. It returns an error if a fit, the split or By
// returns one, if the target is not a class, or if a training set lacks a class that
// another has.
func (c Calibrated[M]) Fit(d *lclass.Data) (*CalibratedModel[M], error) {
	m, err := c.learn(d)
	if err != nil {
		return nil, fmt.Errorf("validate: Calibrated: %w", trimmed{err})
	}
	return m, nil
}

func (c Calibrated[M]) learn(d *lclass.Data) (*CalibratedModel[M], error) {
	folds, err := checkedFolds(orFiveFolds(c.Folds), d)
	if err == nil && !c.Ensemble {
		err = checkPartition("Calibrated", folds, d.N())
	}
	if err != nil {
		return nil, err
	}
	models, held, err := holdOut(c.Of, d, folds, optionsOf(c.Folds).Workers, classScores)
	if err != nil {
		return nil, err
	}
	out := &CalibratedModel[M]{Classes: namesOf(models[0], d)}
	if !c.Ensemble {
		m, err := refit(c.Of, d, out.Classes)
		if err != nil {
			return nil, err
		}
		models, held = []M{m}, []heldOut{together(held)}
	}
	for k, m := range models {
		maps, err := c.maps(held[k])
		if err != nil {
			return nil, err
		}
		out.parts = append(out.parts, calibratedPart[M]{m, maps})
	}
	return out, nil
}

// maps fits one for the second of two classes, or one for each.
func (c Calibrated[M]) maps(h heldOut) ([]calibrate.Map, error) {
	by := c.By
	if by == nil {
		by = calibrate.Sigmoid
	}
	if _, k := h.z.Dims(); k > 1 {
		m, err := calibrate.FitOneVsRest(by, h.t, h.z, h.s)
		return m.Maps, err
	}
	m, err := by(h.t, mat.Col(nil, 0, h.z), h.s)
	return []calibrate.Map{m}, err
}

// Models returns the models whose scores m maps: with Ensemble one per fold, otherwise one.
// Nil and the zero value have none. With any of them as Like of [lclass.Columns],
// [lclass.FromFrame] reads another frame like the training data.
func (m *CalibratedModel[M]) Models() []M {
	if m == nil {
		return nil
	}
	var models []M
	for _, part := range m.parts {
		models = append(models, part.Model)
	}
	return models
}

// Proba returns the n×K probabilities of the classes, which sum to 1: with Ensemble, the
// mean over the models. If all K maps of a model return 0, each class has probability 1/K.
func (m *CalibratedModel[M]) Proba(d *lclass.Data) (*mat.Dense, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	var sum *mat.Dense
	for _, part := range m.parts {
		p, err := part.proba(d)
		if err != nil {
			return nil, err
		}
		if sum == nil {
			sum = p
		} else {
			sum.Add(sum, p)
		}
	}
	sum.Scale(1/float64(len(m.parts)), sum)
	return sum, nil
}

func (c calibratedPart[M]) proba(d *lclass.Data) (*mat.Dense, error) {
	z, err := classScores(c.Model, d)
	if err != nil {
		return nil, err
	}
	if _, k := z.Dims(); k != len(c.Maps) {
		return nil, badLength("maps", len(c.Maps), "scores", k)
	}
	if len(c.Maps) > 1 {
		return calibrate.OneVsRest{Maps: c.Maps}.Probabilities(z), nil
	}
	p := mat.NewDense(d.N(), 2, nil)
	for i := range d.N() {
		positive := c.Maps[0].Probability(z.At(i, 0))
		p.SetRow(i, []float64{1 - positive, positive})
	}
	return p, nil
}

// HasProbability reports whether m is a model.
func (m *CalibratedModel[M]) HasProbability() bool { return m.valid() == nil }

// Scores returns the probabilities: n×1 for two classes, those of the second, else n×K.
func (m *CalibratedModel[M]) Scores(d *lclass.Data) (*mat.Dense, error) {
	p, err := m.Proba(d)
	if err != nil || len(m.Classes) > 2 {
		return p, err
	}
	return mat.DenseCopyOf(p.ColView(1)), nil
}

// Predict returns the most probable class of each sample, in a tie the first, as in
// scikit-learn.
func (m *CalibratedModel[M]) Predict(d *lclass.Data) (lclass.Prediction, error) {
	p, err := m.Proba(d)
	if err != nil {
		return lclass.Prediction{}, err
	}
	y := make([]int, d.N())
	for i := range y {
		y[i] = lclass.Argmax(p.RawRowView(i))
	}
	return classes(y, m.Classes), nil
}

// Targets returns the true classes in the numbering of Classes.
func (m *CalibratedModel[M]) Targets(d *lclass.Data) ([]int, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	return m.parts[0].Model.Targets(d)
}

func (m *CalibratedModel[M]) classNames() ([]string, bool) { return m.Classes, true }

func (m *CalibratedModel[M]) caveat() string {
	for _, part := range m.parts {
		if c := caveat(part.Model); c != "" {
			return c
		}
	}
	return ""
}

func (m *CalibratedModel[M]) valid() error {
	if m == nil || len(m.parts) == 0 {
		return fmt.Errorf("%w; Calibrated.Fit returns one", errNoFit)
	}
	maps := len(m.Classes)
	if maps == 2 {
		maps = 1
	}
	for _, part := range m.parts {
		if isNil(part.Model) || len(part.Maps) != maps || maps == 0 {
			return fmt.Errorf("%w: %d classes need a model with %d maps, and a part has %d", errNoFit, len(m.Classes), maps, len(part.Maps))
		}
	}
	return nil
}

// String returns the classes and the maps of each part, and the model if it is
// one.
func (m *CalibratedModel[M]) String() string {
	if err := m.valid(); err != nil {
		return "no calibrated model\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "calibrated probabilities of %s", strings.Join(m.Classes, ", "))
	if len(m.parts) > 1 {
		fmt.Fprintf(&b, ", the mean of %d models", len(m.parts))
	}
	b.WriteString("\n")
	for _, part := range m.parts {
		for k, one := range part.Maps {
			class := m.Classes[k]
			if len(part.Maps) == 1 {
				class = m.Classes[1]
			}
			fmt.Fprintf(&b, "P(%s) = %s\n", class, mapText(one))
		}
	}
	if len(m.parts) == 1 {
		fmt.Fprintf(&b, "of the scores z of\n%v", m.parts[0].Model)
	}
	return b.String()
}

// mapText returns a map as text.
func mapText(m calibrate.Map) string {
	switch m := m.(type) {
	case calibrate.Platt:
		return fmt.Sprintf("1/(1 + exp(%.4g z %+.4g))", m.A, m.B)
	case calibrate.Isotonic:
		return fmt.Sprintf("rising steps of z with %d knots", len(m.Z))
	}
	return fmt.Sprint(m)
}

const (
	calibratedFormat  = "validate.CalibratedModel"
	calibratedVersion = 1
)

type calibratedJSON[M Scorer] struct {
	Format  string              `json:"format"`
	Version int                 `json:"version"`
	Classes []string            `json:"classes"`
	Parts   []calibratedPart[M] `json:"parts"`
}

// MarshalJSON writes the models and the maps with a format name and a version.
func (m CalibratedModel[M]) MarshalJSON() ([]byte, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	return json.Marshal(calibratedJSON[M]{calibratedFormat, calibratedVersion, m.Classes, m.parts})
}

// UnmarshalJSON reads what MarshalJSON wrote. It returns an [lclass.FileError] if the text
// is not such a model, has a later version or contradicts itself, or if a key is unknown,
// missing, repeated or in another case.
func (m *CalibratedModel[M]) UnmarshalJSON(text []byte) error {
	var file calibratedJSON[M]
	const owner = "validate: calibrated model"
	if err := strictjson.UnmarshalFile(owner, text, &file, strictjson.Head{Format: "format", Version: "version", Is: calibratedFormat, Newest: calibratedVersion}); err != nil {
		return err
	}
	read := CalibratedModel[M]{Classes: file.Classes, parts: file.Parts}
	if err := read.valid(); err != nil {
		return strictjson.At(owner, "parts", err)
	}
	for i, part := range read.parts {
		if names, known := classNames(part.Model); known && !slices.Equal(names, read.Classes) {
			return strictjson.At(owner, fmt.Sprintf("parts[%d].model.classes", i), fmt.Errorf("a model has classes %q, and the probabilities are of %q", names, read.Classes))
		}
	}
	*m = read
	return nil
}

// UnmarshalJSON reads a model and its maps.
func (c *calibratedPart[M]) UnmarshalJSON(text []byte) error {
	var file struct {
		Model M                 `json:"model"`
		Maps  []json.RawMessage `json:"maps"`
	}
	const owner = "validate: part of a calibrated model"
	if err := strictjson.Unmarshal(owner, text, &file); err != nil {
		return err
	}
	read := calibratedPart[M]{Model: file.Model}
	for k, text := range file.Maps {
		at := fmt.Sprintf("maps[%d]", k)
		one, err := calibrate.Unmarshal(text)
		if err != nil {
			return strictjson.At(owner, at, err)
		}
		m, ok := one.(calibrate.Map)
		if !ok {
			return strictjson.At(owner, at, fmt.Errorf("a %T does not map the scores of one class", one))
		}
		read.Maps = append(read.Maps, m)
	}
	*c = read
	return nil
}

package validate

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/calibrate"
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

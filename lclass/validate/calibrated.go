package validate

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/calibrate"
)

// Calibrated is a learner that gives another one probabilities, or better ones:
// maps of its scores, fitted to scores of samples that the model has not learnt
// from (Platt 2000; Zadrozny and Elkan 2002):
//
//	validate.Calibrated[*lclass.Model]{Of: lclass.LinearSVM{}, By: calibrate.Steps}
//
// Each sample is scored by the model of the fold in whose test set it is. One map
// is fitted to all these scores, and a model is learnt from all data; or, with
// Ensemble, there is a model and a map for each fold. For K classes there is a
// map for each, against the rest, and the probabilities are divided by their sum.
// It is scikit-learn's CalibratedClassifierCV. Weights of samples count for the
// models and for the maps.
//
// It is a [Learner] as others are: CrossValidate and the searches calibrate
// within each training set.
type Calibrated[M Scorer] struct {
	// Of is the learner. The scores of two classes are w·x + b, or the
	// difference of two; those of K are its K scores, and of class densities the
	// probabilities. OneVsOne has none.
	Of Learner[M]
	// By fits the map. If it is nil it is defaulted to calibrate.Sigmoid;
	// calibrate.Steps takes some thousand samples.
	By calibrate.Fit
	// Folds deal the samples. If they are nil they are defaulted to
	// KFold{Stratify: true}. Each sample is to be measured once, which Ensemble
	// does not need. Within other folds, as in CrossValidate, they split
	// samples of a training set, for which Groups do not hold.
	Folds Folds
	// Ensemble keeps the model of each fold, with a map of its own, and takes the
	// mean of their probabilities. Otherwise there is one model of all data.
	Ensemble bool
}

// A CalibratedModel has the probabilities of a [Calibrated] learner. It holds no
// training data. Nil and the zero value are no models.
type CalibratedModel[M Scorer] struct {
	Classes []string            // K names; the second of two is the positive one
	parts   []calibratedPart[M] // one model of all data, or those of the folds
}

// A calibratedPart is a model and the maps of its scores.
type calibratedPart[M Scorer] struct {
	Model M               `json:"model"`
	Maps  []calibrate.Map `json:"maps"` // one for two classes, else K
}

// Fit learns the models and the maps. It is an error if a fit is, if the target
// is no class, or if a training set lacks a class that others have.
func (c Calibrated[M]) Fit(d *lclass.Data) (*CalibratedModel[M], error) {
	m, err := c.learn(d)
	if err != nil {
		return nil, fmt.Errorf("validate: Calibrated: %w", trimmed{err})
	}
	return m, nil
}

func (c Calibrated[M]) learn(d *lclass.Data) (*CalibratedModel[M], error) {
	folds, err := deal(orFiveFolds(c.Folds), d)
	if err == nil && !c.Ensemble {
		err = checkPartition("Calibrated", folds, d.N())
	}
	if err != nil {
		return nil, err
	}
	models, held, err := holdOut(c.Of, d, folds, classScores)
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

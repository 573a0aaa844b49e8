package lclass

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

type densitiesJSON struct {
	Priors  []float64     `json:"priors"`
	Means   [][]float64   `json:"means"`
	Std     [][]float64   `json:"std"`
	Factors [][][]float64 `json:"factors,omitempty"` // rows from the diagonal on
}

func (g *Densities) json() *densitiesJSON {
	if g == nil {
		return nil
	}
	j := &densitiesJSON{Priors: g.Priors, Means: matrixRows(g.Means), Std: matrixRows(g.Std)}
	for _, r := range g.Factors {
		j.Factors = append(j.Factors, triangleRows(r))
	}
	return j
}

func triangleRows(r *mat.TriDense) [][]float64 {
	d, _ := r.Dims()
	rows := make([][]float64, d)
	for i := range rows {
		for j := i; j < d; j++ {
			rows[i] = append(rows[i], r.At(i, j))
		}
	}
	return rows
}

// densities returns those of a file.
func (j *modelJSON) densities(o Output) (*Densities, error) {
	switch {
	case o != DensityOutput:
		return nil, inModel("densities", fmt.Errorf("output %q has W and b, and no densities", o))
	case j.W != nil || j.B != nil:
		return nil, inModel("densities", errors.New("a model with densities has no W or b"))
	case len(j.Features) == 0:
		return nil, inModel("features", errors.New("there are no features"))
	}
	if err := checkNames("feature", j.Features); err != nil {
		return nil, inModel("features", err)
	}
	of := densitiesFile{j.Densities, j.Classes, j.Features}
	if err := of.checkPriors(); err != nil {
		return nil, err
	}
	means, err := of.matrix("means", of.Means)
	if err != nil {
		return nil, err
	}
	std, err := of.matrix("std", of.Std)
	if err != nil {
		return nil, err
	}
	if err := of.checkStd(); err != nil {
		return nil, err
	}
	factors, err := of.factors()
	if err != nil {
		return nil, err
	}
	return &Densities{Means: means, Std: std, Factors: factors, Priors: of.Priors}, nil
}

// A densitiesFile is what a file says about densities, with the names of the model.
type densitiesFile struct {
	*densitiesJSON
	classes, features []string
}

func (j densitiesFile) checkPriors() error {
	if len(j.Priors) != len(j.classes) {
		return inModel("densities.priors", fmt.Errorf("there are %d priors for %d classes", len(j.Priors), len(j.classes)))
	}
	for k, p := range j.Priors {
		if p <= 0 {
			return inModel(fmt.Sprintf("densities.priors[%d]", k), fmt.Errorf("the prior of class %q is %v; it must be positive", j.classes[k], p))
		}
	}
	if sum := floats.Sum(j.Priors); math.Abs(sum-1) > 1e-9 {
		return inModel("densities.priors", fmt.Errorf("priors sum to %v, not to 1", sum))
	}
	return nil
}

func (j densitiesFile) matrix(field string, rows [][]float64) (*mat.Dense, error) {
	k, d := len(j.classes), len(j.features)
	if len(rows) != k {
		return nil, inModel("densities."+field, fmt.Errorf("%s has %d rows for %d classes", field, len(rows), k))
	}
	m := mat.NewDense(k, d, nil)
	for i, row := range rows {
		if len(row) != d {
			return nil, inModel(fmt.Sprintf("densities.%s[%d]", field, i), fmt.Errorf("row %d of %s has %d values for %d features", i, field, len(row), d))
		}
		m.SetRow(i, row)
	}
	return m, nil
}

// checkStd reports whether deviations are positive, or 0 in all classes.
func (j densitiesFile) checkStd() error {
	for i, name := range j.features {
		for k, class := range j.classes {
			if s := j.Std[k][i]; s < 0 || (s == 0) != (j.Std[0][i] == 0) {
				return inModel(fmt.Sprintf("densities.std[%d][%d]", k, i), fmt.Errorf("the standard deviation of feature %q in class %q is %v; it must be positive, or 0 in all classes", name, class, s))
			}
		}
	}
	return nil
}

func (j densitiesFile) factors() ([]*mat.TriDense, error) {
	if j.Factors == nil {
		return nil, nil
	}
	d := len(j.features)
	if len(j.Factors) != len(j.classes) {
		return nil, inModel("densities.factors", fmt.Errorf("there are %d factors for %d classes", len(j.Factors), len(j.classes)))
	}
	factors := make([]*mat.TriDense, len(j.Factors))
	for k, rows := range j.Factors {
		if len(rows) != d {
			return nil, inModel(fmt.Sprintf("densities.factors[%d]", k), fmt.Errorf("factor %d has %d rows for %d features", k, len(rows), d))
		}
		factors[k] = mat.NewTriDense(d, mat.Upper, nil)
		norm := make([]float64, d)
		for i, row := range rows {
			if len(row) != d-i {
				return nil, inModel(fmt.Sprintf("densities.factors[%d][%d]", k, i), fmt.Errorf("row %d of factor %d has %d values, want %d from the diagonal on", i, k, len(row), d-i))
			}
			if row[0] <= 0 {
				return nil, inModel(fmt.Sprintf("densities.factors[%d][%d][0]", k, i), fmt.Errorf("the diagonal of factor %d has %v in row %d; it must be positive", k, row[0], i))
			}
			for a, v := range row {
				factors[k].SetTri(i, i+a, v)
				norm[i+a] = math.Hypot(norm[i+a], v)
			}
		}
		for i, v := range norm {
			if math.Abs(v-1) > 1e-9 {
				return nil, inModel(fmt.Sprintf("densities.factors[%d]", k), fmt.Errorf("column %d of factor %d has the norm %v; it must be 1", i, k, v))
			}
		}
	}
	return factors, nil
}

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
	if err := j.checkPriors(); err != nil {
		return nil, err
	}
	means, err := j.perClass("means", j.Densities.Means)
	if err != nil {
		return nil, err
	}
	std, err := j.perClass("std", j.Densities.Std)
	if err != nil {
		return nil, err
	}
	if err := j.checkStd(); err != nil {
		return nil, err
	}
	factors, err := j.factors()
	if err != nil {
		return nil, err
	}
	return &Densities{Means: means, Std: std, Factors: factors, Priors: j.Densities.Priors}, nil
}

func (j *modelJSON) checkPriors() error {
	if len(j.Densities.Priors) != len(j.Classes) {
		return inModel("densities.priors", fmt.Errorf("there are %d priors for %d classes", len(j.Densities.Priors), len(j.Classes)))
	}
	for k, p := range j.Densities.Priors {
		if p <= 0 {
			return inModel(fmt.Sprintf("densities.priors[%d]", k), fmt.Errorf("the prior of class %q is %v; it must be positive", j.Classes[k], p))
		}
	}
	if sum := floats.Sum(j.Densities.Priors); math.Abs(sum-1) > 1e-9 {
		return inModel("densities.priors", fmt.Errorf("priors sum to %v, not to 1", sum))
	}
	return nil
}

func (j *modelJSON) perClass(field string, rows [][]float64) (*mat.Dense, error) {
	k, d := len(j.Classes), len(j.Features)
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
func (j *modelJSON) checkStd() error {
	for i, name := range j.Features {
		for k, class := range j.Classes {
			if s := j.Densities.Std[k][i]; s < 0 || (s == 0) != (j.Densities.Std[0][i] == 0) {
				return inModel(fmt.Sprintf("densities.std[%d][%d]", k, i), fmt.Errorf("the standard deviation of feature %q in class %q is %v; it must be positive, or 0 in all classes", name, class, s))
			}
		}
	}
	return nil
}

func (j *modelJSON) factors() ([]*mat.TriDense, error) {
	if j.Densities.Factors == nil {
		return nil, nil
	}
	d := len(j.Features)
	if len(j.Densities.Factors) != len(j.Classes) {
		return nil, inModel("densities.factors", fmt.Errorf("there are %d factors for %d classes", len(j.Densities.Factors), len(j.Classes)))
	}
	factors := make([]*mat.TriDense, len(j.Densities.Factors))
	for k, rows := range j.Densities.Factors {
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

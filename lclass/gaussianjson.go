package lclass

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/strictjson"
)

const (
	gaussianFormat  = "lclass.GaussianModel"
	gaussianVersion = 2
)

// gaussianJSON is version 2 of the format. Version 1 lacks preparation; frame may
// be missing in both. Readers of a later version keep reading them.
type gaussianJSON struct {
	Format   string        `json:"format"`
	Version  int           `json:"version"`
	Target   string        `json:"target"`
	Features []string      `json:"features"`
	Classes  []string      `json:"classes"`
	Priors   []float64     `json:"priors"`
	Means    [][]float64   `json:"means"`
	Std      [][]float64   `json:"std"`
	Factors  [][][]float64 `json:"factors,omitempty"` // rows from the diagonal on
	Frame    *frameJSON    `json:"frame,omitempty"`
	Prepared *Prepared     `json:"preparation,omitempty"`
	Status   statusJSON    `json:"status"`
}

// MarshalJSON writes the model with a format name and a version. Every number
// is written so that it is read back to the last bit. It is an error if there
// is no model, or a name in it that is not UTF-8.
func (m GaussianModel) MarshalJSON() ([]byte, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	if err := checkUTF8(slices.Concat(m.Features, m.Classes, []string{m.Target}, m.Frame.texts())...); err != nil {
		return nil, err
	}
	j := gaussianJSON{
		Format: gaussianFormat, Version: gaussianVersion,
		Target: m.Target, Features: m.Features, Classes: m.Classes,
		Priors: m.Priors, Means: matrixRows(m.Means), Std: matrixRows(m.Std),
		Frame: m.Frame.json(), Prepared: m.Preparation, Status: m.Status.json(),
	}
	for _, r := range m.Factors {
		j.Factors = append(j.Factors, triangleRows(r))
	}
	return json.Marshal(j)
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

// UnmarshalJSON reads what MarshalJSON wrote. It is a [FileError] as for
// [Model.UnmarshalJSON].
func (m *GaussianModel) UnmarshalJSON(text []byte) error {
	var j gaussianJSON
	if err := strictjson.UnmarshalFile(modelFile, text, &j, headOf(gaussianFormat, gaussianVersion)); err != nil {
		return err
	}
	status, err := j.Status.status()
	if err != nil {
		return inModel("status.outcome", err)
	}
	frame, err := j.Frame.options()
	if err != nil {
		return inModel("frame.missing", err)
	}
	if err := j.checkNames(); err != nil {
		return err
	}
	if err := j.Prepared.goesWith(j.Features); err != nil {
		return inModel("preparation", err)
	}
	if err := j.checkPriors(); err != nil {
		return err
	}
	means, err := j.matrix("means", j.Means)
	if err != nil {
		return err
	}
	std, err := j.matrix("std", j.Std)
	if err != nil {
		return err
	}
	if err := j.checkStd(); err != nil {
		return err
	}
	factors, err := j.factors()
	if err != nil {
		return err
	}
	*m = GaussianModel{
		Means: means, Std: std, Factors: factors, Priors: j.Priors,
		Features: j.Features, Classes: j.Classes, Target: j.Target,
		Frame: frame, Preparation: j.Prepared, Status: status,
	}
	return nil
}

func (j *gaussianJSON) checkNames() error {
	if len(j.Classes) < 2 {
		return inModel("classes", fmt.Errorf("classes are %q; there must be two at least", j.Classes))
	}
	if len(j.Features) == 0 {
		return inModel("features", fmt.Errorf("there are no features"))
	}
	if err := checkNames("class", j.Classes); err != nil {
		return inModel("classes", err)
	}
	return inModel("features", checkNames("feature", j.Features))
}

func (j *gaussianJSON) checkPriors() error {
	if len(j.Priors) != len(j.Classes) {
		return inModel("priors", fmt.Errorf("there are %d priors for %d classes", len(j.Priors), len(j.Classes)))
	}
	for k, p := range j.Priors {
		if p <= 0 {
			return inModel(fmt.Sprintf("priors[%d]", k), fmt.Errorf("priors: that of class %q is %v; it must be positive", j.Classes[k], p))
		}
	}
	if sum := floats.Sum(j.Priors); math.Abs(sum-1) > 1e-9 {
		return inModel("priors", fmt.Errorf("priors sum to %v, not to 1", sum))
	}
	return nil
}

func (j *gaussianJSON) matrix(field string, rows [][]float64) (*mat.Dense, error) {
	k, d := len(j.Classes), len(j.Features)
	if len(rows) != k {
		return nil, inModel(field, fmt.Errorf("%s has %d rows for %d classes", field, len(rows), k))
	}
	m := mat.NewDense(k, d, nil)
	for i, row := range rows {
		if len(row) != d {
			return nil, inModel(fmt.Sprintf("%s[%d]", field, i), fmt.Errorf("row %d of %s has %d values for %d features", i, field, len(row), d))
		}
		m.SetRow(i, row)
	}
	return m, nil
}

// checkStd reports whether deviations are positive, or 0 in all classes.
func (j *gaussianJSON) checkStd() error {
	for i, name := range j.Features {
		for k, class := range j.Classes {
			if s := j.Std[k][i]; s < 0 || (s == 0) != (j.Std[0][i] == 0) {
				return inModel(fmt.Sprintf("std[%d][%d]", k, i), fmt.Errorf("std of feature %q in class %q is %v; it must be positive, or 0 in all classes", name, class, s))
			}
		}
	}
	return nil
}

func (j *gaussianJSON) factors() ([]*mat.TriDense, error) {
	if j.Factors == nil {
		return nil, nil
	}
	d := len(j.Features)
	if len(j.Factors) != len(j.Classes) {
		return nil, inModel("factors", fmt.Errorf("there are %d factors for %d classes", len(j.Factors), len(j.Classes)))
	}
	factors := make([]*mat.TriDense, len(j.Factors))
	for k, rows := range j.Factors {
		if len(rows) != d {
			return nil, inModel(fmt.Sprintf("factors[%d]", k), fmt.Errorf("factor %d has %d rows for %d features", k, len(rows), d))
		}
		factors[k] = mat.NewTriDense(d, mat.Upper, nil)
		norm := make([]float64, d)
		for i, row := range rows {
			if len(row) != d-i {
				return nil, inModel(fmt.Sprintf("factors[%d][%d]", k, i), fmt.Errorf("row %d of factor %d has %d values, want %d from the diagonal on", i, k, len(row), d-i))
			}
			if row[0] <= 0 {
				return nil, inModel(fmt.Sprintf("factors[%d][%d][0]", k, i), fmt.Errorf("the diagonal of factor %d has %v in row %d; it must be positive", k, row[0], i))
			}
			for a, v := range row {
				factors[k].SetTri(i, i+a, v)
				norm[i+a] = math.Hypot(norm[i+a], v)
			}
		}
		for i, v := range norm {
			if math.Abs(v-1) > 1e-9 {
				return nil, inModel(fmt.Sprintf("factors[%d]", k), fmt.Errorf("column %d of factor %d has the norm %v; those of correlations have 1", i, k, v))
			}
		}
	}
	return factors, nil
}

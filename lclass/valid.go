package lclass

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/loss"
)

var errNoModel = errors.New("lclass: the model is nil or empty; Fit makes one, or an error")

// scorable reports whether a model has scores.
func (m *Model) scorable() error {
	if m == nil || isEmpty(m.W) {
		return errNoModel
	}
	if k, _ := m.W.Dims(); len(m.B) != k {
		return fmt.Errorf("lclass: the model has %d rows of W and %d values of B", k, len(m.B))
	}
	return nil
}

// valid reports whether the parts of a model go together, which those of one
// written by hand may not. Features without names do.
func (m *Model) valid() error {
	if err := m.scorable(); err != nil {
		return err
	}
	k, d := m.W.Dims()
	switch {
	case m.Features != nil && len(m.Features) != d:
		return fmt.Errorf("lclass: the model has %d columns of W and names for %d features", d, len(m.Features))
	case m.Output < 0 || int(m.Output) >= len(outputs):
		return fmt.Errorf("lclass: the model has %v; there is no such output", m.Output)
	case m.Loss != "" && failed(loss.ByName(m.Loss)) != nil:
		return fmt.Errorf("lclass: the model: %w", failed(loss.ByName(m.Loss)))
	case !outputs[m.Output].fits(len(m.Classes), k):
		return fmt.Errorf("lclass: the model has %d classes and %d rows of W, which do not go with %v output", len(m.Classes), k, m.Output)
	}
	return m.Preparation.goesWith(m.Features)
}

// valid is as for a Model.
func (m *GaussianModel) valid() error {
	if m == nil || isEmpty(m.Means) || isEmpty(m.Std) {
		return errNoModel
	}
	k, d := m.Means.Dims()
	rows, columns := m.Std.Dims()
	switch {
	case rows != k || columns != d:
		return fmt.Errorf("lclass: the model has %d×%d means and %d×%d standard deviations", k, d, rows, columns)
	case len(m.Features) != d:
		return fmt.Errorf("lclass: the model has means of %d features and names for %d", d, len(m.Features))
	case len(m.Classes) != k || len(m.Priors) != k || m.Factors != nil && len(m.Factors) != k:
		return fmt.Errorf("lclass: the model has means of %d classes, %d names, %d priors and %d factors", k, len(m.Classes), len(m.Priors), len(m.Factors))
	}
	return m.Preparation.goesWith(m.Features)
}

// mustBe panics for the named method of a model that is not as it must be.
func mustBe(err error, method string) {
	if err != nil {
		panic((&partError{method, err}).Error())
	}
}

func isEmpty(m *mat.Dense) bool { return m == nil || m.IsEmpty() }

package lclass

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/loss"
)

var errNoModel = errors.New("lclass: the model is nil or empty; check the error of Fit")

// scorable returns an error if a model has no scores.
func (m *Model) scorable() error {
	switch {
	case m != nil && m.Densities != nil:
		return m.Densities.valid()
	case m == nil || isEmpty(m.W):
		return errNoModel
	}
	if k, _ := m.W.Dims(); len(m.B) != k {
		return badLength("values of Model.B", len(m.B), "rows of W", k)
	}
	return nil
}

// valid reports whether the parts of a model go together, which those of one
// written by hand may not. Features without names do.
func (m *Model) valid() error {
	if err := m.scorable(); err != nil {
		return err
	}
	k, d := m.dims()
	switch {
	case m.Features != nil && len(m.Features) != d:
		return badLength("names in Model.Features", len(m.Features), "columns of W", d)
	case m.Output < 0 || int(m.Output) >= len(outputs):
		return badSetting("Model.Output", int(m.Output), "there is no such output")
	case m.Loss != "" && failed(loss.ByName(m.Loss)) != nil:
		return fmt.Errorf("lclass: the model: %w", failed(loss.ByName(m.Loss)))
	case (m.Output == DensityOutput) != (m.Densities != nil) || m.Densities != nil && m.W != nil:
		return badSetting("Model.Output", m.Output, "class densities need density output, and no W")
	case m.NoIntercept && !isZero(m.B):
		return badSetting("Model.NoIntercept", true, "b = %v; all of b must be 0", m.B)
	case (m.NoIntercept || m.Offset) && m.Densities != nil:
		return badSetting("Model.NoIntercept or Offset", true, "a model of densities has neither")
	case m.Offset && k != 1:
		return badSetting("Model.Offset", true, "the model has %d scores; an offset needs exactly one", k)
	case !outputs[m.Output].fits(len(m.Classes), k):
		return badSetting("Model.Output", m.Output, "it does not match %d classes and %d scores", len(m.Classes), k)
	}
	return m.Preparation.goesWith(m.Features)
}

// linear is valid for what takes the weights of a model.
func (m *Model) linear() error {
	if err := m.valid(); err != nil {
		return err
	}
	if m.Densities != nil {
		return errNoWeights
	}
	return nil
}

// dims returns the numbers of scores and of features of a model that is scorable.
func (m *Model) dims() (k, d int) {
	if m.Densities != nil {
		return m.Densities.Means.Dims()
	}
	return m.W.Dims()
}

// mustBe panics for the named method of a model that is not as it must be.
func mustBe(err error, method string) {
	if err != nil {
		panic((&placeError{method, err}).Error())
	}
}

func isEmpty(m *mat.Dense) bool { return m == nil || m.IsEmpty() }

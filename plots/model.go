package plots

import (
	"fmt"
	"slices"

	"linclass/lclass"
)

// checkModel returns an error for a model whose parts do not fit together,
// such as one written by hand.
func checkModel(m *lclass.Model) error {
	if m == nil || m.W == nil || m.W.IsEmpty() {
		return fmt.Errorf("no model")
	}
	k, d := m.W.Dims()
	if m.Features != nil && len(m.Features) != d {
		return fmt.Errorf("the model has %d weights a class and names for %d features", d, len(m.Features))
	}
	if n := len(m.Classes); n != 0 && n != max(k, 2) {
		return fmt.Errorf("the model has %d rows of weights and %d classes", k, n)
	}
	return nil
}

// rowNames returns the class that each row of W stands for, nil if there are
// no classes.
func rowNames(m *lclass.Model) []string {
	if k, _ := m.W.Dims(); k == 1 && len(m.Classes) == 2 {
		return m.Classes[1:]
	}
	return slices.Clone(m.Classes)
}

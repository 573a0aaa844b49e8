package lclass

import (
	"fmt"
	"slices"
)

// classTargets returns the class of each sample of d in the numbering of
// classes, those of a model with the named target.
func classTargets(d *Data, classes []string, target string) ([]int, error) {
	if err := d.checkTarget(); err != nil {
		return nil, err
	}
	if d.t == nil {
		return nil, fmt.Errorf("lclass: target %q of the data is a number and no class; a regression is compared by PredictNumbers, and measured by MSE", d.target)
	}
	if classes == nil {
		return nil, fmt.Errorf("lclass: target %q of the model is a number and no class, as the data have; RegressionClassifier makes classes of a regression, and MSE measures its numbers", target)
	}
	number := make([]int, len(d.classes))
	for k, class := range d.classes {
		number[k] = slices.Index(classes, class)
	}
	t := make([]int, len(d.t))
	for i, k := range d.t {
		if number[k] < 0 {
			return nil, fmt.Errorf("lclass: sample %d has class %q; the model knows %s", i, d.classes[k], abbreviate(classes))
		}
		t[i] = number[k]
	}
	return t, nil
}

// agreement returns the weighted share of samples of d with y = t.
func agreement(y, t []int, d *Data) (float64, error) {
	var right, total float64
	for i, s := range d.sampleWeights() {
		total += s
		if y[i] == t[i] {
			right += s
		}
	}
	if total == 0 {
		return 0, errNoWeight
	}
	return right / total, nil
}

package lclass_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"linclass/lclass"
)

// A model remembers what it has minimised, also in a file.
func TestModelRemembersItsLoss(t *testing.T) {
	x, class := clouds(60, 2, 3, 1)
	three, err := lclass.FromMatrix(x, class, classNames(3))
	must(t, three, err)
	x, class = clouds(60, 2, 2, 1)
	two := both(t, x, class)
	for _, c := range []struct {
		of   lclass.Estimator
		d    *lclass.Data
		want string
	}{
		{lclass.Logistic{}, two, "logistic"},
		{lclass.Firth{}, two, "firth"},
		{lclass.Softmax{}, three, "softmax"},
		{lclass.LeastSquares{}, three, "squared"},
		{lclass.RegressionClassifier{}, two, "squared"},
		{lclass.Perceptron{}, two, "delta-sign"},
		{lclass.Perceptron{ZeroOne: true}, two, "delta-step"},
		{lclass.Perceptron{Rosenblatt: true}, two, "perceptron-criterion"},
		{lclass.LinearSVM{Penalty: lclass.L2(1)}, two, "hinge"},
		{lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: lclass.L2(1)}, two, "squared-hinge"},
		{lclass.LinearSVM{Loss: lclass.WestonWatkins, Penalty: lclass.L2(1)}, three, "weston-watkins"},
		{lclass.LinearSVM{Loss: lclass.CrammerSinger, Penalty: lclass.L2(1)}, three, "crammer-singer"},
		{lclass.LinearSVM{Loss: lclass.ModifiedHuber, Penalty: lclass.L2(1)}, two, "modified-huber"},
		{lclass.OneVsRest{Of: lclass.Logistic{Penalty: lclass.L2(1)}}, three, "logistic"},
		{lclass.LDA{}, three, ""},
	} {
		m := learn(t, c.of, c.d)
		equal(t, fmt.Sprintf("loss of %T", c.of), m.Loss, c.want)
		var read lclass.Model
		if err := json.Unmarshal(lclass.Must(json.Marshal(m)), &read); err != nil {
			t.Fatal(err)
		}
		equal(t, fmt.Sprintf("loss of %T in a file", c.of), read.Loss, c.want)
	}
}

// The loss decides what may be inferred, and not what is made of the scores.
func TestInferenceFollowsTheLoss(t *testing.T) {
	x, class := clouds(60, 2, 2, 1)
	d := both(t, x, class)
	m := learn(t, lclass.Logistic{}, d)
	for _, name := range []string{"hinge", "softmax", "squared", ""} {
		m.Loss = name
		refuses(t, m, d, lclass.ErrNoLikelihood, "fit Logistic", "Bootstrap")
	}
	m.Loss = "firth" // whose best W and b are others
	refuses(t, m, d, lclass.ErrNotConverged)
	m.Loss = "tanh"
	if _, err := m.Summary(d); err == nil || errors.Is(err, lclass.ErrNoLikelihood) {
		t.Errorf("a loss that does not exist: %v", err)
	}
}

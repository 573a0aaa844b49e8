package validate_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/signal"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/decide"
	"linclass/lclass/metric"
	"linclass/lclass/validate"
)

func ExampleSplit_Of() {
	x := mat.NewDense(10, 1, []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	d := lclass.Must(lclass.FromMatrix(x, []int{0, 0, 0, 0, 0, 0, 1, 1, 1, 1}, []string{"no", "yes"}))

	train, test, err := validate.Split{Test: 0.2}.Of(d)
	fmt.Println(train.Column(0), test.Column(0), err)

	s := validate.Split{Test: 0.5, Stratify: true, Seed: 1}
	train, test, err = s.Of(d)
	fmt.Println(train.T(), test.T(), err)
	// Output:
	// [0 1 2 3 4 5 6 7] [8 9] <nil>
	// [1 1 0 0 0] [1 0 1 0 0] <nil>
}

// The order in which Edinburgh shuffles the 714 Titanic passengers.
func ExampleNumpyPermutation() {
	fmt.Println(validate.NumpyPermutation(714, 1)[:5])
	// Output: [546 223 403 8 394]
}

func ExampleKFold() {
	d := lclass.Must(lclass.FromMatrix(mat.NewDense(7, 1, nil), []int{0, 1, 1, 0, 1, 1, 0}, []string{"no", "yes"}))
	for _, f := range lclass.Must(validate.KFold{K: 3, Stratify: true}.Split(d)) {
		fmt.Println("learn from", f.Train, "measure on", f.Test)
	}
	// Output:
	// learn from [3 4 5 6] measure on [0 1 2]
	// learn from [0 1 2 5 6] measure on [3 4]
	// learn from [0 1 2 3 4] measure on [5 6]
}

// All rows of a household are on the same side.
func ExampleGroupsOf() {
	households := []string{"Smith", "Jones", "Smith", "Brown", "Jones", "Smith"}
	d := lclass.Must(lclass.FromMatrix(mat.NewDense(6, 1, nil), []int{0, 1, 1, 0, 1, 1}, []string{"no", "yes"}))
	for _, f := range lclass.Must(validate.GroupKFold{K: 2, Groups: validate.GroupsOf(households)}.Split(d)) {
		fmt.Println(f.Test)
	}
	// Output:
	// [0 2 5]
	// [1 3 4]
}

func ExampleCrossValidate() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	five := validate.KFold{K: 5, Stratify: true}
	fmt.Print(lclass.Must(validate.CrossValidate(d, five, lclass.LDA{}, validate.Accuracy, validate.LogLoss)))
	fmt.Print(lclass.Must(validate.CrossValidate(d, five, lclass.QDA{})))
	fmt.Print(lclass.Must(validate.CrossValidate(d, five, validate.Dummy{})))
	// Output:
	// accuracy 0.98 ± 0.013 in 5 folds, 0.98 on the training sets
	// log-loss 0.04666 ± 0.027 in 5 folds, 0.0441 on the training sets
	// accuracy 0.98 ± 0.013 in 5 folds, 0.9817 on the training sets
	// accuracy 0.3333 ± 0 in 5 folds, 0.3333 on the training sets
}

func ExampleGridSearch() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	best := lclass.Must(validate.GridSearch(d, validate.KFold{K: 5, Stratify: true}, lclass.LogSpace(1, 1e-4, 5),
		func(λ float64) lclass.Estimator { return lclass.Softmax{Penalty: lclass.L2(λ)} }, validate.LogLoss))
	for i, v := range best.Validations {
		fmt.Printf("λ = %-6.4g log-loss %.3f\n", best.Grid[i], v.Mean())
	}
	fmt.Println("best:", best.Best, best.Model.Status.Outcome)
	// Output:
	// λ = 1      log-loss 0.668
	// λ = 0.1    log-loss 0.352
	// λ = 0.01   log-loss 0.150
	// λ = 0.001  log-loss 0.071
	// λ = 0.0001 log-loss 0.055
	// best: 0.0001 converged
}

// Ctrl-C ends the search, which returns the best of the measured parameters with the
// error.
func ExampleGridSearch_interrupt() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	s, err := validate.GridSearch(d.WithContext(ctx), validate.KFold{K: 5, Stratify: true}, lclass.LogSpace(1, 1e-4, 5),
		func(λ float64) lclass.Estimator { return lclass.Softmax{Penalty: lclass.L2(λ)} }, validate.LogLoss)
	switch {
	case errors.Is(err, context.Canceled) && s.At >= 0:
		fmt.Println("interrupted; the best so far:", s.Best)
	case err != nil:
		fmt.Println(err)
	default:
		fmt.Println("best:", s.Best)
	}
	// Output:
	// best: 0.0001
}

// The largest λ that is as good as the best one, up to one standard error, needs
// two of the four features.
func ExamplePathSearch() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	spec := func(λ float64, start *lclass.Model) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L1(λ), Start: start}
	}
	best := lclass.Must(validate.PathSearch(d, validate.Options{Folds: validate.KFold{K: 5, Stratify: true}, OneSE: true}, lclass.LogSpace(0.1, 1e-3, 9), spec, validate.Accuracy))
	fmt.Printf("λ = %.4f, accuracy %.3f ± %.3f\n", best.Best, best.Mean(), best.SE())
	for j, name := range best.Model.Features {
		if mat.Norm(best.Model.W.ColView(j), 2) > 0 {
			fmt.Println(name)
		}
	}
	// Output:
	// λ = 0.0178, accuracy 0.967 ± 0.011
	// petal_length
	// petal_width
}

// Two parameters fill a heat map.
func ExampleProduct() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	λ, ρ := []float64{0.1, 0.01}, []float64{0, 0.5, 1}
	s := lclass.Must(validate.GridSearch(d, validate.Options{Folds: validate.KFold{K: 5, Stratify: true}, NoRefit: true}, validate.Product(λ, ρ), func(p validate.Pair[float64, float64]) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.ElasticNet(p.First, p.Second)}
	}))
	for i := range λ {
		for j := range ρ {
			fmt.Printf("λ = %-4v ρ = %-3v %.3f\n", λ[i], ρ[j], s.Validations[i*len(ρ)+j].Mean())
		}
	}
	// Output:
	// λ = 0.1  ρ = 0   0.947
	// λ = 0.1  ρ = 0.5 0.960
	// λ = 0.1  ρ = 1   0.953
	// λ = 0.01 ρ = 0   0.967
	// λ = 0.01 ρ = 0.5 0.967
	// λ = 0.01 ρ = 1   0.967
}

func ExampleRandomSearch() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	draw := func(r *rand.Rand) float64 { return math.Pow(10, -4*r.Float64()) }
	best := lclass.Must(validate.RandomSearch(d, validate.KFold{K: 5, Stratify: true}, 10, 1, draw,
		func(λ float64) lclass.Estimator { return lclass.Softmax{Penalty: lclass.L2(λ)} }, validate.LogLoss))
	fmt.Printf("λ = %.2g\n", best.Best)
	// Output:
	// λ = 0.00015
}

func ExampleNested() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	outer, inner := validate.KFold{K: 3, Stratify: true, Seed: 1}, validate.KFold{K: 5, Stratify: true, Seed: 2}
	n := lclass.Must(validate.Nested(d, outer, inner, []float64{0.1, 0.01, 0.001}, func(λ float64) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(λ)}
	}, validate.Accuracy))
	fmt.Print(n)
	// Output:
	// accuracy 0.96 ± 0.012 in 3 folds
	// chosen: 0.01, 0.01, 0.01
}

func ExampleLearningCurve() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	c := lclass.Must(validate.LearningCurve(d, validate.Options{Folds: validate.KFold{K: 5, Stratify: true}, Seed: 1}, []float64{0.1, 0.3, 1}, lclass.Softmax{Penalty: lclass.L2(0.001)}))
	for i, v := range c.Validations {
		fmt.Printf("%3d samples: %.3f on the training sets, %.3f on the test sets\n", c.Sizes[i], v.Scores[0].TrainMean(), v.Mean())
	}
	// Output:
	// 12 samples: 1.000 on the training sets, 0.947 on the test sets
	//  36 samples: 0.994 on the training sets, 0.973 on the test sets
	// 120 samples: 0.982 on the training sets, 0.973 on the test sets
}

func ExampleGridSearch_validationCurve() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	c := lclass.Must(validate.GridSearch(d, validate.Options{Folds: validate.KFold{K: 5, Stratify: true}, Train: true, NoRefit: true}, []float64{10, 0.1, 0.001}, func(λ float64) lclass.Estimator { return lclass.Softmax{Penalty: lclass.L2(λ)} }))
	for i, v := range c.Validations {
		fmt.Printf("λ = %-5v  %.3f on the training sets, %.3f on the test sets\n", c.Grid[i], v.Scores[0].TrainMean(), v.Mean())
	}
	// Output:
	// λ = 10     0.737 on the training sets, 0.733 on the test sets
	// λ = 0.1    0.950 on the training sets, 0.947 on the test sets
	// λ = 0.001  0.982 on the training sets, 0.973 on the test sets
}

// A confusion matrix of samples that no model has learnt from.
func ExampleCrossPredict() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	p := lclass.Must(validate.CrossPredict(d, validate.KFold{K: 5, Stratify: true}, lclass.LDA{}))
	fmt.Print(metric.Confusion(d.T(), p.Y, d.Classes(), nil))
	// Output:
	// true \ predicted  setosa  versicolor  virginica          recall
	// setosa                50           0          0           1.000
	// versicolor             0          48          2           0.960
	// virginica              0           1         49           0.980
	// precision          1.000       0.980      0.961  accuracy 0.980
}

func ExamplePermutationTest() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"sepal_width"}}))
	fmt.Println(lclass.Must(validate.PermutationTest(d, validate.KFold{K: 5, Stratify: true}, lclass.LDA{}, validate.Permutations(d.N(), 99, 1))))
	// Output:
	// accuracy 0.5467, 0.337 with permuted targets (99), p = 0.01
}

// A custom scoring: a missed virginica costs five times as much as a false one.
func ExampleScoring() {
	cost := validate.OfConfusion("cost", func(c *metric.ConfusionMatrix) float64 {
		virginica := c.Class(2)
		return (5*virginica.FN + virginica.FP) / virginica.Total()
	})
	cost.LowerIsBetter = true
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	fmt.Print(lclass.Must(validate.CrossValidate(d, validate.KFold{K: 5, Stratify: true}, lclass.LDA{}, cost)))
	// Output:
	// cost 0.04667 ± 0.039 in 5 folds, 0.04667 on the training sets
}

// A support vector machine has no probabilities; a map fitted to held-out scores provides
// them.
func ExampleCalibrated() {
	d := lclass.Must(lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"sepal_length", "sepal_width"}})).Positive("virginica"))
	train, test, err := validate.Split{Seed: 1, Stratify: true}.Of(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	m := lclass.Must(validate.Calibrated[*lclass.Model]{Of: lclass.LinearSVM{Penalty: lclass.L2(0.01)}}.Fit(train))
	fmt.Print(m)
	fmt.Printf("log-loss %.2f\n", lclass.Must(validate.LogLoss.Of(m, test)))
	// Output:
	// calibrated probabilities of not virginica, virginica
	// P(virginica) = 1/(1 + exp(-1.349 z +0.08993))
	// of the scores z of
	// converged after 9 iterations of Newton, loss 0.47067, largest gradient 2.6e-13, gap 3.4e-11
	// species is virginica where w·x + b ≥ 0, else not virginica
	//                       w
	//              b   -9.626
	//   sepal_length    1.595
	//    sepal_width  -0.1227
	// log-loss 0.37
}

// To miss a virginica is ten times as bad as a false alarm.
func ExampleTuned() {
	d := lclass.Must(lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"sepal_length", "sepal_width"}})).Positive("virginica"))
	costs := lclass.Must(decide.NewCosts(0, 1, 10, 0))
	tuned := validate.Tuned[*lclass.Model]{Of: lclass.Logistic{}, Choose: costs.Best}
	fmt.Printf("threshold %.2f\n", lclass.Must(tuned.Fit(d)).Choice.Threshold)
	recall := validate.OfPositive("recall", metric.Counts.Recall)
	five := validate.KFold{K: 5, Stratify: true}
	fmt.Print(lclass.Must(validate.CrossValidate(d, five, tuned, recall)))
	fmt.Print(lclass.Must(validate.CrossValidate(d, five, lclass.Logistic{}, recall)))
	// Output:
	// threshold 0.14
	// recall 0.96 ± 0.024 in 5 folds, 0.98 on the training sets
	// recall 0.68 ± 0.037 in 5 folds, 0.68 on the training sets
}

func ExampleReport() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"sepal_length", "sepal_width"}}))
	train, test, err := validate.Split{Seed: 1, Stratify: true}.Of(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	m := lclass.Must(lclass.LDA{}.Fit(train))
	fmt.Print(lclass.Must(validate.Report(m, test)))
	// Output:
	// precision  recall  specificity     F1    AUC  average precision  samples
	// setosa             1.000   1.000        1.000  1.000  1.000              1.000       10
	// versicolor         0.818   0.900        0.900  0.857  0.945              0.864       10
	// virginica          0.889   0.800        0.950  0.842  0.935              0.916       10
	// macro mean         0.902   0.900        0.950  0.900  0.960              0.927       30
	// weighted mean      0.902   0.900        0.950  0.900  0.960              0.927       30
	//
	// accuracy 0.900
	// balanced accuracy 0.900
	// MCC 0.851
	// kappa 0.850
	// log-loss 0.361
	// Brier score 0.198
}

// Sets of labels are cross-validated in the same way as classes.
func ExampleCrossValidate_labels() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	sets := make([][]string, d.N())
	for i, x := range d.Rows() {
		if x[2] > 3.5 {
			sets[i] = append(sets[i], "long")
		}
		if x[1] > 3 {
			sets[i] = append(sets[i], "wide")
		}
	}
	labelled := lclass.Must(lclass.FromSets(d.Matrix(), sets, "long", "wide"))
	folds := validate.KFold{Seed: 1}
	fmt.Print(lclass.Must(validate.CrossValidate(labelled, folds, lclass.MultiLabel{Penalty: lclass.L2(0.01)}, validate.ExactMatch, validate.LabelMacroF1)))
	best := lclass.Must(validate.GridSearch(labelled, folds, []float64{1, 0.01, 0.0001},
		func(λ float64) lclass.Estimator { return lclass.MultiLabel{Penalty: lclass.L2(λ)} }, validate.Hamming))
	fmt.Println("best:", best.Best)
	// Output:
	// exact match 0.8867 ± 0.031 in 5 folds, 0.9117 on the training sets
	// macro F1 0.935 ± 0.018 in 5 folds, 0.9503 on the training sets
	// best: 0.0001
}

package validate_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/lclass"
	"linclass/lclass/validate"
)

// Folds of features that are read in blocks score as those of the same ones in
// memory.
func TestBlocks(t *testing.T) {
	d := iris(t)
	x := d.Matrix()
	names := d.Classes()
	blocks := lclass.Blocks{N: 150, D: 4, Size: 1, Read: func(dst []float64, lo, hi int) error {
		copy(dst, x.RawMatrix().Data[lo*4:hi*4])
		return nil
	}}
	spec := func(λ float64, start *lclass.Model) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(λ), Start: start}
	}
	search := func(x mat.Matrix) *validate.Search[float64, *lclass.Model] {
		return lclass.Must(validate.PathSearch(lclass.Must(lclass.FromMatrix(x, d.T(), names)), fiveFolds, []float64{0.1, 0.01}, spec, validate.LogLoss))
	}
	want, got := search(x), search(blocks)
	for i := range want.Validations {
		if !slices.Equal(got.Validations[i].Scores[0].Test, want.Validations[i].Scores[0].Test) {
			t.Errorf("scores %v, in memory %v", got.Validations[i].Scores[0].Test, want.Validations[i].Scores[0].Test)
		}
	}

	broken := errors.New("disk is gone")
	blocks.Read = func([]float64, int, int) error { return broken }
	lost, err := lclass.FromMatrix(blocks, d.T(), names)
	if err == nil {
		_, err = validate.CrossValidate(lost, fiveFolds, lclass.Softmax{})
	}
	if !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// Whatever fits or measures in folds, a read that fails, a NaN and a cancel are its
// error, at every read.
func TestFaultsAtEveryRead(t *testing.T) {
	const n = 60
	rng := rand.New(rand.NewPCG(11, 11))
	x, class, two := mat.NewDense(n, 2, nil), make([]int, n), make([]int, n)
	for i := range n {
		class[i], two[i] = i%3, i%2
		x.Set(i, 0, float64(class[i])+rng.NormFloat64())
		x.Set(i, 1, float64(two[i])+rng.NormFloat64())
	}
	blocks := func(each func(number int64, dst []float64) error) (lclass.Blocks, *atomic.Int64) {
		reads := new(atomic.Int64)
		return lclass.Blocks{N: n, D: 2, Size: 20, Read: func(dst []float64, lo, hi int) error {
			copy(dst, x.RawMatrix().Data[lo*2:hi*2])
			return each(reads.Add(1), dst)
		}}, reads
	}
	three := validate.KFold{K: 3, Stratify: true}
	spec := func(λ float64) validate.Learner[*lclass.Model] {
		return lclass.Logistic{Penalty: lclass.L2(λ)}
	}
	path := func(λ float64, start *lclass.Model) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(λ), Start: start}
	}
	lambdas := []float64{0.1, 0.01}
	for _, c := range []struct {
		name    string
		classes []string
		of      func(d *lclass.Data) error
	}{
		{"CrossValidate", []string{"a", "b", "c"}, func(d *lclass.Data) error {
			return failed(validate.CrossValidate(d, three, lclass.Softmax{Penalty: lclass.L2(0.1)}, validate.Accuracy, validate.LogLoss))
		}},
		{"CrossPredict", []string{"a", "b", "c"}, func(d *lclass.Data) error { return failed(validate.CrossPredict(d, three, lclass.LDA{})) }},
		{"GridSearch", []string{"a", "b"}, func(d *lclass.Data) error { return failed(validate.GridSearch(d, three, lambdas, spec)) }},
		{"RandomSearch", []string{"a", "b"}, func(d *lclass.Data) error {
			return failed(validate.RandomSearch(d, three, 2, 1, func(rng *rand.Rand) float64 { return rng.Float64() }, spec))
		}},
		{"PathSearch", []string{"a", "b", "c"}, func(d *lclass.Data) error {
			return failed(validate.PathSearch(d, three, lambdas, path, validate.LogLoss))
		}},
		{"Nested", []string{"a", "b"}, func(d *lclass.Data) error { return failed(validate.Nested(d, three, three, lambdas, spec)) }},
		{"LearningCurve", []string{"a", "b"}, func(d *lclass.Data) error {
			return failed(validate.LearningCurve(d, three, []float64{0.5, 1}, spec(0.1)))
		}},
		{"PermutationTest", []string{"a", "b"}, func(d *lclass.Data) error {
			return failed(validate.PermutationTest(d, three, spec(0.1), validate.Permutations(n, 3, 1)))
		}},
		{"Calibrated", []string{"a", "b"}, func(d *lclass.Data) error {
			return failed(validate.Calibrated[*lclass.Model]{Of: spec(0.1), Folds: three}.Fit(d))
		}},
		{"Ensemble", []string{"a", "b", "c"}, func(d *lclass.Data) error {
			return failed(validate.Calibrated[*lclass.Model]{Of: lclass.Softmax{Penalty: lclass.L2(0.1)}, Folds: three, Ensemble: true}.Fit(d))
		}},
		{"Tuned", []string{"a", "b"}, func(d *lclass.Data) error {
			return failed(validate.Tuned[*lclass.Model]{Of: spec(0.1), Folds: three}.Fit(d))
		}},
		{"Report", []string{"a", "b"}, func(d *lclass.Data) error {
			memory, err := lclass.FromMatrix(x, two, []string{"a", "b"})
			if err != nil {
				return err
			}
			m, err := spec(0.1).Fit(memory)
			if err != nil {
				return err
			}
			return failed(validate.Report(m, d))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			of := class
			if len(c.classes) == 2 {
				of = two
			}
			data := func(b lclass.Blocks) *lclass.Data {
				d := lclass.Must(lclass.FromMatrix(b, of, c.classes))
				return d
			}
			b, reads := blocks(func(int64, []float64) error { return nil })
			errtest.None(t, c.of(data(b)))
			all := reads.Load()
			moments := []int64{1, 2, 3, all / 4, all / 2, all * 3 / 4, all - 1, all}
			slices.Sort(moments)
			for _, at := range slices.Compact(moments) {
				if at < 1 || at > all {
					continue
				}
				broken := errors.New("the disk is gone")
				b, _ := blocks(func(number int64, _ []float64) error {
					if number == at {
						return broken
					}
					return nil
				})
				if err := c.of(data(b)); !errors.Is(err, broken) {
					t.Errorf("read %d of %d fails: error %v", at, all, err)
				}
				b, _ = blocks(func(number int64, dst []float64) error {
					if number >= at {
						dst[1] = math.NaN()
					}
					return nil
				})
				var value *lclass.ValueError
				if err := c.of(data(b)); !isValue(err, nil, &value) && !errors.Is(err, lclass.ErrChanged) {
					t.Errorf("read %d of %d has NaN: error %v", at, all, err)
				}
				ctx, cancel := context.WithCancel(context.Background())
				b, _ = blocks(func(number int64, _ []float64) error {
					if number == at {
						cancel()
					}
					return nil
				})
				// Whoever has read all there is may be done before.
				if err := c.of(data(b).WithContext(ctx)); !errors.Is(err, context.Canceled) && !(err == nil && at == all) {
					t.Errorf("cancelled at read %d of %d: error %v", at, all, err)
				}
				cancel()
			}
		})
	}
}

func failed[T any](_ T, err error) error { return err }

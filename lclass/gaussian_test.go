package lclass_test

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/internal/invalid"
	"linclass/lclass"
)

// generators are the learners of generative models.
var generators = map[string]interface {
	Fit(*lclass.Data) (*lclass.Model, error)
}{
	"QDA":        lclass.QDA{},
	"QDA pooled": lclass.QDA{Pooling: 0.3, Shrinkage: 0.1},
	"QDA shrunk": lclass.QDA{Shrinkage: lclass.LedoitWolf},
	"NaiveBayes": lclass.NaiveBayes{Smoothing: 1e-3},
	"Densities":  lclass.QDA{Pooling: 1},
}

// classified makes data of classes c0, c1, …
func classified(t *testing.T, x mat.Matrix, class []int) *lclass.Data {
	t.Helper()
	d, err := lclass.FromMatrix(x, class, classNames(slices.Max(class)+1))
	return must(t, d, err)
}

// eachGaussian runs f with every learner, and LDA, as a function that returns
// the scores of data by the model of other data, less their mean over the
// classes.
func eachGaussian(t *testing.T, f func(t *testing.T, scores func(train, test *lclass.Data) []float64)) {
	run := func(name string, fit func(*lclass.Data) (*lclass.Model, error)) {
		t.Run(name, func(t *testing.T) {
			f(t, func(train, test *lclass.Data) []float64 {
				t.Helper()
				m, err := fit(train)
				if err != nil {
					t.Fatal(err)
				}
				z, err := m.Scores(test)
				must(t, z, err)
				var all []float64
				for i := range test.N() {
					all = append(all, centred(z.RawRowView(i))...)
				}
				return all
			})
		})
	}
	run("LDA", func(d *lclass.Data) (*lclass.Model, error) { return lclass.LDA{}.Fit(d) })
	run("LDA shrunk", func(d *lclass.Data) (*lclass.Model, error) { return lclass.LDA{Shrinkage: 0.2}.Fit(d) })
	for name, spec := range generators {
		run(name, func(d *lclass.Data) (*lclass.Model, error) { return spec.Fit(d) })
	}
}

// A weight of 3 is three copies, and one of 0 none; with Unbiased and
// LedoitWolf, too, which count samples.
func TestGaussianWeightIsRepetition(t *testing.T) {
	x, class := clouds(60, 3, 3, 1)
	weight := make([]float64, 60)
	var again []int
	for i := range weight {
		weight[i] = float64(i * 7 % 4)
		for range int(weight[i]) {
			again = append(again, i)
		}
	}
	d := classified(t, x, class)
	weighted, repeated := weigh(t, d, weight), d.Subset(again)
	eachGaussian(t, func(t *testing.T, scores func(train, test *lclass.Data) []float64) {
		near(t, "scores", scores(weighted, d), scores(repeated, d), 1e-12)
	})
	for _, spec := range []lclass.LDA{{Unbiased: true}, {Shrinkage: lclass.LedoitWolf}} {
		near(t, fmt.Sprintf("%+v", spec), parameters(learn(t, spec, weighted)), parameters(learn(t, spec, repeated)), 1e-12)
	}
	m, err := lclass.NaiveBayes{Unbiased: true}.Fit(weighted)
	must(t, m, err)
	n, err := lclass.NaiveBayes{Unbiased: true}.Fit(repeated)
	must(t, n, err)
	near(t, "unbiased NaiveBayes", m.Densities.Std.RawMatrix().Data, n.Densities.Std.RawMatrix().Data, 1e-12)
	near(t, "loss", []float64{m.Status.Loss}, []float64{n.Status.Loss}, 1e-12)
}

// Multiplying all weights changes nothing unless they count samples.
func TestGaussianScaleOfWeights(t *testing.T) {
	x, class := clouds(60, 3, 3, 1)
	d := classified(t, x, class)
	weight := make([]float64, 60)
	for i := range weight {
		weight[i] = 1e-3 * float64(1+i%5)
	}
	a := weigh(t, d, weight)
	for i := range weight {
		weight[i] *= 1e6
	}
	b := weigh(t, d, weight)
	eachGaussian(t, func(t *testing.T, scores func(train, test *lclass.Data) []float64) {
		if strings.HasSuffix(t.Name(), "QDA_shrunk") { // Ledoit and Wolf count
			return
		}
		near(t, "scores", scores(b, d), scores(a, d), 1e-12)
	})
}

// Units and offsets of the features change no score, whatever their size.
func TestGaussianUnits(t *testing.T) {
	x, class := clouds(60, 3, 3, 1)
	other := mat.DenseCopyOf(x)
	for i := range 60 {
		for j, by := range []float64{1e-12, 3, -1e12} {
			other.Set(i, j, by*(x.At(i, j)+float64(10*j)))
		}
	}
	d, e := classified(t, x, class), classified(t, other, class)
	eachGaussian(t, func(t *testing.T, scores func(train, test *lclass.Data) []float64) {
		near(t, "scores", scores(e, e), scores(d, d), 1e-12)
	})
}

// Without shrinkage LDA and QDA see no difference between x and A x + c.
func TestGaussianAffineMaps(t *testing.T) {
	x, class := clouds(60, 3, 3, 1)
	a := mat.NewDense(3, 3, []float64{1, 2, 3, 0, 1e3, -1, 1e-3, 1, 0})
	var mapped mat.Dense
	mapped.Mul(x, a)
	mapped.Apply(func(_, j int, v float64) float64 { return v + float64(j) }, &mapped)
	d, e := classified(t, x, class), classified(t, &mapped, class)
	eachGaussian(t, func(t *testing.T, scores func(train, test *lclass.Data) []float64) {
		switch name := t.Name()[strings.LastIndex(t.Name(), "/")+1:]; name {
		case "LDA", "QDA", "Densities":
			near(t, "scores", scores(e, e), scores(d, d), 1e-9)
		}
	})
}

// The order of samples changes nothing, and other names and numbers of the
// classes only the order of the scores.
func TestGaussianOrder(t *testing.T) {
	x, class := clouds(60, 3, 3, 1)
	d := classified(t, x, class)
	index, other := make([]int, 60), make([]int, 60)
	for i := range index {
		index[i] = i * 7 % 60
		other[i] = 2 - class[i]
	}
	relabelled, err := lclass.FromMatrix(x, other, []string{"u", "v", "w"})
	must(t, relabelled, err)
	eachGaussian(t, func(t *testing.T, scores func(train, test *lclass.Data) []float64) {
		want := scores(d, d)
		near(t, "shuffled", scores(d.Subset(index), d), want, 1e-12)
		got := scores(relabelled, d)
		for i := range 60 {
			slices.Reverse(got[3*i : 3*i+3])
		}
		near(t, "relabelled", got, want, 1e-12)
	})
}

// Bytes and dense values are the same data.
func TestGaussianOfSparseData(t *testing.T) {
	const n, d = 80, 5
	bytes, class := make([]byte, n*d), make([]int, n)
	x := mat.NewDense(n, d, nil)
	for i := range n {
		class[i] = i % 3
		for j := range d - 1 { // the last one is empty
			if v := (i*i + 31*i*j + 7*j) % 11; v > 4 {
				bytes[i*d+j] = byte(v + 20*((i%3+j)%3))
			}
			x.Set(i, j, float64(bytes[i*d+j])/255)
		}
	}
	sparse, err := fromBytes(bytes, d, 1./255, class, classNames(3))
	must(t, sparse, err)
	dense := classified(t, x, class)
	eachGaussian(t, func(t *testing.T, scores func(train, test *lclass.Data) []float64) {
		want := scores(dense, dense)
		near(t, "fitted", scores(sparse, dense), want, 1e-12)
		near(t, "scored", scores(dense, sparse), want, 1e-12)
	})
}

// Fit changes neither the data nor the specification, and what it returns
// shares nothing with them.
func TestGaussianFitChangesNothing(t *testing.T) {
	x, class := clouds(30, 2, 2, 1)
	d := classified(t, x, class)
	m, err := lclass.QDA{}.Fit(d)
	must(t, m, err)
	m.Features[0], m.Classes[0] = "changed", "changed"
	m.Densities.Means.Set(0, 0, 99)
	if d.Features()[0] != "x1" || d.Classes()[0] != "c0" || !mat.Equal(d.Matrix(), x) {
		t.Errorf("the data changed: %v %v", d.Features(), d.Classes())
	}
}

// More than one core changes no bit.
func TestGaussianCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	d := datasets.Digits()
	var want []float64
	for _, cores := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(cores)
		m, err := lclass.QDA{Pooling: 0.1}.Fit(d)
		must(t, m, err)
		got := append(parameters(learn(t, lclass.LDA{}, d)), m.Densities.Factors[3].RawTriangular().Data...)
		if want == nil {
			want = got
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d cores give other models", cores)
		}
	}
}

func TestGaussianPriors(t *testing.T) {
	x, class := clouds(60, 2, 3, 1)
	d := classified(t, x, class)
	// Twice the odds of c0 are log 2 more of its score.
	plain, err := lclass.QDA{}.Fit(d)
	must(t, plain, err)
	m, err := lclass.QDA{Priors: map[string]float64{"c0": 2, "c1": 1, "c2": 1}}.Fit(d)
	must(t, m, err)
	near(t, "priors", m.Densities.Priors, []float64{0.5, 0.25, 0.25}, 1e-15)
	at := []float64{0.3, -1}
	a, b := plain.ScoresOne(at), m.ScoresOne(at)
	near(t, "scores", []float64{b[0] - b[1], b[2] - b[1]}, []float64{a[0] - a[1] + math.Ln2, a[2] - a[1]}, 1e-12)

	for _, c := range []struct {
		priors map[string]float64
		want   error
	}{
		{map[string]float64{}, &lclass.SettingError{Setting: `prior of class "c0"`}},
		{map[string]float64{"c0": 1, "c1": 1}, &lclass.SettingError{Setting: `prior of class "c2"`}},
		{map[string]float64{"c0": 1, "c1": 0, "c2": 1}, &lclass.SettingError{Setting: `prior of class "c1"`, Value: 0}},
		{map[string]float64{"c0": 1, "c1": -1, "c2": 1}, &lclass.SettingError{Setting: `prior of class "c1"`, Value: -1}},
		{map[string]float64{"c0": 1, "c1": math.NaN(), "c2": 1}, &lclass.SettingError{Setting: `prior of class "c1"`, Value: math.NaN()}},
		{map[string]float64{"c0": 1, "c1": math.Inf(1), "c2": 1}, &lclass.SettingError{Setting: `prior of class "c1"`, Value: math.Inf(1)}},
		{map[string]float64{"c0": 1, "c1": 1, "c2": 1, "c3": 1}, &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "t", Row: -1, Value: "c3", Want: []string{"c0", "c1", "c2"}}},
		{map[string]float64{"c0": 1, "c1": 1e300, "c2": 1e-300}, &lclass.SettingError{Setting: `prior of class "c2"`, Value: 1e-300}},
	} {
		fails(t, failure(lclass.LDA{Priors: c.priors}.Fit(d)), c.want)
		fails(t, failure(lclass.QDA{Priors: c.priors}.Fit(d)), c.want)
		fails(t, failure(lclass.NaiveBayes{Priors: c.priors}.Fit(d)), c.want)
	}

	// A class without samples has no prior, whether it is given or the share of weights.
	four, err := lclass.FromMatrix(x, class, classNames(4))
	must(t, four, err)
	fails(t, failure(lclass.LDA{Priors: map[string]float64{"c0": 1, "c1": 1, "c2": 1, "c3": 1}}.Fit(four)), &lclass.SettingError{Setting: `prior of class "c3"`, Value: 1})
	extreme := make([]float64, len(class))
	for i, c := range class {
		extreme[i] = []float64{1, 0x1p1000, 0x1p-1000}[c]
	}
	fails(t, failure(lclass.NaiveBayes{}.Fit(weighted(t, d, extreme))), &lclass.SettingError{Setting: `weight of class "c2"`, Value: 20 * 0x1p-1000})
}

func TestGaussianSettingsThatMakeNoSense(t *testing.T) {
	x, class := clouds(20, 2, 2, 1)
	d := classified(t, x, class)
	nan := math.NaN()
	for _, v := range []float64{-0.5, 1.5, nan, math.Inf(1)} {
		shrinkage := &lclass.SettingError{Setting: "Shrinkage", Value: v}
		fails(t, failure(lclass.LDA{Shrinkage: v}.Fit(d)), shrinkage)
		fails(t, failure(lclass.QDA{Shrinkage: v, Pooling: 1}.Fit(d)), shrinkage)
		fails(t, failure(lclass.QDA{Shrinkage: v}.Fit(d)), shrinkage)
		fails(t, failure(lclass.QDA{Pooling: v}.Fit(d)), &lclass.SettingError{Setting: "Pooling", Value: v})
	}
	for _, v := range []float64{-1e-9, nan, math.Inf(1)} {
		fails(t, failure(lclass.NaiveBayes{Smoothing: v}.Fit(d)), &lclass.SettingError{Setting: "Smoothing", Value: v})
	}
	light := weigh(t, d, slices.Repeat([]float64{0.05}, 20))
	fails(t, failure(lclass.LDA{Unbiased: true}.Fit(light)), &lclass.SettingError{Setting: "Unbiased", Value: true})
	fails(t, failure(lclass.QDA{Unbiased: true}.Fit(light)), &lclass.SettingError{Setting: "Unbiased", Value: true})
	fails(t, failure(lclass.QDA{Unbiased: true, Pooling: 1}.Fit(light)), &lclass.SettingError{Setting: "Unbiased", Value: true})
	fails(t, failure(lclass.NaiveBayes{Unbiased: true}.Fit(light)), &lclass.SettingError{Setting: "Unbiased", Value: true})
	heavy := weigh(t, d, slices.Repeat([]float64{math.MaxFloat64 / 21}, 20)).Subset(slices.Repeat(seq(0, 20), 2))
	fails(t, failure(lclass.QDA{}.Fit(heavy)), lclass.ErrHeavy)
}

func TestGaussianDataWithoutAnAnswer(t *testing.T) {
	x, class := clouds(10, 2, 2, 1)
	d := classified(t, x, class)
	regression, err := lclass.RegressionFromMatrix(x, mat.Col(nil, 0, x))
	must(t, regression, err)
	bare, err := lclass.FromFrame(dataframe.New(series.New([]string{"a", "b"}, series.String, "kind")), lclass.Columns{Target: "kind"})
	must(t, bare, err)
	fits := map[string]func(*lclass.Data) error{"LDA": func(d *lclass.Data) error { return failure(lclass.LDA{}.Fit(d)) }}
	for name, spec := range generators {
		fits[name] = func(d *lclass.Data) error { return failure(spec.Fit(d)) }
	}
	for name, fit := range fits {
		t.Run(name, func(t *testing.T) {
			if err := fit(d.Subset(nil)); !errors.Is(err, lclass.ErrNoSamples) {
				t.Errorf("no samples: %v", err)
			}
			if err := fit(d.Subset([]int{0, 2, 4})); !errors.Is(err, lclass.ErrOneClass) {
				t.Errorf("one class: %v", err)
			}
			if err := fit(weigh(t, d, []float64{1, 0, 1, 0, 1, 0, 1, 0, 1, 0})); !errors.Is(err, lclass.ErrOneClass) {
				t.Errorf("one class weighs 0: %v", err)
			}
			fails(t, fit(regression), &invalid.TargetError{Target: "t", Want: "classes"})
			fails(t, fit(bare), &invalid.TargetError{Target: "kind", Want: "features"})
		})
	}
}

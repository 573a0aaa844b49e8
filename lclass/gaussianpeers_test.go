package lclass_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	vector "gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// gaussianPeers is testdata/gaussian-sklearn.json, made by gaussian.py with
// scikit-learn 1.2.1 and scipy 1.10.1.
type gaussianPeers struct {
	X      [][]float64
	T      []int
	Weight []float64
	Cases  []struct {
		Model, Data          string
		W, Scores            [][]float64
		B                    []float64
		Covariance, Variance []float64
	}
}

func (p gaussianPeers) data(t *testing.T, name string) *lclass.Data {
	t.Helper()
	switch name {
	case "iris":
		return irisData(t, false)
	case "iris two":
		return irisData(t, true)
	case "digits":
		return datasets.Digits()
	case "digits without constants":
		return varying(t, datasets.Digits())
	}
	d, err := lclass.FromMatrix(fromRows(p.X), p.T, classNames(3))
	must(t, d, err)
	if name == "weighted" {
		return weigh(t, d, p.Weight)
	}
	return d
}

// varying returns the data without the features that are constant.
func varying(t *testing.T, d *lclass.Data) *lclass.Data {
	t.Helper()
	var columns [][]float64
	for j := range d.D() {
		if x := d.Column(j); slices.Min(x) < slices.Max(x) {
			columns = append(columns, x)
		}
	}
	v, err := lclass.FromMatrix(fromRows(columns).T(), d.T(), d.Classes())
	return must(t, v, err)
}

// some returns the samples that gaussian.py scores: each copy of the weighted
// ones counts.
func some(d *lclass.Data) *lclass.Data {
	var index []int
	for i := range d.N() {
		copies := 1
		if s := d.Weight(); s != nil {
			copies = int(s[i])
		}
		for range copies {
			index = append(index, i)
		}
	}
	step := max(1, len(index)/20)
	var chosen []int
	for i := 0; i < len(index); i += step {
		chosen = append(chosen, index[i])
	}
	return d.Subset(chosen)
}

// centred takes the mean of the K values from each row, and makes two of one.
func centred(z []float64) []float64 {
	if len(z) == 1 {
		z = []float64{0, z[0]}
	}
	z = slices.Clone(z)
	vector.AddConst(-vector.Sum(z)/float64(len(z)), z)
	return z
}

func TestDensitiesAgreeWithScikitLearn(t *testing.T) {
	var peers gaussianPeers
	readPeers(t, "testdata/gaussian-sklearn.json", &peers)
	priors := map[string]float64{"setosa": 0.5, "versicolor": 0.3, "virginica": 0.2}
	linear := map[string]lclass.LDA{
		"LDA":               {},
		"LDA unbiased":      {Unbiased: true},
		"LDA Ledoit-Wolf":   {Shrinkage: lclass.LedoitWolf},
		"LDA shrinkage 0.3": {Shrinkage: 0.3},
		"LDA priors":        {Unbiased: true, Priors: priors},
	}
	generative := map[string]interface {
		Fit(*lclass.Data) (*lclass.Model, error)
	}{
		"QDA unbiased":              lclass.QDA{Unbiased: true},
		"QDA priors":                lclass.QDA{Unbiased: true, Priors: priors},
		"regularised 0.3 0.2":       lclass.QDA{Pooling: 0.3, Shrinkage: 0.2},
		"regularised 0.5 0.1":       lclass.QDA{Pooling: 0.5, Shrinkage: 0.1},
		"NaiveBayes":                lclass.NaiveBayes{},
		"NaiveBayes smoothing 0.01": lclass.NaiveBayes{Smoothing: 0.01},
		"NaiveBayes smoothing 1e-9": lclass.NaiveBayes{Smoothing: 1e-9},
	}
	for _, c := range peers.Cases {
		t.Run(c.Model+"/"+c.Data, func(t *testing.T) {
			d := peers.data(t, c.Data)
			var scores *mat.Dense
			if spec, ok := linear[c.Model]; ok {
				m := learn(t, spec, d)
				for j := range d.D() {
					relative(1e-8)(t, fmt.Sprint("weights of feature ", j), centred(mat.Col(nil, j, m.W)), column(c.W, j))
				}
				relative(1e-8)(t, "b", centred(m.B), c.B)
				z, err := m.Scores(some(d))
				scores = must(t, z, err)
			} else {
				m, err := generative[c.Model].Fit(d)
				must(t, m, err)
				cov := m.Densities.Covariance(len(m.Classes) - 1)
				if c.Covariance != nil {
					relative(1e-8)(t, "covariance", mat.Row(nil, d.D()-1, cov), c.Covariance)
				} else {
					for j, v := range c.Variance {
						relative(1e-8)(t, fmt.Sprint("variance ", j), []float64{cov.At(j, j)}, []float64{v})
					}
				}
				z, err := m.Scores(some(d))
				scores = must(t, z, err)
			}
			for i, want := range c.Scores {
				relative(1e-8)(t, fmt.Sprint("scores of sample ", i), centred(scores.RawRowView(i)), want)
			}
		})
	}
	if len(peers.Cases) < 30 {
		t.Errorf("only %d peers", len(peers.Cases))
	}
}

func column(rows [][]float64, j int) []float64 {
	var c []float64
	for _, row := range rows {
		c = append(c, row[j])
	}
	return c
}

// relative returns a comparison that allows tol of the largest value.
func relative(tol float64) func(t *testing.T, what string, got, want []float64) {
	return func(t *testing.T, what string, got, want []float64) {
		t.Helper()
		if len(got) != len(want) {
			t.Errorf("%s: %d values, want %d", what, len(got), len(want))
			return
		}
		size := vector.Norm(want, math.Inf(1))
		for i := range want {
			if !(math.Abs(got[i]-want[i]) <= tol*size) {
				t.Errorf("%s: got %.12g, want %.12g", what, got, want)
				return
			}
		}
	}
}

// R's MASS 7.3-58.2 by testdata/gaussian.R.
func TestDensitiesAgreeWithMASS(t *testing.T) {
	var peers struct {
		Cases []struct {
			Model, Data string
			Posterior   [][]float64
		}
	}
	readPeers(t, "testdata/gaussian-mass.json", &peers)
	for _, c := range peers.Cases {
		t.Run(c.Model+"/"+c.Data, func(t *testing.T) {
			iris := irisData(t, false)
			d := iris
			if c.Data == "weighted" {
				weight := make([]float64, iris.N())
				for i := range weight {
					weight[i] = float64(i % 4)
				}
				d = weigh(t, iris, weight)
			}
			model, method, _ := strings.Cut(c.Model, " ")
			unbiased := method == "moment"
			var m *lclass.Model
			var err error
			if model == "lda" {
				m, err = lclass.LDA{Unbiased: unbiased}.Fit(d)
			} else {
				m, err = lclass.QDA{Unbiased: unbiased}.Fit(d)
			}
			must(t, m, err)
			for i, want := range c.Posterior {
				near(t, fmt.Sprint("posterior of sample ", i), m.ProbaOne(iris.Row(7*i)), want, 1e-10)
			}
		})
	}
	if len(peers.Cases) != 8 {
		t.Errorf("%d peers, want 8", len(peers.Cases))
	}
}

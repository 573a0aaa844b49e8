package main

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// densities are the learners that have no loss to minimise. The unbiased ones
// divide by degrees of freedom in place of counts.
var densities = map[string]lclass.Estimator{
	"LDA":          lclass.LDA{},
	"unbiased LDA": lclass.LDA{Unbiased: true},
	"QDA":          lclass.QDA{},
	"unbiased QDA": lclass.QDA{Unbiased: true},
	"naive Bayes":  lclass.NaiveBayes{},
}

// estimate returns what a generative learner says of some samples.
func (p problem) estimate(s set) ([]fit, error) {
	m, err := densities[p.learner].Fit(s.Data)
	if err != nil {
		return nil, fmt.Errorf("%v: %w", p, err)
	}
	some := s.Subset(s.some())
	z, err := m.Scores(some)
	if err != nil {
		return nil, err
	}
	y, err := m.Proba(some)
	if err != nil {
		return nil, err
	}
	return []fit{{solver: "default", answer: answer{scores: centred(z), probabilities: flat(y)}}}, nil
}

// centred returns the rows of Z less their means, with a class of score 0
// first if there is only one score.
func centred(z *mat.Dense) []float64 {
	var all []float64
	n, k := z.Dims()
	for i := range n {
		row := mat.Row(nil, i, z)
		if k == 1 {
			row = []float64{0, row[0]}
		}
		m := mean(row)
		for _, v := range row {
			all = append(all, v-m)
		}
	}
	return all
}

func flat(m *mat.Dense) []float64 {
	var all []float64
	n, _ := m.Dims()
	for i := range n {
		all = append(all, mat.Row(nil, i, m)...)
	}
	return all
}

// some returns the samples that generative learners are compared on: about 30
// of those that count.
func (s set) some() []int {
	kept := s.kept()
	step := max(1, len(kept)/30)
	var index []int
	for i := 0; i < len(kept); i += step {
		index = append(index, kept[i])
	}
	return index
}

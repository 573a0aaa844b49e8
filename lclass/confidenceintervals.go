package lclass

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// ConfidenceIntervals returns the probabilities of the samples of d, which may be new, or
// the mean targets of a regression, with their standard errors and confidence intervals.
// They say how uncertain the estimate is, not how much single targets vary. There is a row
// per sample, with an [Estimate] per class, or one for a regression.
//
// s is the [Model.Summary] of the model; it supplies the covariance and the level. With
// the log-odds of a class, L = log P − log(1 − P), and its standard error by the delta
// method,
//
//	se(L) = √(gᵀVg),  g = ∂L/∂θ,
//
// the interval is σ(L ± z·se(L)), which stays between 0 and 1, and the standard error of
// P is P(1 − P)se(L), as in R's predict with se.fit and in statsmodels' get_prediction.
// For two classes L is the score. For regression the interval is y ± t·se(y).
func (m *Model) ConfidenceIntervals(d *Data, s *Summary) ([][]Estimate, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	if s == nil {
		return nil, fmt.Errorf("lclass: ConfidenceIntervals without a Summary; pass that of Model.Summary for the data of the fit")
	}
	r, err := m.summarised(s)
	if err != nil {
		return nil, err
	}
	z, err := m.Scores(d)
	if err != nil {
		return nil, err
	}
	x, err := m.matched(d)
	if err != nil {
		return nil, err
	}
	k := max(1, len(m.Classes))
	out := make([][]Estimate, d.N())
	quantile := s.quantile()
	v := covarianceOf(s)
	q, slope := newPoint(k, len(m.Features)), make([]float64, k)
	g := mat.NewVecDense(len(r.kept)*r.coefficients(), nil)
	for i, row := range x.Rows() {
		out[i] = make([]Estimate, k)
		for j := range z.RawRowView(i) {
			q.z[r.class(j)] = z.At(i, j)
		}
		for c := range k {
			value := q.z[c]
			if s.Classes != nil {
				value = logOdds(slope, q.z, c)
			} else {
				slope[0] = 1
			}
			g.Zero()
			for at, j := range r.kept {
				u := slope[r.class(j)]
				part := g.RawVector().Data[at*r.coefficients():]
				if r.model.intercept() == 1 {
					part[0] = u
				}
				for f, φ := range row {
					part[r.model.intercept()+f] = u * φ
				}
			}
			se := math.Sqrt(mat.Inner(g, v, g))
			low, high := value-quantile*se, value+quantile*se
			if s.Classes != nil {
				se *= Sigmoid(value) * Sigmoid(-value)
				value, low, high = Sigmoid(value), Sigmoid(low), Sigmoid(high)
			}
			out[i][c] = Estimate{Name: m.Target, Value: value, SE: se, Low: low, High: high}
			if s.Classes != nil {
				out[i][c].Class = s.Classes[c]
			}
		}
	}
	return read(x, out, nil)
}

// logOdds returns L = z_c − log Σ exp z_j over the other classes j, and sets slope to
// ∂L/∂z.
func logOdds(slope, z []float64, c int) float64 {
	most := math.Inf(-1)
	for j, v := range z {
		if j != c {
			most = max(most, v)
		}
	}
	var sum float64
	for j, v := range z {
		if j != c {
			slope[j] = -math.Exp(v - most)
			sum -= slope[j]
		}
	}
	for j := range slope {
		slope[j] /= sum
	}
	slope[c] = 1
	return z[c] - most - math.Log(sum)
}

// summarised returns what the coefficients of the summary are coefficients of, and an
// error if they are not those of the model.
func (m *Model) summarised(s *Summary) (*response, error) {
	other := func() error {
		return fmt.Errorf("%w: the summary is that of another model; use Model.Summary of this one", ErrOtherData)
	}
	if s.Loss != m.Loss || s.NoIntercept != m.NoIntercept || !slices.Equal(s.features(), m.Features) || !slices.Equal(s.Classes, m.Classes) {
		return nil, other()
	}
	r := newResponse(m, []int{0})
	reference := 0
	if m.Output == SoftmaxOutput {
		reference = slices.Index(m.Classes, s.Reference)
		r.kept = indices(len(m.B), func(k int) bool { return k != reference })
	}
	if reference < 0 {
		return nil, other()
	}
	values, err := m.coefficients(r.kept, reference)
	if err != nil {
		return nil, err
	}
	if len(s.Coefficients) != len(values) || len(s.Covariance) != len(values) {
		return nil, other()
	}
	for i, want := range values {
		if !(math.Abs(s.Coefficients[i].Value-want) <= 1e-9*math.Abs(want)) {
			return nil, other()
		}
	}
	return r, nil
}

package solve_test

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

// gradient returns ∂Σsℓ/∂θ.
func gradient(o *objective.Objective, theta []float64) []float64 {
	return o.Pass(theta, objective.Want{Gradient: true}).Gradient
}

// differences returns ∂²Σsℓ/∂θ² by central differences of the gradient, for
// the parameters that are kept.
func differences(o *objective.Objective, theta []float64, kept []int) *mat.Dense {
	const step = 1e-5
	h := mat.NewDense(len(kept), len(kept), nil)
	for a, i := range kept {
		up, down := append([]float64(nil), theta...), append([]float64(nil), theta...)
		up[i] += step
		down[i] -= step
		above, below := gradient(o, up), gradient(o, down)
		for b, j := range kept {
			h.Set(a, b, (above[j]-below[j])/(2*step))
		}
	}
	return h
}

// The inverse of MᵀM is the second derivative, and the distance is √(gᵀH⁻¹g),
// at any θ.
func TestInformation(t *testing.T) {
	theta := []float64{0.3, -0.2, 0.5, 0.1, 0.4, -0.3, 0.2, 0.1, -0.6, 0.2, 0.3, -0.1}
	for _, c := range []struct {
		name string
		l    loss.Loss
		k    int
	}{{"squares", loss.Squared{}, 1}, {"logistic", loss.Logistic{}, 1}, {"softmax", loss.Softmax{}, 3}} {
		o := problem(c.l, 90, 3, c.k, 0)
		o.Weight[4] = 0
		theta := theta[:o.Dim()]
		for reference := range c.k {
			var kept []int
			for i := range theta {
				if c.k == 1 || i%c.k != reference {
					kept = append(kept, i)
				}
			}
			inform := func() (*solve.Information, error) { return solve.At(o, theta, nil).Inform(false) }
			if c.k > 1 {
				inform = func() (*solve.Information, error) { return solve.At(o, theta, nil).InformMixed(reference) }
			}
			info, err := inform()
			if err != nil {
				t.Fatal(err)
			}
			h := differences(o, theta, kept)
			covariance := covariance(info)
			var unit mat.Dense
			unit.Mul(h, covariance)
			g := gradient(o, theta)
			var distance float64
			for a, i := range kept {
				for b, j := range kept {
					distance += g[i] * covariance.At(a, b) * g[j]
					want := 0.0
					if a == b {
						want = 1
					}
					if math.Abs(unit.At(a, b)-want) > 1e-6 {
						t.Fatalf("%s, reference %d: H·H⁻¹ is\n%.6v", c.name, reference, mat.Formatted(&unit))
					}
				}
			}
			if math.Abs(info.Distance-math.Sqrt(distance)) > 1e-9*info.Distance {
				t.Errorf("%s: distance %v, want %v", c.name, info.Distance, math.Sqrt(distance))
			}
		}
	}
}

func covariance(i *solve.Information) *mat.Dense {
	var c mat.Dense
	c.Mul(i.Half.T(), i.Half)
	return &c
}

// Sums of second derivatives and decomposed rows give the same information:
// the bias of 1e4 deviations leaves it to the rows.
func TestInformationOfSumsAndOfRows(t *testing.T) {
	o := problem(loss.Logistic{}, 90, 3, 1, 0)
	x := mat.NewDense(90, 3, nil)
	for i := range 90 {
		o.X.Row(x.RawRowView(i), i)
	}
	theta := []float64{0.3, -0.2, 0.5, 0.1}
	want, err := solve.At(o, theta, nil).Inform(false)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 90 {
		x.Set(i, 1, x.At(i, 1)+1e4)
	}
	o.X = rows.NewDense(90, 3, x.RawMatrix().Data)
	theta[3] += 0.2 * 1e4
	got, err := solve.At(o, theta, nil).Inform(false)
	if err != nil {
		t.Fatal(err)
	}
	w := covariance(want).Slice(0, 3, 0, 3)
	if g := covariance(got).Slice(0, 3, 0, 3); !mat.EqualApprox(g, w, 1e-10) {
		t.Errorf("\n%v\nwant\n%v", mat.Formatted(g), mat.Formatted(w))
	}
}

// Scores beyond all margins have no curvature, and no influence. On the wrong
// side they have a slope.
func TestInformationOfSureRows(t *testing.T) {
	o := problem(loss.Logistic{}, 60, 2, 1, 0)
	_, d := o.X.Dims()
	x := mat.NewDense(61, d, nil)
	for i := range 60 {
		o.X.Row(x.RawRowView(i), i)
	}
	x.Set(60, 0, 1e6)
	without, err := solve.At(o, []float64{1, 0.5, 0}, nil).Inform(false)
	if err != nil {
		t.Fatal(err)
	}
	o.X = rows.NewDense(61, d, x.RawMatrix().Data)
	o.Weight = append(o.Weight, 1)
	o.Targets.Class, o.Targets.Value = append(o.Targets.Class, 1), append(o.Targets.Value, 1)
	with, err := solve.At(o, []float64{1, 0.5, 0}, nil).Inform(false)
	if err != nil || !mat.EqualApprox(covariance(with), covariance(without), 1e-12) {
		t.Errorf("error %v\n%v\nwant\n%v", err, mat.Formatted(covariance(with)), mat.Formatted(covariance(without)))
	}
	o.Targets.Class[60], o.Targets.Value[60] = 0, 0
	wrong, err := solve.At(o, []float64{1, 0.5, 0}, nil).Inform(false)
	if err != nil {
		t.Fatal(err)
	}
	var far mat.VecDense
	far.MulVec(wrong.Half, mat.NewVecDense(3, []float64{1e6, 0, 1}))
	// Beside a slope of 1e6 the other rows' are nothing.
	if want := mat.Norm(&far, 2); math.Abs(wrong.Distance-want) > 1e-4*want {
		t.Errorf("distance %v, want %v", wrong.Distance, want)
	}
}

func TestNoInformation(t *testing.T) {
	theta := make([]float64, 12)
	for _, c := range []struct {
		name string
		set  func(x *mat.Dense, i int) float64
		want error
	}{
		{"constant", func(*mat.Dense, int) float64 { return 3 }, solve.DependentError(2)},
		{"dependent", func(x *mat.Dense, i int) float64 { return x.At(i, 0) - 2*x.At(i, 1) + 7 }, solve.DependentError(2)},
		{"huge", func(_ *mat.Dense, i int) float64 { return float64(i%3-1) * 1e308 }, solve.ErrDiverged},
	} {
		for _, k := range []int{1, 3} {
			o := problem(loss.Softmax{}, 40, 3, k, 0)
			x := mat.NewDense(40, 3, nil)
			for i := range 40 {
				o.X.Row(x.RawRowView(i), i)
				x.Set(i, 2, c.set(x, i))
			}
			o.X = rows.NewDense(40, 3, x.RawMatrix().Data)
			var err error
			if k == 1 {
				o.Loss = loss.Logistic{}
				_, err = solve.At(o, theta[:4], nil).Inform(false)
			} else {
				_, err = solve.At(o, theta, nil).InformMixed(1)
			}
			if !errors.Is(err, c.want) {
				t.Errorf("%s, %d scores: error %v, want %v", c.name, k, err, c.want)
			}
		}
	}
	// Scores so large that two classes never compete leave a flat direction.
	o := problem(loss.Softmax{}, 40, 3, 3, 0)
	far := make([]float64, 12)
	far[11] = -800
	if _, err := solve.At(o, far, nil).InformMixed(0); err != solve.DependentError(-1) {
		t.Errorf("error %v", err)
	}
	if got := solve.DependentError(2).Error(); got != "lclass: feature 2 depends linearly on the features before it" {
		t.Errorf("%q", got)
	}
}

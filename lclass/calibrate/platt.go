package calibrate

import (
	"encoding/json"
	"errors"
	"math"
)

var errSlope = errors.New("calibrate: the scores are so close to each other, or to 0, that the slope overflows; multiply them by a number")

// Platt is the sigmoid
//
//	p = 1/(1 + exp(A z + B))
//
// with Platt's signs: A is negative if high scores indicate class 1. The zero value is ½
// everywhere.
type Platt struct{ A, B float64 }

// Probability returns p.
func (p Platt) Probability(z float64) float64 {
	if p.A == 0 && math.IsInf(z, 0) {
		z = 0 // a level line, to its ends
	}
	return 1 / (1 + math.Exp(p.A*z+p.B))
}

// FitPlatt fits the sigmoid to the scores z of samples with targets t, 1 or 0, and
// weights s, which count as copies (nil means 1 each). It minimises the log-loss
//
//	Σ sᵢ (−τᵢ log pᵢ − (1 − τᵢ) log(1 − pᵢ))
//
// with Platt's targets, which prevent probabilities of 0 and 1: τ = (n₁ + 1)/(n₁ + 2) for
// the n₁ samples of class 1 and 1/(n₀ + 2) for the n₀ others. This is scikit-learn's
// method "sigmoid", solved by Newton's method to full precision. If all scores are equal,
// A is 0. It returns an error if all weights are 0, or if a score, a target or a weight
// is invalid.
func FitPlatt(t []int, z, s []float64) (Platt, error) {
	all, err := samples(t, z, s)
	if err != nil {
		return Platt{}, err
	}
	scale, center, spread := standardise(all)
	var n [2]float64
	for _, a := range all {
		n[int(a.t)] += a.s
	}
	for i, a := range all {
		if a.t == 1 {
			all[i].t = (n[1] + 1) / (n[1] + 2)
		} else {
			all[i].t = 1 / (n[0] + 2)
		}
	}
	a, b := minimise(all, math.Log((n[0]+1)/(n[1]+1)), spread > 0)
	p := Platt{B: b}
	if spread > 0 {
		p = Platt{A: a / spread / scale, B: b - a*center/spread}
	}
	if !finite(p.A) || !finite(p.B) {
		return Platt{}, errSlope
	}
	return p, nil
}

// standardise replaces the scores z by (z/scale − center)/spread, between −1 and
// 1 with the mean 0. The spread is 0 if all are the same.
func standardise(all []sample) (scale, center, spread float64) {
	var total float64
	for _, a := range all {
		scale = math.Max(scale, math.Abs(a.z))
		total = math.Max(total, a.s)
	}
	if scale == 0 {
		return 0, 0, 0
	}
	var sum float64
	for i := range all {
		all[i].z /= scale
		center += all[i].s / total * all[i].z
		sum += all[i].s / total
	}
	center /= sum
	same := true
	for i := range all {
		same = same && all[i].z == all[0].z
		spread = math.Max(spread, math.Abs(all[i].z-center))
	}
	if same {
		return scale, center, 0
	}
	for i := range all {
		all[i].z = (all[i].z - center) / spread
	}
	return scale, center, spread
}

// minimise returns a and b with the least loss, from a = 0 on, by Newton's
// method with steps that are halved until they lead down. The targets are
// neither 0 nor 1, so there is a minimum. Without a slope a stays 0.
func minimise(all []sample, b float64, slope bool) (float64, float64) {
	a, value := 0.0, loss(all, 0, b)
	for range 200 {
		var ga, gb, haa, hab, hbb float64
		for _, x := range all {
			p := 1 / (1 + math.Exp(a*x.z+b))
			g, h := x.s*(x.t-p), x.s*p*(1-p)
			ga, gb = ga+g*x.z, gb+g
			haa, hab, hbb = haa+h*x.z*x.z, hab+h*x.z, hbb+h
		}
		if !slope {
			ga, haa, hab = 0, 1, 0
		}
		determinant := haa*hbb - hab*hab
		da, db := -(ga*hbb-gb*hab)/determinant, -(gb*haa-ga*hab)/determinant
		if !finite(da) || !finite(db) {
			return a, b
		}
		near := -(ga*da + gb*db) // twice what the step promises
		if near <= 1e-10*value { // differences of the loss are rounding soon: take whole steps
			a, b = a+da, b+db
			if math.Abs(da) <= 1e-14*math.Abs(a) && math.Abs(db) <= 1e-14*(math.Abs(b)+math.Abs(a)) || near <= 1e-28*value {
				return a, b
			}
			value = loss(all, a, b)
			continue
		}
		step := 1.0
		for range 60 {
			if next := loss(all, a+step*da, b+step*db); next < value {
				value = next
				break
			}
			step /= 2
		}
		a, b = a+step*da, b+step*db
	}
	return a, b
}

// loss returns Σ s (−τ log p − (1 − τ) log(1 − p)).
func loss(all []sample, a, b float64) float64 {
	var sum float64
	for _, x := range all {
		f := a*x.z + b
		// log(1 + exp(−f)) + τf without overflow
		sum += x.s * (math.Log1p(math.Exp(-math.Abs(f))) + math.Max(-f, 0) + x.t*f)
	}
	return sum
}

type plattJSON struct {
	Calibration string
	Version     int
	A, B        float64
}

// MarshalJSON writes the two parameters.
func (p Platt) MarshalJSON() ([]byte, error) {
	return json.Marshal(plattJSON{"Platt", version, p.A, p.B})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (p *Platt) UnmarshalJSON(text []byte) error {
	var file plattJSON
	if err := unmarshal(text, &file, "Platt"); err != nil {
		return err
	}
	*p = Platt{file.A, file.B}
	return nil
}

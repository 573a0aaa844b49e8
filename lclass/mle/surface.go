package mle

import (
	"math"
	"slices"
)

// An Axis is the range of one parameter of a [Surface].
type Axis struct {
	// Parameter is the index of the parameter in the Parameters of the family, from 0.
	Parameter int
	// Min and Max are the ends of the axis. Both 0 means θ ± 4 standard errors, but not
	// beyond the range of the parameter. Without a standard error it means where l has
	// fallen by 8, as it does over 4 standard errors.
	Min, Max float64
	// Points is the number of values from Min to Max, at least 2; 0 means 61.
	Points int
}

// A Surface is the log-likelihood l(θ) of a sample over a grid of one or two
// parameters: a curve or a landscape with its top at the maximum likelihood
// (Notes 4.2, Chemnitz section 2). Outside the range of the parameters, and
// where the sample is impossible, l is −Inf.
//
// It implements plotter.GridXYZ of gonum.
type Surface struct {
	Names []string // of the one or two parameters
	Top   float64  // l of the family that it was made for: the maximum, if that is a fit

	axes [][]float64
	z    []float64 // row by row
	l    func(theta ...float64) float64
	from float64 // what Z counts from: 0, or Top
}

// NewSurface evaluates the log-likelihood of x for the distributions of a
// family. Usually f is the fit to x: by default the axes are centred on its parameters,
// and parameters without an axis keep the values of f. If no axes are given, every
// parameter has one; there must be one or two.
//
// The error is [ErrEmpty] if there are no values, or says what is wrong with
// the axes. The probabilities of a [Categorical] cannot vary one by one; use a
// [Bernoulli] for one class against the rest.
func NewSurface(f Family, x []float64, axes ...Axis) (*Surface, error) {
	if err := checkFree(f, x); err != nil {
		return nil, err
	}
	parameters, at := f.Parameters(), theta(f)
	if len(axes) == 0 {
		for i := range parameters {
			axes = append(axes, Axis{Parameter: i})
		}
	}
	if len(axes) > 2 {
		return nil, badSetting("number of axes", len(axes), "choose one or two parameters by an Axis each")
	}
	if len(axes) == 2 && axes[0].Parameter == axes[1].Parameter {
		return nil, badSetting("Axis.Parameter", axes[0].Parameter, "both axes have it; choose two parameters")
	}
	s := &Surface{Top: LogLikelihood(f, x)}
	for _, a := range axes {
		if a.Parameter < 0 || a.Parameter >= len(parameters) {
			return nil, badSetting("Axis.Parameter", a.Parameter, "the family has 0 to %d", len(parameters)-1)
		}
		values, err := a.values(f, x)
		if err != nil {
			return nil, err
		}
		s.axes = append(s.axes, values)
		s.Names = append(s.Names, parameters[a.Parameter].Name)
	}
	s.l = func(theta ...float64) float64 {
		checkCount(theta, len(axes))
		point := slices.Clone(at)
		for i, a := range axes {
			point[a.Parameter] = theta[i]
		}
		return height(f.With(point...), x)
	}
	columns, rows := s.Dims()
	for r := range rows {
		for c := range columns {
			if len(axes) == 1 {
				s.z = append(s.z, s.l(s.X(c)))
			} else {
				s.z = append(s.z, s.l(s.X(c), s.Y(r)))
			}
		}
	}
	return s, nil
}

// checkFree reports whether there are values, and parameters that can vary one by one.
func checkFree(f Family, x []float64) error {
	if len(x) == 0 {
		return ErrEmpty
	}
	if f == nil {
		return errNoFamily
	}
	if _, tied := f.(Categorical); tied {
		return badSetting("Family", f, "the probabilities of a categorical distribution cannot vary one by one, because they sum to 1; take a Bernoulli distribution for one class against the rest")
	}
	return nil
}

// height returns l, −Inf where it is NaN.
func height(f Distribution, x []float64) float64 {
	l := LogLikelihood(f, x)
	if math.IsNaN(l) {
		return math.Inf(-1)
	}
	return l
}

// Dims returns the number of columns, which are values of the first parameter,
// and of rows, which are values of the second: 1 if there is none.
func (s *Surface) Dims() (c, r int) {
	if len(s.axes) == 1 {
		return len(s.axes[0]), 1
	}
	return len(s.axes[0]), len(s.axes[1])
}

// X returns the value of the first parameter in column c.
func (s *Surface) X(c int) float64 { return s.axes[0][c] }

// Y returns the value of the second parameter in row r, 0 if there is none.
func (s *Surface) Y(r int) float64 {
	if len(s.axes) == 1 {
		return 0
	}
	return s.axes[1][r]
}

// Z returns l in column c and row r.
func (s *Surface) Z(c, r int) float64 { return s.z[r*len(s.axes[0])+c] - s.from }

// L returns l for any values theta of the parameters on the axes, on the grid or not. It
// panics unless theta has one value per axis.
func (s *Surface) L(theta ...float64) float64 { return s.l(theta...) - s.from }

// Relative returns the surface of the relative log-likelihood l − Top, which is 0 at the
// maximum. Its exponential is the likelihood divided by that of the best parameters.
func (s *Surface) Relative() *Surface {
	relative := *s
	relative.from, relative.Top = s.from+s.Top, 0
	return &relative
}

// Level returns the height of the contour that encloses the true parameters
// with the given confidence, such as 0.95, in large samples (S. S. Wilks 1938):
//
//	Top − χ²/2
//
// where χ² is the quantile of that distribution with as many degrees of freedom
// as there are axes: Top − z²/2 for one, Top + log(1 − confidence) for two. The
// parameters without an axis are taken as known. It is an error if confidence
// is not between 0 and 1.
func (s *Surface) Level(confidence float64) (float64, error) {
	z, err := quantile(confidence)
	if err != nil {
		return 0, err
	}
	if len(s.axes) == 2 {
		return s.Top + math.Log1p(-confidence), nil
	}
	return s.Top - z*z/2, nil
}

// values returns those of the parameter that the axis runs through.
func (a Axis) values(f Family, x []float64) ([]float64, error) {
	name := f.Parameters()[a.Parameter].Name
	if a.Min == 0 && a.Max == 0 {
		var err error
		if a.Min, a.Max, err = automatic(f, x, a.Parameter); err != nil {
			return nil, err
		}
	}
	if a.Points == 0 {
		a.Points = 61
	}
	switch {
	case !isFinite(a.Min) || !isFinite(a.Max) || !(a.Min < a.Max):
		return nil, badSetting("axis of "+name, [2]float64{a.Min, a.Max}, "Min and Max must be finite, Min the smaller")
	case a.Points < 2:
		return nil, badSetting("Points of the axis of "+name, a.Points, "it needs at least 2")
	}
	values := make([]float64, a.Points)
	for i := range values {
		t := float64(i) / float64(a.Points-1)
		values[i] = (1-t)*a.Min + t*a.Max
	}
	return values, nil
}

// automatic returns the range of parameter i that shows the top and what is
// around it.
func automatic(f Family, x []float64, i int) (low, high float64, err error) {
	at := theta(f)
	middle := at[i]
	with := func(v float64) Distribution {
		point := slices.Clone(at)
		point[i] = v
		return f.With(point...)
	}
	if se, err := StdErr(f, len(x)); err == nil && se[i] > 0 {
		possible := func(v float64) bool { return !math.IsNaN(with(v).LogDensity(x[0])) }
		return last(possible, middle, middle-4*se[i]), last(possible, middle, middle+4*se[i]), nil
	}
	top := height(f, x)
	high8 := func(v float64) bool { return height(with(v), x) >= top-8 }
	low, high = fall(high8, middle, -1), fall(high8, middle, 1)
	if math.IsInf(top, 0) || math.IsInf(low, 0) || math.IsInf(high, 0) {
		return 0, 0, badSetting("range of "+f.Parameters()[i].Name, nil, "there is no natural one around %v; give Min and Max", middle)
	}
	return low, high, nil
}

// last returns the last place on the way from in to out that has property ok,
// given that in has it.
func last(ok func(v float64) bool, in, out float64) float64 {
	if ok(out) {
		return out
	}
	for range 60 {
		if middle := in + (out-in)/2; ok(middle) {
			in = middle
		} else {
			out = middle
		}
	}
	return in
}

// fall goes from the middle in ever longer strides until ok ends, and returns
// where: ±Inf if it does not.
func fall(ok func(v float64) bool, middle, stride float64) float64 {
	stride *= 1e-6 * max(math.Abs(middle), 1e-6)
	for in := middle; isFinite(in); stride *= 2 {
		if out := middle + stride; !ok(out) {
			return last(ok, in, out)
		} else {
			in = out
		}
	}
	return math.Copysign(math.Inf(1), stride)
}

package lclass

import "math"

// A response is what effects are effects on: the probabilities P of the classes, or the
// number of a regression, as functions of the coefficients that a [Summary] lists.
type response struct {
	model *Model
	kept  []int // rows of W with coefficients of their own
	of    []int // classes whose probabilities count, for a regression 0
}

func newResponse(m *Model, kept []int) *response {
	r := &response{model: m, kept: kept, of: []int{0}}
	switch m.Output {
	case SigmoidOutput:
		r.of = []int{1}
	case SoftmaxOutput:
		r.of = seq(len(m.Classes))
	}
	return r
}

// coefficients returns how many there are of one score: b, unless there is none, and w.
func (r *response) coefficients() int { return len(r.model.featureNames()) + r.model.intercept() }

// class returns the class that a row of W is the score of.
func (r *response) class(row int) int {
	if r.model.Output == SigmoidOutput {
		return 1
	}
	return row
}

// scores sets z, one value per class, to the scores of φ; the first of two classes has 0.
func (r *response) scores(z, φ []float64, offset float64) {
	clear(z)
	for row := range r.model.B {
		z[r.class(row)] = r.model.B[row] + dot(r.model.W.RawRowView(row), φ) + offset
	}
}

// A total is the sum of an effect on each response, and of its gradient, over n samples.
type total struct {
	n        float64
	value    []float64
	gradient [][]float64
}

// sum adds up the effects of the changes over the samples.
func (x *rawSamples) sum(changes []change, r *response) ([]total, error) {
	totals := make([]total, len(changes))
	for i := range totals {
		totals[i].value = make([]float64, len(r.of))
		for range r.of {
			totals[i].gradient = append(totals[i].gradient, make([]float64, len(r.kept)*r.coefficients()))
		}
	}
	k := max(1, len(r.model.Classes))
	at, other := newPoint(k, x.width), newPoint(k, x.width)
	slope, raw := make([]float64, x.width), make([]float64, len(x.features))
	for i, row := range x.data.scan() {
		n, offset := x.number[i], 0.0
		if n == 0 {
			continue
		}
		if x.data.offset != nil {
			offset = x.data.offset[i]
		}
		copy(raw, row)
		if err := at.move(x, r, raw, offset); err != nil {
			return nil, err
		}
		for c := range changes {
			change, t := &changes[c], &totals[c]
			if math.IsNaN(row[change.features[0]]) && !change.gaps {
				continue
			}
			t.n += n
			var err error
			if change.from == nil {
				if err = x.slope(slope, other.φ, raw, change); err == nil {
					t.addSlope(r, n, at, slope)
				}
			} else {
				for way, values := range [][]float64{change.from, change.to} {
					set(raw, change.features, values)
					if err = other.move(x, r, raw, offset); err != nil {
						break
					}
					t.addProbability(r, n*float64(2*way-1), other)
				}
			}
			if err != nil {
				return nil, err
			}
			for _, j := range change.features {
				raw[j] = row[j]
			}
		}
	}
	return totals, x.data.Err()
}

func set(x []float64, features []int, values []float64) {
	for i, j := range features {
		x[j] = values[i]
	}
}

// A point is a sample with the features φ of the model, scores and probabilities, and
// room for the slopes of the scores.
type point struct{ φ, z, p, a []float64 }

func newPoint(k, d int) *point {
	return &point{make([]float64, d), make([]float64, k), make([]float64, k), make([]float64, k)}
}

// move moves the point to a raw sample.
func (q *point) move(x *rawSamples, r *response, raw []float64, offset float64) error {
	if x.prepare == nil {
		copy(q.φ, raw)
	} else if err := x.prepare(q.φ, raw); err != nil {
		return err
	}
	r.scores(q.z, q.φ, offset)
	SoftmaxTo(q.p, q.z)
	return nil
}

// slope sets δ to the derivatives of the features of the model by one raw feature, of
// which those of polynomials up to degree 4 are exact but for rounding. φ is room.
func (x *rawSamples) slope(δ, φ, raw []float64, c *change) error {
	clear(δ)
	j := c.features[0]
	if x.prepare == nil {
		δ[j] = 1
		return nil
	}
	at := raw[j]
	for _, s := range []struct{ step, factor float64 }{{-2, 1}, {-1, -8}, {1, 8}, {2, -1}} {
		raw[j] = at + s.step*c.step
		if err := x.prepare(φ, raw); err != nil {
			return err
		}
		for i, v := range φ {
			δ[i] += s.factor * v / (12 * c.step)
		}
	}
	raw[j] = at
	return nil
}

// addSlope adds n times the derivatives of the responses where the features of the model
// change by δ: with a = W δ and ā = Σ P_l a_l it is P_c(a_c − ā).
func (t *total) addSlope(r *response, n float64, q *point, δ []float64) {
	if r.model.Output == Identity {
		t.value[0] += n * dot(r.model.W.RawRowView(0), δ)
		t.addTo(r, 0, 0, 0, q.φ, n, δ)
		return
	}
	a, mean := q.a, 0.0
	a[0] = 0
	for row := range r.model.B {
		l := r.class(row)
		a[l] = dot(r.model.W.RawRowView(row), δ)
		mean += q.p[l] * a[l]
	}
	for i, c := range r.of {
		t.value[i] += n * q.p[c] * (a[c] - mean)
		for at, row := range r.kept {
			l := r.class(row)
			u := q.slopeOf(c, l)
			t.addTo(r, i, at, n*(u*(a[c]-mean)-q.p[c]*q.p[l]*(a[l]-mean)), q.φ, n*u, δ)
		}
	}
}

// addProbability adds n times the responses.
func (t *total) addProbability(r *response, n float64, q *point) {
	if r.model.Output == Identity {
		t.value[0] += n * q.z[0]
		t.addTo(r, 0, 0, n, q.φ, 0, q.φ)
		return
	}
	for i, c := range r.of {
		t.value[i] += n * q.p[c]
		for at, row := range r.kept {
			t.addTo(r, i, at, n*q.slopeOf(c, r.class(row)), q.φ, 0, q.φ)
		}
	}
}

// slopeOf returns ∂P_c/∂z_l.
func (q *point) slopeOf(c, l int) float64 {
	if c == l {
		return q.p[c] * (1 - q.p[c])
	}
	return -q.p[c] * q.p[l]
}

// addTo adds u·(1, φ) + v·(0, δ) to the gradient of response i by the coefficients of a
// score.
func (t *total) addTo(r *response, i, score int, u float64, φ []float64, v float64, δ []float64) {
	g := t.gradient[i][score*r.coefficients():][:r.coefficients()]
	if r.model.intercept() == 1 {
		g[0] += u
	}
	for j := range φ {
		g[r.model.intercept()+j] += u*φ[j] + v*δ[j]
	}
}

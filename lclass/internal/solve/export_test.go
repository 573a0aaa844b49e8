package solve

import "linclass/lclass/internal/objective"

// FirthAt returns −l*/Σs at θ and its slopes in standardised coordinates, nil
// where the information is singular.
func FirthAt(o *objective.Objective, theta []float64) (loss float64, slopes []float64, err error) {
	f, err := newFirth(o)
	if err != nil {
		return 0, nil, err
	}
	p := f.at(f.alpha(theta))
	if !finite(p.value) {
		return p.value, nil, nil
	}
	f.score(p)
	return p.value - f.volume, f.standardised(p.g), nil
}

// Met returns what a gradient at θ is multiplied with when the curvature there is
// met, as a function; nil where it is not.
func Met(o *objective.Objective, theta []float64) func(g []float64) []float64 {
	if !renews(o) {
		return nil
	}
	c := renewed(objective.Scale(o), theta)
	if c.scores == nil {
		return nil
	}
	return c.apply
}

// Recall returns the steps and gradient changes that a path has for a fit of o
// from θ.
func Recall(p *Path, o *objective.Objective, theta []float64, most int) (s, y [][]float64) {
	scaled := objective.Scale(o)
	c, _ := newPreconditioner(scaled, nil)
	m := p.recall(scaled, c, theta, most)
	return m.s, m.y
}

// ByBound returns settings for models by a bound.
func ByBound(set ProximalSettings) ProximalSettings {
	set.byBound = true
	return set
}

// Resumes reports whether a fit that starts at θ goes on from the end of another.
func Resumes(p *Path, o *objective.Objective, theta []float64) bool { return p.find(o, theta) >= 0 }

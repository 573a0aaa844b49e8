package lclass

import "fmt"

// A SingularError is a covariance that cannot be used as one: in some
// direction of the features it has no variance.
type SingularError struct {
	Class    string   // "" if the covariance is common to all classes
	Features []string // those that take part in the direction
	Reason   string
	Remedy   string
}

func (e *SingularError) Error() string {
	covariance := "the common covariance"
	if e.Class != "" {
		covariance = fmt.Sprintf("the covariance of class %q", e.Class)
	}
	return fmt.Sprintf("lclass: %s is singular: %s; %s", covariance, e.Reason, e.Remedy)
}

// singular says why the covariance w of class c, of all classes if c is nil,
// has no variance in a direction in which the given kept features take part.
// The second remedy is for features that are constant.
func (g *gaussians) singular(c *gaussianClass, w *whitening, features []int, remedy, constancy string) error {
	e := &SingularError{Remedy: remedy}
	var constant []string
	for _, j := range features {
		name := g.data.features[g.kept[j]]
		e.Features = append(e.Features, name)
		if w.std[j] == 0 {
			constant = append(constant, name)
		}
	}
	where, samples, classes := "within each class", g.data.N(), len(g.classes)
	if c != nil {
		e.Class = c.name
		where, samples, classes = "in it", len(c.rows), 1
	}
	independent := w.c == nil
	switch {
	case samples == classes:
		e.Reason = "a single sample has no variance"
	case samples-classes < len(g.kept) && !independent:
		e.Reason = fmt.Sprintf("%d samples are too few for %d features", samples, len(g.kept))
	case constant != nil:
		e.Features, e.Remedy = constant, constancy
		e.Reason = fmt.Sprintf("features %s are constant %s", abbreviate(constant), where)
	default:
		e.Reason = fmt.Sprintf("features %s depend on each other linearly", abbreviate(e.Features))
	}
	return e
}

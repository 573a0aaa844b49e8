package objective

import "linclass/lclass/internal/rows"

// Part returns the objective over about m rows, in memory: those of stretches
// that are evenly spread. It is nil if they cannot be read, or are elsewhere.
func (o *Objective) Part(m int) *Objective {
	const most, long = 64, 1024
	if o.Elsewhere != nil {
		return nil
	}
	n, _ := o.X.Dims()
	stretches := max(1, min(most, n/long))
	var index []int
	for s := range stretches {
		for i := n * s / stretches; i < min(n*s/stretches+m/stretches, n*(s+1)/stretches); i++ {
			index = append(index, i)
		}
	}
	part := *o
	part.X = o.X.Subset(index)
	if lazy, ok := part.X.(rows.Lazy); ok {
		var err error
		if part.X, err = lazy.Load(); err != nil {
			return nil
		}
	}
	part.Weight = pick(o.Weight, index, 1)
	part.Common = &Common{X: part.X, Weight: part.Weight}
	part.Offset = pick(o.Offset, index, 1)
	part.Targets.Class = pick(o.Targets.Class, index, 1)
	part.Targets.Value = pick(o.Targets.Value, index, o.K)
	return &part
}

// pick returns the k values of each row with the given numbers, nil for nil.
func pick[E any](values []E, index []int, k int) []E {
	if values == nil {
		return nil
	}
	picked := make([]E, 0, len(index)*k)
	for _, i := range index {
		picked = append(picked, values[i*k:(i+1)*k]...)
	}
	return picked
}

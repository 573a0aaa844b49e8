package lclass

import (
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// quickest is what nil stands for where QuasiNewton and Newton both solve a problem.
type quickest struct{}

func (quickest) name() string { return Newton{}.name() }

func (quickest) plan(p *problem) (func(*objective.Objective) solve.Seq, error) {
	q, err := QuasiNewton{}.settings(p)
	if err != nil {
		return nil, err
	}
	n, err := Newton{}.settings(p)
	if err != nil {
		return nil, err
	}
	return func(o *objective.Objective) solve.Seq {
		p.solver = QuasiNewton{}.name()
		return solve.Quickest(o, q, n, func() { p.solver = Newton{}.name() })
	}, nil
}

package main

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"time"

	"linclass/lclass"
)

// A curve is the objective after each step, and when it was there.
type curve struct {
	Figure  string    `json:"figure"`
	Name    string    `json:"name"`
	Seconds []float64 `json:"seconds"`
	Values  []float64 `json:"values"`
	Passes  []float64 `json:"passes,omitempty"` // of a peer
}

// watch runs the steps of a fit until the objective is at most the target.
func watch(steps iter.Seq2[lclass.Step, error], target float64) (c curve, err error) {
	start := time.Now()
	for s, err := range steps {
		if err != nil {
			return c, err
		}
		c.Seconds = append(c.Seconds, time.Since(start).Seconds())
		c.Values = append(c.Values, s.Loss)
		if s.Loss <= target {
			break
		}
	}
	return c, nil
}

// to returns the number of steps after which the objective is at most the
// target.
func (c curve) to(target float64) (int, error) {
	for i, v := range c.Values {
		if v <= target {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%s: %d steps do not reach %v", c.Name, len(c.Values)-1, target)
}

// sorted is the curve in the order of its seconds.
func (c curve) sorted() curve {
	order := make([]int, len(c.Seconds))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(c.Seconds[i], c.Seconds[j]) })
	var s curve
	for _, i := range order {
		s.Seconds, s.Values = append(s.Seconds, c.Seconds[i]), append(s.Values, c.Values[i])
	}
	return s
}

func (c curve) in(figure, name string) curve {
	c.Figure, c.Name = figure, name
	return c
}

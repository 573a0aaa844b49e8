package lclass

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// gaussians is a generative problem put to data: the samples, class after
// class. Features that are the same in all samples tell no class from another
// and are left out. The others are measured in units of a power of two near
// their largest value, which costs no digits and keeps squares in range.
type gaussians struct {
	data    *Data // the samples that count
	weight  []float64
	total   float64 // Σs
	kept    []int   // features that vary
	unit    []float64
	classes []gaussianClass
	notes   []string
}

// A gaussianClass is a class that occurs, with the maximum likelihood mean and
// standard deviation of each kept feature, in units.
type gaussianClass struct {
	name      string
	rows      []int
	weight    float64 // Σs
	prior     float64
	mean, std []float64
}

func newGaussians(d *Data, priors map[string]float64) (*gaussians, error) {
	if err := d.checkClasses(); err != nil {
		return nil, err
	}
	if err := (&problem{data: d}).check(); err != nil {
		return nil, err
	}
	d, err := d.counted().inMemory()
	if err != nil {
		return nil, err
	}
	g := &gaussians{data: d}
	g.weight = g.data.sampleWeights()
	g.measure()
	g.split()
	if math.IsInf(g.total, 0) {
		return nil, errors.New("lclass: the weights sum to more than float64 can hold; divide all by the same number")
	}
	if err := g.setPriors(priors); err != nil {
		return nil, err
	}
	for k := range g.classes {
		g.moments(&g.classes[k])
		if err := g.data.Err(); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// measure finds the features that vary, beyond rounding, and their units.
func (g *gaussians) measure() {
	low, high := g.data.x.Range()
	var constant []string
	for j, name := range g.data.features {
		largest := math.Max(math.Abs(low[j]), math.Abs(high[j]))
		if high[j]-low[j] <= 1e-13*largest {
			constant = append(constant, name)
			continue
		}
		g.kept = append(g.kept, j)
		g.unit = append(g.unit, powerOfTwo(largest))
	}
	if constant != nil {
		g.notes = append(g.notes, fmt.Sprintf("features %s are constant and left out", abbreviate(constant)))
	}
}

// split sorts the samples by class.
func (g *gaussians) split() {
	index := make([][]int, g.data.K())
	weight := make([]float64, g.data.K())
	for i, k := range g.data.t {
		index[k] = append(index[k], i)
		weight[k] += g.weight[i]
		g.total += g.weight[i]
	}
	var absent []string
	for k, name := range g.data.classes {
		if index[k] == nil {
			absent = append(absent, name)
			continue
		}
		g.classes = append(g.classes, gaussianClass{name: name, rows: index[k], weight: weight[k]})
	}
	if absent != nil {
		g.notes = append(g.notes, fmt.Sprintf("classes %s do not occur and are left out", abbreviate(absent)))
	}
}

func (g *gaussians) names() []string {
	var names []string
	for _, c := range g.classes {
		names = append(names, c.name)
	}
	return names
}

func (g *gaussians) status(loss float64) Status {
	return Status{
		Solver: ClosedForm{}.name(), Iterations: 1,
		Loss: loss, Gradient: math.NaN(), Gap: math.NaN(), Note: strings.Join(g.notes, "; "),
	}
}

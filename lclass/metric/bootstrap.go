package metric

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
)

// A Bootstrap computes a confidence interval for any measure by resampling
// (Efron, 1979). It is stratified: each replicate draws from each class as many
// samples as the class has. The zero value is ready to use.
type Bootstrap struct {
	Replicates int     // 0 means 2000
	Level      float64 // 0 means 0.95
	Seed       uint64  // the same seed gives the same interval
}

// Interval returns the measure, the standard deviation of its replicates, and
// the interval between their quantiles. The measure is a function of the sample
// weights, such as
//
//	func(s []float64) float64 { return metric.AUC(t, z, s) }
//
// and must allow concurrent calls. In a replicate, a sample drawn m times has m
// times its weight. t holds the classes; for a regression, give zeros. If the
// sample weights s are nil, every sample counts 1.
//
// Replicates whose measure is NaN are left out. If fewer than two are left, the error and
// the bounds are NaN. It panics if measure is nil, Replicates is negative, or Level is
// not between 0 and 1.
func (b Bootstrap) Interval(t []int, measure func(s []float64) float64, s []float64) Interval {
	checkLengths("Bootstrap", len(t), len(t), s)
	if measure == nil {
		panic("metric: Bootstrap: the measure is nil; give a func of the weights")
	}
	if b.Replicates < 0 {
		panic(fmt.Sprintf("metric: Bootstrap: Replicates is %d; give a positive number, or 0 for 2000", b.Replicates))
	}
	b.Replicates, b.Level = cmp.Or(b.Replicates, 2000), cmp.Or(b.Level, 0.95)
	checkLevel("Bootstrap", b.Level)
	classes := strata(t, s)
	given := make([]float64, len(t))
	for i := range given {
		given[i] = weight(s, i)
	}
	replicates := make([]float64, b.Replicates)
	var wait sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for worker := range workers {
		wait.Go(func() {
			drawn := make([]float64, len(t))
			for k := worker; k < len(replicates); k += workers {
				draw(drawn, given, classes, rand.New(rand.NewPCG(b.Seed, uint64(k))))
				replicates[k] = measure(drawn)
			}
		})
	}
	wait.Wait()
	low, high, sd := spread(replicates, b.Level)
	return Interval{Value: measure(given), SE: sd, Low: low, High: high, Level: b.Level}
}

// strata returns the samples of each class whose weight is not 0, the classes in
// the order of their first sample.
func strata(t []int, s []float64) [][]int {
	var classes [][]int
	number := map[int]int{}
	for i, class := range t {
		if weight(s, i) == 0 {
			continue
		}
		k, ok := number[class]
		if !ok {
			k, classes = len(classes), append(classes, nil)
			number[class] = k
		}
		classes[k] = append(classes[k], i)
	}
	return classes
}

// draw sets the weights of a replicate.
func draw(drawn, given []float64, classes [][]int, random *rand.Rand) {
	clear(drawn)
	for _, samples := range classes {
		for range samples {
			i := samples[random.IntN(len(samples))]
			drawn[i] += given[i]
		}
	}
}

// spread returns the quantiles between which the share level of the values lies,
// and their standard deviation.
func spread(v []float64, level float64) (low, high, sd float64) {
	v = slices.DeleteFunc(v, math.IsNaN)
	if len(v) < 2 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	slices.Sort(v)
	mean := Mean(v, nil)
	for _, x := range v {
		sd += (x - mean) * (x - mean) / float64(len(v)-1)
	}
	return quantile(v, (1-level)/2), quantile(v, (1+level)/2), math.Sqrt(sd)
}

// quantile returns the value at place q(n − 1) of sorted values, counted from 0,
// and interpolates linearly between two.
func quantile(sorted []float64, q float64) float64 {
	place := q * float64(len(sorted)-1)
	i := min(int(place), len(sorted)-2)
	return sorted[i] + (place-float64(i))*(sorted[i+1]-sorted[i])
}

func checkLevel(name string, level float64) {
	if !(level > 0 && level < 1) {
		panic(fmt.Sprintf("metric: %s: the level is %v; it must be above 0 and below 1", name, level))
	}
}

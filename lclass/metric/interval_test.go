package metric_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"linclass/lclass/metric"
)

func scored(n int) (t []int, z []float64) {
	random := rand.New(rand.NewPCG(7, 8))
	for range n {
		class := random.IntN(2)
		t, z = append(t, class), append(z, random.NormFloat64()+float64(class))
	}
	return t, z
}

// DeLong's error of the area and that of the bootstrap agree for many samples.
func TestBootstrapAgreesWithDeLong(t *testing.T) {
	target, z := scored(600)
	want := metric.AUCInterval(target, z, 0.9, nil)
	b := metric.Bootstrap{Level: 0.9, Seed: 1}
	got := b.Interval(target, func(s []float64) float64 { return metric.AUC(target, z, s) }, nil)
	if got.Value != want.Value || got.Level != 0.9 || math.Abs(got.SE/want.SE-1) > 0.1 ||
		math.Abs(got.Low-want.Low) > 0.3*want.SE || math.Abs(got.High-want.High) > 0.3*want.SE {
		t.Errorf("bootstrap %+v, DeLong %+v", got, want)
	}
	if again := b.Interval(target, func(s []float64) float64 { return metric.AUC(target, z, s) }, nil); again != got {
		t.Errorf("the same seed: %+v, then %+v", got, again)
	}
	b.Seed = 2
	if other := b.Interval(target, func(s []float64) float64 { return metric.AUC(target, z, s) }, nil); other == got {
		t.Error("another seed changes nothing")
	}
}

// The areas of a twentieth of the intervals of 95 % may miss the true one,
// Φ(1/√2) for normal scores one apart.
func TestCoverage(t *testing.T) {
	truth := 0.5 * math.Erfc(-0.5)
	random := rand.New(rand.NewPCG(9, 10))
	var missed int
	const times = 1000
	for range times {
		var target []int
		var z []float64
		for i := range 200 {
			target, z = append(target, i%2), append(z, random.NormFloat64()+float64(i%2))
		}
		if a := metric.AUCInterval(target, z, 0.95, nil); truth < a.Low || truth > a.High {
			missed++
		}
	}
	// 50 expected, with a standard deviation of 7; DeLong's is a little short.
	if missed < 25 || missed > 85 {
		t.Errorf("%d of %d intervals miss the true area", missed, times)
	}
}

// Each class keeps its number of samples, or its weight if they are equal, and
// a sample of weight 0 is never drawn.
func TestBootstrapIsStratified(t *testing.T) {
	target, s := []int{2, 0, 0, 2, 0, 5, 0}, []float64{1, 2, 2, 1, 2, 3, 0}
	of := func(class int) func([]float64) float64 {
		return func(s []float64) float64 {
			if s[6] != 0 {
				return 1e9
			}
			return metric.Support(target, 6, s)[class]
		}
	}
	for class, want := range map[int]float64{0: 6, 2: 2, 5: 3} {
		got := metric.Bootstrap{Replicates: 50}.Interval(target, of(class), s)
		if got.Value != want || got.Low != want || got.High != want || got.SE != 0 || got.Level != 0.95 {
			t.Errorf("class %d: %+v, want %v", class, got, want)
		}
	}
}

func TestIntervalsWithoutValue(t *testing.T) {
	nan := math.NaN()
	one := metric.AUCInterval([]int{1, 0, 0}, []float64{3, 1, 2}, 0.95, nil)
	check(t, "area", one.Value, 1)
	check(t, "error with one positive sample", one.SE, nan)
	none := metric.AUCInterval(nil, nil, 0.95, nil)
	check(t, "area of nothing", none.Value, nan)
	check(t, "bound of nothing", none.Low, nan)
	undefined := metric.Bootstrap{Replicates: 3}.Interval([]int{1}, func([]float64) float64 { return nan }, nil)
	check(t, "bootstrap of NaN", undefined.High, nan)
	nonsense := metric.AUCInterval([]int{1, 0, 1, 0}, []float64{1, 2, nan, 3}, 0.95, nil)
	check(t, "error with a score that is NaN", nonsense.SE, nan)
	uncounted := metric.AUCInterval([]int{1, 0, 1, 0, 1}, []float64{1, 2, 4, 3, -5}, 0.95, []float64{1, 1, 1, 1, 0})
	if want := metric.AUCInterval([]int{1, 0, 1, 0}, []float64{1, 2, 4, 3}, 0.95, nil); uncounted != want {
		t.Errorf("with weight 0 %+v, without %+v", uncounted, want)
	}
}

func TestCompareEqualScores(t *testing.T) {
	target, z := scored(20)
	other := make([]float64, len(z))
	for i := range z {
		other[i] = math.Exp(z[i])
	}
	difference, zero, p := metric.CompareAUC(target, z, other, 0.95, nil)
	if want := (metric.Interval{Level: 0.95}); difference != want || zero != 0 || p != 1 {
		t.Errorf("difference %+v, z %v, p %v", difference, zero, p)
	}
}

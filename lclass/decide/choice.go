package decide

import (
	"math"

	"linclass/internal/invalid"
	"linclass/lclass/metric"
)

// A Choice is a threshold, at or above which a sample is assigned to class 1, and its
// results on the samples that it was chosen on.
type Choice struct {
	Threshold float64
	metric.Counts
}

// Best returns the threshold with the highest rate, such as metric.Counts.F1 or
// metric.Counts.Youden, in a tie the highest threshold. It returns an error if the rate
// is NaN at every threshold.
func Best(r *metric.Ranking, rate metric.Rate) (Choice, error) { return choose(r, 0, rate) }

// ForPrecision returns the threshold with the highest recall among those whose precision
// is at least wanted, in a tie the highest threshold. It returns an error if there is
// none, or if wanted is not between 0 and 1.
func ForPrecision(r *metric.Ranking, wanted float64) (Choice, error) {
	if err := checkShare("precision", wanted); err != nil {
		return Choice{}, err
	}
	return reach(r, "precision", wanted, metric.Counts.Precision, found)
}

// ForRecall returns the highest threshold whose recall is at least wanted, and so the one
// with the fewest false positives. It returns an error if there are no positive samples,
// or if wanted is not between 0 and 1.
func ForRecall(r *metric.Ranking, wanted float64) (Choice, error) {
	if err := checkShare("recall", wanted); err != nil {
		return Choice{}, err
	}
	return reach(r, "recall", wanted, metric.Counts.Recall, func(c metric.Counts) float64 { return -c.PredictedCount() })
}

// ForFPR returns the threshold with the highest recall among those whose false positive
// rate is at most allowed (Neyman and Pearson), in a tie the highest threshold. It
// returns an error if there is none, or if allowed is not between 0 and 1.
func ForFPR(r *metric.Ranking, allowed float64) (Choice, error) {
	if err := checkShare("false positive rate", allowed); err != nil {
		return Choice{}, err
	}
	c, err := reach(r, "", -allowed, func(c metric.Counts) float64 { return -c.FPR() }, found)
	if err != nil {
		lowest, other := Best(r, func(c metric.Counts) float64 { return -c.FPR() })
		if other != nil {
			return Choice{}, other
		}
		return Choice{}, invalid.Setting("decide: false positive rate", allowed, "no threshold has this rate or less; the lowest is %v, at %v", lowest.FPR(), lowest.Threshold)
	}
	return c, nil
}

// checkShare reports whether a rate can be what is asked for.
func checkShare(name string, v float64) error {
	if !(v >= 0 && v <= 1) {
		return invalid.Setting("decide: "+name, v, "it must be between 0 and 1, such as 0.9 for 90 %%")
	}
	return nil
}

func found(c metric.Counts) float64 { return c.TP }

// reach returns the preferred threshold among those with a rate of at least wanted.
func reach(r *metric.Ranking, name string, wanted float64, rate, preferred metric.Rate) (Choice, error) {
	c, err := choose(r, 0, func(c metric.Counts) float64 {
		if rate(c) >= wanted {
			return preferred(c)
		}
		return math.NaN()
	})
	if err == nil {
		return c, nil
	}
	highest, err := Best(r, rate)
	if err != nil {
		return Choice{}, err
	}
	return Choice{}, invalid.Setting("decide: "+name, wanted, "no threshold has this %s; the highest is %v, at %v", name, rate(highest.Counts), highest.Threshold)
}

// choose returns the threshold from the given one on at which the rate is the
// highest, the first of equal ones; −1 is above all scores.
func choose(r *metric.Ranking, first int, rate metric.Rate) (Choice, error) {
	if rate == nil {
		return Choice{}, invalid.Setting("decide: Rate", nil, "pass one, such as metric.Counts.F1")
	}
	if r == nil || len(r.Threshold) == 0 {
		return Choice{}, invalid.Setting("decide: number of samples", 0, "a threshold needs at least one")
	}
	best, highest := Choice{}, math.NaN()
	for i := first; i < len(r.Threshold); i++ {
		c := r.At(i)
		if v := rate(c); v > highest || math.IsNaN(highest) && !math.IsNaN(v) {
			best, highest = Choice{Threshold: math.Inf(1), Counts: c}, v
			if i >= 0 {
				best.Threshold = r.Threshold[i]
			}
		}
	}
	if math.IsNaN(highest) {
		return Choice{}, invalid.Setting("decide: Rate", "0/0 at every threshold", "check that both classes have samples and no score is NaN")
	}
	return best, nil
}

// Threshold returns 1 if the score or probability z is at or above the threshold, and 0
// otherwise: the hard limit of Chemnitz section 3, with ½ for probabilities and 0 for
// scores w·x + b. NaN gives 0.
func Threshold(z []float64, threshold float64) []int {
	y := make([]int, len(z))
	for i, v := range z {
		if v >= threshold {
			y[i] = 1
		}
	}
	return y
}

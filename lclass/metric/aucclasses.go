package metric

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// AUCOneVsRest returns the area under the ROC curve of each class against the
// rest, by its column of the n×K scores, or probabilities, z. It is NaN for a
// class that does not occur, or is the only one.
//
// [Mean] makes one number of them: each class counted once, or as often as it
// occurs, [Support], as scikit-learn's roc_auc_score(multi_class="ovr") does
// with average="macro" and "weighted".
func AUCOneVsRest(t []int, z mat.Matrix) []float64 { return WeightedAUCOneVsRest(t, z, nil) }

// WeightedAUCOneVsRest is AUCOneVsRest with a weight s for each sample.
func WeightedAUCOneVsRest(t []int, z mat.Matrix, s []float64) []float64 {
	n, classes := dims(z)
	checkLengths("AUCOneVsRest", len(t), n, s)
	checkColumns("AUCOneVsRest", t, classes)
	areas := make([]float64, classes)
	for k := range areas {
		areas[k] = WeightedAUC(OneVsRest(t, k), mat.Col(nil, k, z), s)
	}
	return areas
}

// AUCOneVsOne returns the areas under the ROC curves of all pairs of classes,
// after Hand and Till (2001): element (j, k) is the mean of two, of class j
// against k by its column of the n×K scores, or probabilities, z, and of k
// against j by its own. The matrix is symmetric. It is NaN on the diagonal and
// where a class does not occur.
//
// [MeanOfPairs] makes one number of it, as scikit-learn's
// roc_auc_score(multi_class="ovo") does.
func AUCOneVsOne(t []int, z mat.Matrix) *mat.Dense { return WeightedAUCOneVsOne(t, z, nil) }

// WeightedAUCOneVsOne is AUCOneVsOne with a weight s for each sample.
// scikit-learn refuses weights here.
func WeightedAUCOneVsOne(t []int, z mat.Matrix, s []float64) *mat.Dense {
	n, classes := dims(z)
	checkLengths("AUCOneVsOne", len(t), n, s)
	s = sound(s)
	checkColumns("AUCOneVsOne", t, classes)
	areas := new(mat.Dense)
	if classes == 0 {
		return areas
	}
	areas.ReuseAs(classes, classes)
	for j := range classes {
		areas.Set(j, j, math.NaN())
		for k := range j {
			var scoreJ, scoreK, weights []float64
			var isJ, isK []int
			for i, class := range t {
				if class == j || class == k {
					isJ, isK = append(isJ, int(indicator(class == j))), append(isK, int(indicator(class == k)))
					scoreJ, scoreK = append(scoreJ, z.At(i, j)), append(scoreK, z.At(i, k))
					weights = append(weights, weight(s, i))
				}
			}
			area := (WeightedAUC(isJ, scoreJ, weights) + WeightedAUC(isK, scoreK, weights)) / 2
			areas.Set(j, k, area)
			areas.Set(k, j, area)
		}
	}
	return areas
}

// MeanOfPairs returns the mean of the values of all pairs of classes, without
// those that are NaN, and NaN if there is no other. With n, how often each class
// occurs, a pair counts nⱼ + nₖ times; with nil, once.
func MeanOfPairs(v mat.Matrix, n []float64) float64 {
	classes, _ := dims(v)
	var values, weights []float64
	for j := range classes {
		for k := range j {
			values, weights = append(values, v.At(j, k)), append(weights, 1)
			if n != nil {
				weights[len(weights)-1] = n[j] + n[k]
			}
		}
	}
	return Mean(values, weights)
}

// Mean returns the mean of the values v, each counted n times, or once if n is
// nil, without those that are NaN, and NaN if there is no other.
func Mean(v, n []float64) float64 {
	checkLengths("Mean", len(v), len(v), n)
	n = sound(n)
	var sum, total float64
	for i, x := range v {
		if w := weight(n, i); w != 0 && !math.IsNaN(x) {
			sum += w * x
			total += w
		}
	}
	return sum / total
}

// Support returns how often each of K classes is in t, in samples or, if s is
// not nil, in their weights.
func Support(t []int, classes int, s []float64) []float64 {
	checkLengths("Support", len(t), len(t), s)
	s = sound(s)
	checkColumns("Support", t, classes)
	n := make([]float64, classes)
	for i, class := range t {
		n[class] += weight(s, i)
	}
	return n
}

func checkColumns(name string, t []int, classes int) {
	for i, class := range t {
		checkColumn(name, i, class, classes)
	}
}

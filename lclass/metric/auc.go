package metric

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// AUC returns the area under the ROC curve of the scores z of class 1: the
// probability that a positive sample has a higher score than a negative one,
// ties counted half. See [Rank] for its arguments. It is NaN if there are no
// positive or no negative samples. If the sample weights s are nil, every sample
// counts 1.
func AUC(t []int, z, s []float64) float64 { return Rank(t, z, s).auc() }

func (r *Ranking) auc() float64 {
	return Trapezoid(fromNothing(0, r.FP), per(r.Positive, fromNothing(0, r.TP))) / r.Negative
}

// PartialAUC returns the area A under the ROC curve from FPR 0 to m = maxFPR,
// rescaled so that chance gives ½ and the maximum is 1 (McClish, 1989), as
// scikit-learn's roc_auc_score(max_fpr) and pROC's partial.auc.correct do,
//
//	½(1 + (A − m²/2)/(m − m²/2))
//
// Between points the curve is a straight line. It is NaN unless 0 < maxFPR ≤ 1.
func (r *Ranking) PartialAUC(maxFPR float64) float64 {
	chance := maxFPR * maxFPR / 2
	return (1 + (r.areaUpTo(maxFPR)-chance)/(maxFPR-chance)) / 2
}

// areaUpTo returns the area under the ROC curve from FPR 0 to maxFPR.
func (r *Ranking) areaUpTo(maxFPR float64) float64 {
	if math.IsNaN(r.auc()) || !(maxFPR > 0 && maxFPR <= 1) {
		return math.NaN()
	}
	fpr, tpr := per(r.Negative, fromNothing(0, r.FP)), per(r.Positive, fromNothing(0, r.TP))
	for i := range fpr {
		if fpr[i] > maxFPR {
			slope := (tpr[i] - tpr[i-1]) / (fpr[i] - fpr[i-1])
			end := tpr[i-1] + slope*(maxFPR-fpr[i-1])
			return Trapezoid(append(fpr[:i:i], maxFPR), append(tpr[:i:i], end))
		}
	}
	return Trapezoid(fpr, tpr)
}

// AUCOneVsRest returns the area under the ROC curve of each class against the
// rest, by its column of the n×K scores, or probabilities, z. It is NaN for a
// class with no samples, or if it is the only one.
//
// [Mean] makes one number of them, as scikit-learn's
// roc_auc_score(multi_class="ovr") does: with nil weights average="macro", with
// [Support] average="weighted". If the sample weights s are nil, every sample
// counts 1.
func AUCOneVsRest(t []int, z mat.Matrix, s []float64) []float64 {
	n, classes := dims(z)
	checkLengths("AUCOneVsRest", len(t), n, s)
	checkColumns("AUCOneVsRest", t, classes)
	areas := make([]float64, classes)
	for k := range areas {
		areas[k] = AUC(OneVsRest(t, k), mat.Col(nil, k, z), s)
	}
	return areas
}

// AUCOneVsOne returns the areas under the ROC curves of all pairs of classes
// (Hand and Till, 2001): element (j, k) is the mean of two areas, of class j
// against k by its column of the n×K scores, or probabilities, z, and of k
// against j by its own. The matrix is symmetric. It is NaN on the diagonal and
// for classes with no samples.
//
// [Mean] of all its elements is the mean over the pairs, as scikit-learn's
// roc_auc_score(multi_class="ovo") and pROC's multiclass.roc return it. If the
// sample weights s are nil, every sample counts 1; scikit-learn refuses weights
// here.
func AUCOneVsOne(t []int, z mat.Matrix, s []float64) *mat.Dense {
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
			area := (AUC(isJ, scoreJ, weights) + AUC(isK, scoreK, weights)) / 2
			areas.Set(j, k, area)
			areas.Set(k, j, area)
		}
	}
	return areas
}

// Trapezoid returns the area below the straight lines between the points,
//
//	Σ (xᵢ₊₁ − xᵢ)(yᵢ + yᵢ₊₁)/2
//
// and 0 for fewer than two. It is scikit-learn's auc(x, y).
func Trapezoid(x, y []float64) float64 {
	checkLengths("Trapezoid", len(x), len(y), nil)
	var area float64
	for i := 1; i < len(x); i++ {
		area += (x[i] - x[i-1]) * (y[i] + y[i-1]) / 2
	}
	return area
}

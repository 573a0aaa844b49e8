package lecture_test

import "linclass/notebooks/lecture"

func Example() {
	w := []float64{-0.967, 1.269, -0.519, -0.274, -0.032, 0.160}
	lecture.Number(33, lecture.Edinburgh, "weight of Pclass", "−0.97", w[0])
	lecture.Numbers(33, lecture.Edinburgh, "all weights", "−0.97, 1.27, −0.52, −0.27, −0.03, 0.16", w)
	lecture.About(33, lecture.Edinburgh, "test accuracy", "80 %", 0.790, "113 of 143 are correct.")
	lecture.Slip(22, lecture.KMITL, "threshold θ of the AND table", "0.3", "0.2", "Only 0.2 gives the rows that follow.", true)
	lecture.Near(14, lecture.Theory, "−log y of the dog", 0.4247, 0.42469, 1e-4)
	lecture.Number(34, lecture.Ours, "least loss, scikit-learn", "0.232118", 0.24)
	// Output:
	// ✓ agrees · printed · weight of Pclass: Edinburgh says −0.97, we compute −0.97 (Titanic Dataset; row 33)
	// ✓ agrees · printed · all weights: Edinburgh says −0.97, 1.27, −0.52, −0.27, −0.03, 0.16, we compute −0.97, 1.27, −0.52, −0.27, −0.03, 0.16 (Titanic Dataset; row 33)
	// ≈ near · printed · test accuracy: Edinburgh says 80 %, we compute 79.0 %. Why: 113 of 143 are correct. (Titanic Dataset; row 33)
	// ✎ a slip · printed · threshold θ of the AND table: KMITL says 0.3, we compute 0.2. Why: Only 0.2 gives the rows that follow. (Example: Train a perceptron on AND; row 22)
	// ✓ agrees · theory · −log y of the dog: expected 0.4247 ± 0.0001, we compute 0.42469 (row 14)
	// ✗ differs · ours · least loss, scikit-learn: expected 0.232118, we compute 0.240000 (row 34)
}

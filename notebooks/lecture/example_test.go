package lecture_test

import "linclass/notebooks/lecture"

func Example() {
	w := []float64{-0.967, 1.269, -0.519, -0.274, -0.032, 0.160}
	lecture.Number(33, lecture.Edinburgh, "weight of Pclass", "−0.97", w[0])
	lecture.Numbers(33, lecture.Edinburgh, "all weights", "−0.97, 1.27, −0.52, −0.27, −0.03, 0.16", w)
	lecture.Near(14, lecture.Chemnitz, "−log y of the dog", 0.4247, 0.42469, 1e-4)
	lecture.Slip(22, lecture.KMITL, "threshold θ of the AND table", "0.3", "0.2", "Only 0.2 gives the rows that follow.", true)
	lecture.Number(33, lecture.Edinburgh, "test accuracy", "80 %", 0.790)
	lecture.Near(34, lecture.Reference, "least loss", 0.232118, 0.23244, 1e-3)
	// Output:
	// ✓ agrees · weight of Pclass: Edinburgh says −0.97, we compute −0.97 [33]
	// ✓ agrees · all weights: Edinburgh says −0.97, 1.27, −0.52, −0.27, −0.03, 0.16, we compute −0.97, 1.27, −0.52, −0.27, −0.03, 0.16 [33]
	// ✓ agrees · −log y of the dog: Chemnitz says 0.4247 ± 0.0001, we compute 0.42469 [14]
	// ✎ a slip · threshold θ of the AND table: KMITL says 0.3, we compute 0.2. Why: Only 0.2 gives the rows that follow. [22]
	// ✗ differs · test accuracy: Edinburgh says 80 %, we compute 79 % [33]
	// ✓ agrees · least loss: a reference run says 0.232118 ± 0.001, we compute 0.2324 [34]
}

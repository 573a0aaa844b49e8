package datasets

import (
	"math/rand/v2"

	"linclass/lclass"
)

// Bounds of temperature in °C and pressure in mmHg, as drawn by the lecture.
var (
	lowest  = [2]float64{36, 100}
	highest = [2]float64{41, 180}
)

// BloodPressure returns n×2 samples of body temperature, 36 to 41 °C, and
// blood pressure, 100 to 180 mmHg, of patients who are "healthy" or "ill"
// (Chemnitz section 1, hard linear classification):
//
//	x | healthy ~ N((37.2, 122), (0.5, 10)²),  x | ill ~ N((39.4, 156), (0.5, 10)²)
//
// A patient is drawn again until both values are within these ranges. Classes take turns
// and are nearly separable. The standard deviations of the features differ by a factor of 20,
// which shows why to standardise. The numbers are made up and say nothing about medicine.
// An n below 2 counts as 2.
func BloodPressure(n int, seed uint64) *lclass.Data {
	r := generator(seed)
	points, t := make([][2]float64, max(n, 2)), make([]int, max(n, 2))
	means := [][2]float64{{37.2, 122}, {39.4, 156}}
	for i := range points {
		t[i] = i % 2
		points[i] = patient(r, means[t[i]])
	}
	return lclass.Must(plane(points, t, "healthy", "ill").WithFeatures("temperature (°C)", "pressure (mmHg)"))
}

// patient draws until both values are within the bounds.
func patient(r *rand.Rand, mean [2]float64) [2]float64 {
	for {
		x := normal(r, mean, [2]float64{0.5, 10})
		if x[0] >= lowest[0] && x[0] <= highest[0] && x[1] >= lowest[1] && x[1] <= highest[1] {
			return x
		}
	}
}

// Cover draws the picture of the README.
//
// Usage:
//
//	cover FILE.png
package main

import (
	"errors"
	"log"
	"os"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/plots"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: cover FILE.png")
	}
	if err := draw(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

// draw puts two softmax models side by side: one of the plane, one of images.
func draw(path string) error {
	plane, err := lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"petal_length", "petal_width"}})
	if err != nil {
		return err
	}
	species, err1 := lclass.Softmax{Penalty: lclass.L2(1e-3)}.Fit(plane)
	digits, err2 := lclass.Softmax{Penalty: lclass.L2(1e-3)}.Fit(datasets.Digits())
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	return plots.Save(path,
		plots.Regions(species, plane).Labels("petal length (cm)", "petal width (cm)").Title("Three species of iris, two lines").Size(420, 330),
		plots.WeightImages(digits, 8, 8).Title("Ten digits: the rows of W"),
	)
}

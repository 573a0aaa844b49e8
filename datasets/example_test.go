package datasets_test

import (
	"errors"
	"fmt"

	"linclass/datasets"
	"linclass/lclass"
)

func ExampleIris() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"petal_length", "petal_width"}}))
	fmt.Println(d.N(), d.Features(), d.Classes())
	// Output: 150 [petal_length petal_width] [setosa versicolor virginica]
}

func ExampleTitanicTable() {
	d := lclass.Must(lclass.FromFrame(datasets.TitanicTable(), lclass.Columns{Target: "Survived", Weight: "Freq"}))
	var people float64
	for _, s := range d.Weight() {
		people += s
	}
	fmt.Println(d.N(), "cells,", people, "people")
	fmt.Println(d.Features())
	// Output:
	// 32 cells, 2201 people
	// [Class[2nd] Class[3rd] Class[Crew] Sex[Male] Age[Child]]
}

func ExampleDigits() {
	d := datasets.Digits()
	fmt.Println(d.N(), d.D(), d.K())
	for i := range 8 { // the first image
		for j := range 8 {
			fmt.Print(string(" .:-=+*%@"[int(8*d.At(0, 8*i+j))]))
		}
		fmt.Println("|")
	}
	// Output:
	// 1797 64 10
	//   :*=   |
	//   *%+%: |
	//  .%. += |
	//  :*  == |
	//  :=  == |
	//  :+  *- |
	//  .%:+*  |
	//   -*+   |
}

func ExampleXOR() {
	d := datasets.XOR()
	for i, x := range d.Rows() {
		fmt.Println(x, d.Classes()[d.T()[i]])
	}
	// Output:
	// [0 0] 0
	// [0 1] 1
	// [1 0] 1
	// [1 1] 0
}

func ExampleUnitSquare() {
	d := datasets.UnitSquare(100, 1)
	n := make(map[string]int)
	for _, k := range d.T() {
		n[d.Classes()[k]]++
	}
	fmt.Println(n["-1"]+n["1"] == d.N(), n["-1"] > 0, n["1"] > 0)
	// Output: true true true
}

// A program that uses the list of passengers if it is available, and otherwise the table.
func ExampleTitanic() {
	df, err := datasets.Titanic()
	if errors.Is(err, datasets.ErrUnavailable) {
		df = datasets.TitanicTable()
	} else if err != nil {
		fmt.Println(err)
		return
	}
	d := lclass.Must(lclass.FromFrame(df, lclass.Columns{Target: "Survived", Features: []string{"Sex"}}))
	fmt.Println(d.K(), "classes,", d.D(), "feature")
	// Output: 2 classes, 1 feature
}

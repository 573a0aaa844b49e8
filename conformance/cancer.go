package main

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

//go:embed testdata/breast-cancer.csv
var cancerFile []byte

// breastCancer returns the 569 samples of Wolberg, Street and Mangasarian
// (1995): 30 measures of the nuclei of cells, from 1e-3 to 4e3, and whether the
// tumour is benign or malignant. See testdata/SOURCE.md.
func breastCancer() *lclass.Data {
	records := lclass.Must(csv.NewReader(bytes.NewReader(cancerFile)).ReadAll())
	names, records := records[0], records[1:]
	d := len(names) - 1
	x, labels := mat.NewDense(len(records), d, nil), make([]string, len(records))
	for i, record := range records {
		for j, text := range record[:d] {
			x.Set(i, j, lclass.Must(strconv.ParseFloat(text, 64)))
		}
		labels[i] = record[d]
	}
	return lclass.Must(lclass.Must(lclass.FromLabels(x, labels)).WithFeatures(names[:d]...))
}

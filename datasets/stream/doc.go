// Package stream reads tables that do not fit into memory as [lclass.Data]: CSV files,
// images in IDX files and any [Table]. Its package parquet reads Parquet files. Targets and
// weights are read once and stay in memory. Features are [lclass.Blocks], read again in
// each pass of a fit, several blocks in parallel.
//
//	d, err := stream.CSV("flights.csv", stream.Options{
//		Target: "late", Features: []string{"distance", "carrier"},
//		Categories: map[string][]string{"carrier": {"AA", "DL", "UA"}},
//	})
//	m, err := lclass.Logistic{}.Fit(d)
//
// Text columns become features of 0 and 1, named as by [lclass.FromFrame], but you must give
// their categories, because finding them would take a pass over the whole file. Options.Raw
// reads all into memory, with texts and missing values, for a [lclass.Pipeline].
//
// The Data and their models know the features, such as the one of the category "DL", but not their
// columns, so Data.Categories is empty, and Columns.Like finds no such column in a
// frame. To predict other samples, read them with the same Options. To predict frames, read
// with Raw and fit a Pipeline with OneHot.
//
// Blanks around a cell are ignored, also in quotes: " NA" is a missing value, and " no" is
// the class "no".
//
// Each pass also reads target and weight again and compares them. If the file has changed,
// between two passes or during one, the error is [lclass.ErrChanged].
package stream

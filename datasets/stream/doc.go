// Package stream makes Data of tables that do not fit into memory: CSV files,
// IDX files of images, any [Table], and, in package parquet below it, Parquet
// files. Targets and weights are read once and stay in memory; features are
// [lclass.Blocks], read again for each pass of a fit, several blocks side by
// side.
//
//	d, err := stream.CSV("flights.csv", stream.Options{
//		Target: "late", Features: []string{"distance", "carrier"},
//		Categories: map[string][]string{"carrier": {"AA", "DL", "UA"}},
//	})
//	m, err := lclass.Logistic{}.Fit(d)
//
// Columns of texts become columns of 0 and 1 as [lclass.FromFrame] makes them,
// but their categories must be given: they cannot be collected without reading all.
// Options.Raw reads all into memory, with texts and missing values, for a
// [lclass.Pipeline].
//
// Target and weight are read with the features again, and compared. A file that is no
// longer what it was is [lclass.ErrChanged], whether it was written to between two
// passes or during one.
package stream

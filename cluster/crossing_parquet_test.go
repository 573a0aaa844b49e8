//go:build !noparquet

package cluster

import (
	"errors"

	"linclass/datasets/stream/parquet"
)

func init() {
	folders["../datasets/stream/parquet"] = "parquet."
	sample["parquet.FormatError"] = &parquet.FormatError{Path: "a.parquet", Column: "age", Row: 9, Err: errors.New("a page is short")}
	sample["parquet.TypeError"] = &parquet.TypeError{Path: "a.parquet", Columns: []string{"born"}, Types: []string{"INT96"}}
	reasonOf["parquet.FormatError"] = func(got error) error {
		if e, ok := errors.AsType[*parquet.FormatError](got); ok && e.Path == "a.parquet" && e.Column == "age" && e.Row == 9 {
			return e.Err
		}
		return nil
	}
}

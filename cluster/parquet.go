//go:build !noparquet

package cluster

import (
	"errors"

	"linclass/datasets/stream"
	"linclass/datasets/stream/parquet"
	"linclass/lclass"
)

func openParquet(file string, o stream.Options) (*lclass.Data, error) { return parquet.Open(file, o) }

func init() {
	kinds["parquet.FormatError"] = kind{formatError, asFormatError}
	kinds["parquet.TypeError"] = kindOf[parquet.TypeError]()
}

// A damaged is a parquet.FormatError with the text of its reason.
type damaged struct {
	Path, Column string
	Row          int
	Reason       string
}

func formatError(err error) ([]byte, bool) {
	e, ok := errors.AsType[*parquet.FormatError](err)
	if !ok {
		return nil, false
	}
	fields, failure := encode(damaged{e.Path, e.Column, e.Row, e.Err.Error()})
	return fields, failure == nil
}

func asFormatError(fields []byte) (error, error) {
	e, err := decode[damaged](fields)
	return &parquet.FormatError{Path: e.Path, Column: e.Column, Row: e.Row, Err: errors.New(e.Reason)}, err
}

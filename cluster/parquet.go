//go:build !noparquet

package cluster

import (
	"linclass/datasets/stream"
	"linclass/datasets/stream/parquet"
	"linclass/lclass"
)

func openParquet(file string, o stream.Options) (*lclass.Data, error) { return parquet.Open(file, o) }

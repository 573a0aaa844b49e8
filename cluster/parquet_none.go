//go:build noparquet

package cluster

import (
	"fmt"

	"linclass/datasets/stream"
	"linclass/lclass"
)

// The tag noparquet leaves out arrow-go, for whose generated functions staticcheck takes
// more than ten minutes.
func openParquet(file string, _ stream.Options) (*lclass.Data, error) {
	return nil, fmt.Errorf("cluster: %s: this program was built without Parquet; build it without the tag noparquet", file)
}

//go:build !unix

package cluster_test

import (
	"os"
	"testing"
)

func stop(t *testing.T, _ *os.Process) { t.Error("no process can be stopped here") }

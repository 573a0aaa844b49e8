//go:build unix

package cluster_test

import (
	"os"
	"syscall"
	"testing"
)

func stop(t *testing.T, p *os.Process) {
	if err := p.Signal(syscall.SIGSTOP); err != nil {
		t.Error(err)
	}
}

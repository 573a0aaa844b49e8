//go:build notebook

package datasets

import (
	"errors"
	"os/exec"
	"strings"
	"testing"
)

func TestNoCommand(t *testing.T) {
	elsewhere(t)
	t.Setenv("PATH", t.TempDir())
	_, err := Titanic()
	if !errors.Is(err, ErrUnavailable) || !errors.Is(err, exec.ErrNotFound) || !strings.Contains(err.Error(), "lclass-data") {
		t.Errorf("got %v", err)
	}
}

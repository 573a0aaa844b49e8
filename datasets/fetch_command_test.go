//go:build notebook

package datasets

import (
	"errors"
	"os/exec"
	"testing"
)

func TestNoCommand(t *testing.T) {
	elsewhere(t)
	t.Setenv("PATH", t.TempDir())
	_, err := Titanic()
	missing := new(exec.Error)
	if !errors.Is(err, ErrUnavailable) || !errors.As(err, &missing) || missing.Err != exec.ErrNotFound || missing.Name != "lclass-data" {
		t.Errorf("got %v", err)
	}
}

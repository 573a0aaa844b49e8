//go:build !notebook

package progress

import (
	"strings"
	"testing"

	"linclass/lclass/validate"
)

func TestTerminal(t *testing.T) {
	var b strings.Builder
	draw := drawOn(&b, "search")
	for done := range 4 {
		draw(validate.Progress{Done: done + 1, Total: 4})
	}
	if s := b.String(); !strings.Contains(s, "search 100%") || !strings.Contains(s, "(4/4") || !strings.HasSuffix(s, "\n") {
		t.Errorf("%q", s)
	}
}

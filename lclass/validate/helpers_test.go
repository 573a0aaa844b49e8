package validate_test

import (
	"strings"
	"testing"

	"linclass/internal/errtest"
)

var fails = errtest.Fails

// begins checks that an error is there and that its text begins with the place.
func begins(t *testing.T, err error, place string) {
	t.Helper()
	if err == nil || !strings.HasPrefix(err.Error(), place) {
		t.Errorf("error %v does not begin with %q", err, place)
	}
}

// ends checks that the text of an error ends with the remark.
func ends(t *testing.T, err error, remark string) {
	t.Helper()
	if !strings.HasSuffix(err.Error(), remark) {
		t.Errorf("error %q does not end with %q", err, remark)
	}
}

// prefixes returns how often the text of an error names package lclass.
func prefixes(err error) int { return strings.Count(err.Error(), "lclass: ") }

// reads checks the whole text of an error.
func reads(t *testing.T, err error, text string) {
	t.Helper()
	if err.Error() != text {
		t.Errorf("error %q, want %q", err, text)
	}
}

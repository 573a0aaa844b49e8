package main

import (
	"bytes"
	"strings"
	"testing"

	"linclass/internal/errtest"
	"linclass/lclass"
)

func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(&out, 0.01, 10, 4000); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	for _, want := range []string{"125000 samples, 10 features", "converged", "GB read", "peak memory"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, &out)
		}
	}
	if err := run(&out, 0.001, 10, 1); !errtest.Is(err, &lclass.SettingError{Setting: "-limit", Value: 1}) {
		t.Errorf("error %v", err)
	}
	if err := run(&out, 0.001, 1000, 1); !errtest.Is(err, &lclass.SettingError{Setting: "-gb", Value: 0.001}) {
		t.Errorf("error %v", err)
	}
}

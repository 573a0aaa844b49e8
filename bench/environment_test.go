package main

import (
	"slices"
	"testing"
)

func TestFree(t *testing.T) {
	rest, unset := free([]string{
		"PATH=/bin", "OPENBLAS_L2_SIZE=512", "OPENBLAS_CORETYPE=Haswell", "HOME=/root", "OMP_NUM_THREADS=1", "MKL_DYNAMIC=FALSE",
		"GOTO_NUM_THREADS=1", "LD_PRELOAD=x.so", "MY_OMP_NUM_THREADS=3", "LOKY_MAX_CPU_COUNT=1", "NPY_DISABLE_CPU_FEATURES=AVX2",
	})
	if want := []string{"PATH=/bin", "HOME=/root", "MY_OMP_NUM_THREADS=3"}; !slices.Equal(rest, want) {
		t.Errorf("the peers have %q, want %q", rest, want)
	}
	if len(unset) != 8 || !slices.IsSorted(unset) || !slices.Contains(unset, "OPENBLAS_CORETYPE=Haswell") {
		t.Errorf("unset are %q, want 8 in order", unset)
	}
}

// What a peer really sees is what counts.
func TestPeerEnvironment(t *testing.T) {
	t.Setenv("OPENBLAS_CORETYPE", "Haswell")
	t.Setenv("LCLASS_BENCH_TEST", "kept")
	p, err := start("sh", "-c", `read -r _; echo "{\"versions\":\"${OPENBLAS_CORETYPE-free} $LCLASS_BENCH_TEST\"}"`)
	if err != nil {
		t.Skip("there is no sh: ", err)
	}
	r, err := p.ask("anything")
	if err != nil {
		t.Fatal(err)
	}
	p.stop() // it has ended
	if r.Versions != "free kept" {
		t.Errorf("the peer has %q, want %q", r.Versions, "free kept")
	}
}

package validate_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"linclass/internal/errtest"
	"linclass/lclass"
	"linclass/lclass/validate"
)

// recorded is testdata/permutation.json, made by testdata/permutation.py with
// numpy 1.24.2 and scikit-learn 1.2.1.
type recorded struct {
	Permutations []struct {
		N        int
		Seed     uint32
		First    []int
		Checksum uint32
	}
	Splits []struct {
		N           int
		Share       float64
		Seed        uint32
		Train, Test []int // the first 5
		Count       int
		Unshuffled  [2]int // last of the training set, first of the test set
	}
}

func readRecorded(t *testing.T) recorded {
	t.Helper()
	text := lclass.Must(os.ReadFile("testdata/permutation.json"))
	var r recorded
	errtest.None(t, json.Unmarshal(text, &r))
	return r
}

func TestNumpyPermutation(t *testing.T) {
	for _, c := range readRecorded(t).Permutations {
		p := validate.NumpyPermutation(c.N, c.Seed)
		var checksum uint32
		for i, v := range p {
			checksum += uint32(i+1) * uint32(v)
		}
		if len(p) != c.N || !slices.Equal(p[:min(10, c.N)], c.First) || checksum != c.Checksum {
			t.Errorf("n = %d, seed %d: %v …, checksum %d; want %v …, %d", c.N, c.Seed, p[:min(10, c.N)], checksum, c.First, c.Checksum)
		}
	}
}

func TestNumpyPermutationPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic for n = -1")
		}
	}()
	validate.NumpyPermutation(-1, 1)
}

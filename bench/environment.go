package main

import (
	"slices"
	"strings"
)

// binding are prefixes of the variables that choose the kernels or the threads of
// what the peers compute with, or swap its libraries.
var binding = []string{
	"OPENBLAS_", "GOTO_", "OMP_", "GOMP_", "KMP_", "MKL_", "BLIS_", "FLEXIBLAS", "NVPL_", "ATLAS_", "VECLIB_",
	"NUMEXPR_", "NPY_", "LOKY_", "JOBLIB_", "SKLEARN_", "LD_PRELOAD=", "LD_LIBRARY_PATH=",
}

// free returns the environment without the variables that bind the peers, which
// run as fast as they would by themselves, and those variables.
func free(environ []string) (rest, unset []string) {
	for _, variable := range environ {
		if slices.ContainsFunc(binding, func(prefix string) bool { return strings.HasPrefix(variable, prefix) }) {
			unset = append(unset, variable)
		} else {
			rest = append(rest, variable)
		}
	}
	slices.Sort(unset)
	return rest, unset
}

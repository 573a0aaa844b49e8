package main

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// precise is the peer that is trusted more than others.
const precise = "50 digits"

// A peer is a program that solves some of the problems by a script of its own.
// Python is Debian's, which has Debian's packages.
type peer struct{ name, interpreter, script string }

var peers = []peer{
	{"scikit-learn", "/usr/bin/python3", "scikit_learn.py"},
	{"statsmodels", "/usr/bin/python3", "stats_models.py"},
	{"R", "Rscript", "r.R"},
	{"LIBLINEAR", "/usr/bin/python3", "liblinear.py"},
	{"CVXOPT", "/usr/bin/python3", "cvx_opt.py"},
	{"SciPy", "/usr/bin/python3", "sci_py.py"},
	{precise, "/usr/bin/python3", "fifty_digits.py"},
}

//go:embed recorded
var recorded embed.FS

// file is the name of the peer's recorded output.
func (p peer) file() string {
	return strings.TrimSuffix(p.script, filepath.Ext(p.script)) + ".tsv"
}

func (p peer) recorded() ([]byte, error) { return recorded.ReadFile(path.Join("recorded", p.file())) }

// run returns what the peer's script says about the data and problems in dir.
func (p peer) run(scripts, dir string) ([]byte, error) {
	c := exec.Command(p.interpreter, filepath.Join(scripts, p.script), dir)
	// Threads of BLAS change the order of sums.
	c.Env = append(os.Environ(), "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1", "PYTHONDONTWRITEBYTECODE=1")
	var problems bytes.Buffer
	c.Stderr = &problems
	output, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", p.name, err, problems.Bytes())
	}
	return output, nil
}

// weaknesses are why methods of peers end above the least objective or give
// other errors than exact arithmetic. The patterns are those of package path.
var weaknesses = []struct{ by, why string }{
	{"scikit-learn SVC", "it keeps products of samples in float32"},
	{"scikit-learn saga", "it is slow where units differ and where d is large"},
	{"scikit-learn lbfgs", "it ends early where units differ"},
	{"scikit-learn LinearSVC", "it penalises the bias"},
	{"statsmodels Logit L1", "it ends early where units differ"},
	{"statsmodels *", "it inverts the matrix of second derivatives as it is"},
	{"LIBLINEAR -s [1347]", "it is slow where units differ"},
	{"LIBLINEAR -s ? -B", "it penalises the bias"},
}

// because returns the known weakness of a method, "" if there is none.
func because(by string) string {
	for _, w := range weaknesses {
		if ok, err := path.Match(w.by, by); err == nil && ok {
			return ": " + w.why
		}
	}
	return ""
}

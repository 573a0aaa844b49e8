package mle_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"linclass/internal/errtest"
	"linclass/lclass/mle"
)

// scipyCase is an entry of testdata/likelihood.json, made by
// testdata/likelihood.py with scipy 1.10.1.
type scipyCase struct {
	Distribution    string
	X               []float64
	Fit             []float64
	LogLik          float64
	Elsewhere       []float64
	LogLikElsewhere float64 `json:"loglik_elsewhere"`
}

func TestAgreesWithScipy(t *testing.T) {
	text := errtest.Must(os.ReadFile("testdata/likelihood.json"))
	var cases []scipyCase
	errtest.None(t, json.Unmarshal(text, &cases))
	for _, c := range cases {
		f, ok := families[c.Distribution]
		if !ok {
			t.Fatalf("no distribution %q", c.Distribution)
		}
		fitted := errtest.Must(f.fit(c.X))
		tol := 1e-12 // scipy's closed form
		if c.Distribution == "bernoulli" || c.Distribution == "poisson" {
			tol = 1e-6 // maximised numerically: half the digits of the likelihood
		}
		for i, want := range c.Fit {
			near(t, c.Distribution+" fit", f.parameters(fitted)[i], want, tol)
		}
		near(t, c.Distribution+" log-likelihood", mle.LogLikelihood(fitted, c.X), c.LogLik, 1e-10)
		near(t, c.Distribution+" log-likelihood elsewhere", mle.LogLikelihood(f.make(c.Elsewhere), c.X), c.LogLikElsewhere, 1e-10)
	}
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*max(1, math.Abs(want))) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

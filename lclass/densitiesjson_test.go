package lclass_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"linclass/lclass"
)

// A model that was kept has the same scores to the last bit.
func TestDensitiesJSONKeepsScores(t *testing.T) {
	d := irisData(t, false)
	for name, spec := range generators {
		m, err := spec.Fit(d)
		must(t, m, err)
		text, err := json.Marshal(m)
		must(t, text, err)
		var got lclass.Model
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i := range d.N() {
			if !slices.Equal(got.ScoresOne(d.Row(i)), m.ScoresOne(d.Row(i))) {
				t.Fatalf("%s: sample %d: %v, want %v", name, i, got.ScoresOne(d.Row(i)), m.ScoresOne(d.Row(i)))
			}
		}
		if got.String() != m.String() {
			t.Errorf("%s: reads as\n%v\nwant\n%v", name, &got, m)
		}
	}
}

func TestDensitiesJSONErrors(t *testing.T) {
	for _, c := range []struct{ kind, name, old, new, at string }{
		{"density", "one class", `"classes":["no","yes"]`, `"classes":["no"]`, "$.densities.priors"},
		{"density", "a class twice", `"classes":["no","yes"]`, `"classes":["no","no"]`, "$.classes"},
		{"density", "no features", `"features":["a","b","c"]`, `"features":[]`, "$.features"},
		{"density", "a feature twice", `"features":["a","b","c"]`, `"features":["a","b","a"]`, "$.features"},
		{"density", "W beside them", `"densities":`, `"W":[[1,2,3]],"densities":`, "$.densities"},
		{"density", "another output", `"output":"density"`, `"output":"softmax"`, "$.densities"},
		{"density", "none", `"densities":{"priors":[0.1,0.9],"means":[[0.3333333333333333,0,2],[-1.7976931348623157e+308,5e-324,2]],"std":[[1,2.5,0],[0.1,1e-300,0]],"factors":[[[1,0.6,0],[0.8,0],[1]],[[1,0,0],[1,0],[1]]]}`, `"W":[[1,2,3]],"b":[1]`, "$.classes"},
		{"density", "a prior too few", `"priors":[0.1,0.9]`, `"priors":[1]`, "$.densities.priors"},
		{"density", "a prior of 0", `"priors":[0.1,0.9]`, `"priors":[0,1]`, "$.densities.priors[0]"},
		{"density", "priors of 2", `"priors":[0.1,0.9]`, `"priors":[1,1]`, "$.densities.priors"},
		{"density-independent", "a row too few", `"means":[[-1],[0],[1]]`, `"means":[[-1],[0]]`, "$.densities.means"},
		{"density-independent", "a mean too many", `"means":[[-1],[0],[1]]`, `"means":[[-1],[0,1],[1]]`, "$.densities.means[1]"},
		{"density-independent", "a deviation too few", `"std":[[1],[2],[3]]`, `"std":[[1],[],[3]]`, "$.densities.std[1]"},
		{"density-independent", "a negative deviation", `"std":[[1],[2],[3]]`, `"std":[[1],[-2],[3]]`, "$.densities.std[1][0]"},
		{"density-independent", "a deviation of 0", `"std":[[1],[2],[3]]`, `"std":[[1],[2],[0]]`, "$.densities.std[2][0]"},
		{"density-independent", "the first of 0", `"std":[[1],[2],[3]]`, `"std":[[0],[2],[3]]`, "$.densities.std[1][0]"},
		{"density-independent", "too large", `"std":[[1],[2],[3]]`, `"std":[[1],[2],[1e999]]`, "$.densities.std[2][0]"},
		{"density", "a factor too few", `"factors":[[[1,0.6,0],[0.8,0],[1]],`, `"factors":[`, "$.densities.factors"},
		{"density", "a row of a factor too few", `[[1,0.6,0],[0.8,0],[1]]`, `[[1,0.6,0],[0.8,0]]`, "$.densities.factors[0]"},
		{"density", "a full factor", `[0.8,0],[1]]`, `[0,0.8,0],[0,0,1]]`, "$.densities.factors[0][1]"},
		{"density", "no correlations", `[1,0.6,0]`, `[1,6,0]`, "$.densities.factors[0]"},
		{"density", "a diagonal of 0", `[0.8,0]`, `[0,0]`, "$.densities.factors[0][1][0]"},
	} {
		text, err := json.Marshal(models()[c.kind])
		must(t, text, err)
		bad := strings.Replace(string(text), c.old, c.new, 1)
		if bad == string(text) {
			t.Fatalf("%s: %s is not in %s", c.name, c.old, text)
		}
		var m lclass.Model
		err = json.Unmarshal([]byte(bad), &m)
		if at := placeOf(err); at != c.at {
			t.Errorf("%s: error %v at %s, want one at %s", c.name, err, at, c.at)
		}
	}
}

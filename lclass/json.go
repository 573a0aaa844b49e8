package lclass

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/strictjson"
)

const (
	jsonFormat  = "lclass.Model"
	jsonVersion = 2
)

// modelJSON has W and b, or densities. A key that a reader does not know is an error, so
// a new key needs a new version: version 2 has factors and bounds of the penalty. Models
// without them are written as version 1.
type modelJSON struct {
	Format      string         `json:"format"`
	Version     int            `json:"version"`
	Output      string         `json:"output"`
	Loss        string         `json:"loss,omitempty"`
	Target      string         `json:"target"`
	Features    []string       `json:"features"`
	Classes     []string       `json:"classes,omitempty"`
	W           [][]float64    `json:"W,omitempty"`
	B           []float64      `json:"b,omitempty"`
	Densities   *densitiesJSON `json:"densities,omitempty"`
	NoIntercept bool           `json:"no_intercept,omitempty"`
	Offset      bool           `json:"offset,omitempty"`
	Penalty     penaltyJSON    `json:"penalty"`
	Frame       *frameJSON     `json:"frame,omitempty"`
	Prepared    *Prepared      `json:"preparation,omitempty"`
	Status      statusJSON     `json:"status"`
	History     []Progress     `json:"history,omitempty"`
	Direction   [][]float64    `json:"direction,omitempty"`
}

type penaltyJSON struct {
	Lambda float64 `json:"lambda"`
	Ratio  float64 `json:"ratio,omitempty"`

	Factors map[string]float64 `json:"factors,omitempty"`
	Lower   map[string]float64 `json:"lower,omitempty"`
	Upper   map[string]float64 `json:"upper,omitempty"`
}

// version returns the first version that has all keys of the penalty.
func (p penaltyJSON) version() int {
	if len(p.Factors)+len(p.Lower)+len(p.Upper) > 0 {
		return 2
	}
	return 1
}

// MarshalJSON writes the model with a format name and a version. Numbers are read back to
// the last bit. MarshalJSON returns an error if the model is empty or a name is not
// UTF-8.
func (m Model) MarshalJSON() ([]byte, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	if m.Features == nil {
		return nil, &nameError{text: "the features of the model have no names"}
	}
	if err := checkUTF8(slices.Concat(m.Features, m.Classes, []string{m.Target}, m.frame.texts())...); err != nil {
		return nil, err
	}
	penalty := penaltyJSON(m.Penalty.clone())
	for _, c := range m.Penalty.controls() {
		if err := checkUTF8(slices.Sorted(maps.Keys(c.values))...); err != nil {
			return nil, err
		}
	}
	j := modelJSON{
		Format: jsonFormat, Version: penalty.version(),
		Output: m.Output.String(), Loss: m.Loss, Target: m.Target, Features: m.Features, Classes: m.Classes,
		W: matrixRows(m.W), B: m.B, Densities: m.Densities.json(),
		NoIntercept: m.NoIntercept, Offset: m.Offset, Penalty: penalty, Frame: m.frame.json(), Prepared: m.Preparation,
		Status:  m.Status.json(),
		History: m.History, Direction: matrixRows(m.Direction),
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads what MarshalJSON wrote. It returns a [FileError] if the text is not
// a model, has a later version, or is inconsistent, or if a key is unknown, missing,
// repeated or in another case.
//
// Every finite weight is allowed: scores are finite for all finite weights and samples;
// see [Model.ScoresOne].
func (m *Model) UnmarshalJSON(text []byte) error {
	var j modelJSON
	if err := strictjson.UnmarshalFile(modelFile, text, &j, headOf(jsonFormat, jsonVersion)); err != nil {
		return err
	}
	output, err := outputNamed(j.Output)
	if err != nil {
		return inModel("output", err)
	}
	if j.Loss != "" {
		if _, err := loss.ByName(j.Loss); err != nil {
			return inModel("loss", err)
		}
	}
	status, err := j.Status.status()
	if err != nil {
		return inModel("status.outcome", err)
	}
	frame := j.Frame.options()
	if err := j.Penalty.check(j.Version, j.Features); err != nil {
		return err
	}
	var w *mat.Dense
	var densities *Densities
	if j.Densities != nil {
		densities, err = j.densities(output)
	} else {
		w, err = matrixOf("W", j.W, len(j.B), len(j.Features), "score")
	}
	if err != nil {
		return err
	}
	var direction *mat.Dense
	if j.Direction != nil {
		if direction, err = matrixOf("direction", j.Direction, len(j.B), len(j.Features)+1, "score"); err != nil {
			return err
		}
	}
	if err := j.checkShape(output); err != nil {
		return inModel("classes", err)
	}
	if j.NoIntercept && (j.Densities != nil || !isZero(j.B)) {
		return inModel("no_intercept", errors.New("it is true, but b is not 0 or there are densities; all of b must be 0"))
	}
	if j.Offset && len(j.B) != 1 {
		return inModel("offset", errors.New("it is true, but the model does not have exactly one score"))
	}
	if err := checkNames("class", j.Classes); err != nil {
		return inModel("classes", err)
	}
	if err := j.Prepared.goesWith(j.Features); err != nil {
		return inModel("preparation", err)
	}
	*m = Model{
		W: w, B: j.B, Densities: densities, Output: output, Loss: j.Loss, Features: j.Features, Classes: j.Classes, Target: j.Target,
		Penalty: Penalty(j.Penalty), Status: status, History: j.History, Direction: direction, frame: frame,
		Preparation: j.Prepared, NoIntercept: j.NoIntercept, Offset: j.Offset,
	}
	return nil
}

// modelFile begins the messages of errors about files of models.
const modelFile = "lclass: model"

func headOf(format string, newest int) strictjson.Head {
	return strictjson.Head{Format: "format", Version: "version", Is: format, Newest: newest}
}

func inModel(path string, err error) error { return strictjson.At(modelFile, path, err) }

func (p penaltyJSON) check(version int, features []string) error {
	if p.Lambda < 0 {
		return inModel("penalty.lambda", fmt.Errorf("it is %v; it must be 0 or more", p.Lambda))
	}
	if p.Ratio < 0 || p.Ratio > 1 {
		return inModel("penalty.ratio", fmt.Errorf("it is %v; it must be between 0 and 1", p.Ratio))
	}
	there := setOf(features)
	for _, c := range Penalty(p).controls() {
		at := "penalty." + strings.ToLower(c.field)
		if len(c.values) > 0 && version < 2 {
			return inModel(at, errors.New("version 1 has no such key; it came with version 2"))
		}
		for _, name := range slices.Sorted(maps.Keys(c.values)) {
			if v := c.values[name]; !c.valid(v) {
				return inModel(at+"."+name, fmt.Errorf("it is %v; %s", v, c.must))
			}
			if !there[name] {
				return inModel(at+"."+name, errors.New("the model has no such feature"))
			}
		}
	}
	return nil
}

func matrixRows(m *mat.Dense) [][]float64 {
	if m == nil {
		return nil
	}
	n, _ := m.Dims()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = m.RawRowView(i)
	}
	return rows
}

// matrixOf returns k rows of d values of a file, one per score or class.
func matrixOf(path string, rows [][]float64, k, d int, per string) (*mat.Dense, error) {
	if len(rows) != k || k == 0 || d == 0 {
		return nil, inModel(path, fmt.Errorf("there are %d rows of %d columns, want %d, one per %s", len(rows), d, k, per))
	}
	m := mat.NewDense(k, d, nil)
	for i, row := range rows {
		if len(row) != d {
			return nil, inModel(fmt.Sprintf("%s[%d]", path, i), fmt.Errorf("row %d has %d values, want %d", i, len(row), d))
		}
		m.SetRow(i, row)
	}
	return m, nil
}

// checkShape reports whether there are as many scores as the output needs.
func (j *modelJSON) checkShape(o Output) error {
	classes, scores := len(j.Classes), len(j.B)
	if j.Densities != nil {
		scores = len(j.Densities.Priors)
	} else if o == DensityOutput {
		return fmt.Errorf("output %q needs densities", o)
	}
	if !outputs[o].fits(classes, scores) {
		return fmt.Errorf("%d classes and %d scores do not match output %q", classes, scores, o)
	}
	return nil
}

// frameJSON is what Data.Columns returns.
type frameJSON struct {
	Categories  map[string][]string `json:"categories,omitempty"`
	Raw         bool                `json:"raw,omitempty"`
	Categorical []string            `json:"categorical,omitempty"`
	Offset      string              `json:"offset,omitempty"`
}

// json is the form that models are written in, nil for what is read without
// options.
func (o Columns) json() *frameJSON {
	j := &frameJSON{Categories: o.Categories, Raw: o.Raw, Categorical: o.Categorical, Offset: o.Offset}
	if len(j.Categories) == 0 && !j.Raw && len(j.Categorical) == 0 && j.Offset == "" {
		return nil
	}
	return j
}

func (j *frameJSON) options() Columns {
	if j == nil {
		return Columns{}
	}
	return Columns{Categories: j.Categories, Raw: j.Raw, Categorical: j.Categorical, Offset: j.Offset}
}

type statusJSON struct {
	Outcome    string   `json:"outcome"`
	Solver     string   `json:"solver"`
	Iterations int      `json:"iterations"`
	Loss       float64  `json:"loss"`
	Gradient   *float64 `json:"gradient,omitempty"`
	Gap        *float64 `json:"gap,omitempty"`
	Note       string   `json:"note,omitempty"`
}

// json is the form that models are written in.
func (s Status) json() statusJSON {
	return statusJSON{
		Outcome: s.Outcome.String(), Solver: s.Solver, Iterations: s.Iterations,
		Loss: s.Loss, Gradient: known(s.Gradient), Gap: known(s.Gap), Note: s.Note,
	}
}

func (j statusJSON) status() (Status, error) {
	outcome := slices.Index(outcomeNames, j.Outcome)
	if outcome < 0 {
		return Status{}, fmt.Errorf("status.outcome is %q; it must be one of %q", j.Outcome, outcomeNames)
	}
	return Status{
		Outcome: Outcome(outcome), Solver: j.Solver, Iterations: j.Iterations,
		Loss: j.Loss, Gradient: orNaN(j.Gradient), Gap: orNaN(j.Gap), Note: j.Note,
	}, nil
}

// known returns nil for NaN, which JSON does not have.
func known(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	return &v
}

func orNaN(v *float64) float64 {
	if v == nil {
		return math.NaN()
	}
	return *v
}

// checkUTF8 refuses names that JSON cannot hold, as it would write others in
// their place.
func checkUTF8(names ...string) error {
	for _, name := range names {
		if !utf8.ValidString(name) {
			return &nameError{name, fmt.Sprintf("%q is not UTF-8, which JSON requires; convert the file of the data to UTF-8", name)}
		}
	}
	return nil
}

// texts returns all names and categories of the options.
func (o Columns) texts() []string {
	all := slices.Concat([]string{o.Offset}, o.Categorical, slices.Collect(maps.Keys(o.Categories)))
	for _, categories := range o.Categories {
		all = append(all, categories...)
	}
	slices.Sort(all)
	return all
}

type densitiesJSON struct {
	Priors  []float64     `json:"priors"`
	Means   [][]float64   `json:"means"`
	Std     [][]float64   `json:"std"`
	Factors [][][]float64 `json:"factors,omitempty"` // rows from the diagonal on
}

func (g *Densities) json() *densitiesJSON {
	if g == nil {
		return nil
	}
	j := &densitiesJSON{Priors: g.Priors, Means: matrixRows(g.Means), Std: matrixRows(g.Std)}
	for _, r := range g.Factors {
		j.Factors = append(j.Factors, triangleRows(r))
	}
	return j
}

func triangleRows(r *mat.TriDense) [][]float64 {
	d, _ := r.Dims()
	rows := make([][]float64, d)
	for i := range rows {
		for j := i; j < d; j++ {
			rows[i] = append(rows[i], r.At(i, j))
		}
	}
	return rows
}

// densities returns those of a file.
func (j *modelJSON) densities(o Output) (*Densities, error) {
	switch {
	case o != DensityOutput:
		return nil, inModel("densities", fmt.Errorf("output %q has W and b, and no densities", o))
	case j.W != nil || j.B != nil:
		return nil, inModel("densities", errors.New("a model with densities has no W or b"))
	case len(j.Features) == 0:
		return nil, inModel("features", errors.New("there are no features"))
	}
	if err := checkNames("feature", j.Features); err != nil {
		return nil, inModel("features", err)
	}
	if err := j.checkPriors(); err != nil {
		return nil, err
	}
	k, d := len(j.Classes), len(j.Features)
	means, err := matrixOf("densities.means", j.Densities.Means, k, d, "class")
	if err != nil {
		return nil, err
	}
	std, err := matrixOf("densities.std", j.Densities.Std, k, d, "class")
	if err != nil {
		return nil, err
	}
	if err := j.checkStd(); err != nil {
		return nil, err
	}
	factors, err := j.factors()
	if err != nil {
		return nil, err
	}
	return &Densities{Means: means, Std: std, Factors: factors, Priors: j.Densities.Priors}, nil
}

func (j *modelJSON) checkPriors() error {
	if len(j.Densities.Priors) != len(j.Classes) {
		return inModel("densities.priors", fmt.Errorf("there are %d priors for %d classes", len(j.Densities.Priors), len(j.Classes)))
	}
	for k, p := range j.Densities.Priors {
		if p <= 0 {
			return inModel(fmt.Sprintf("densities.priors[%d]", k), fmt.Errorf("the prior of class %q is %v; it must be positive", j.Classes[k], p))
		}
	}
	if sum := floats.Sum(j.Densities.Priors); math.Abs(sum-1) > 1e-9 {
		return inModel("densities.priors", fmt.Errorf("priors sum to %v, not to 1", sum))
	}
	return nil
}

// checkStd reports whether deviations are positive, or 0 in all classes.
func (j *modelJSON) checkStd() error {
	for i, name := range j.Features {
		for k, class := range j.Classes {
			if s := j.Densities.Std[k][i]; s < 0 || (s == 0) != (j.Densities.Std[0][i] == 0) {
				return inModel(fmt.Sprintf("densities.std[%d][%d]", k, i), fmt.Errorf("the standard deviation of feature %q in class %q is %v; it must be positive, or 0 in all classes", name, class, s))
			}
		}
	}
	return nil
}

func (j *modelJSON) factors() ([]*mat.TriDense, error) {
	if j.Densities.Factors == nil {
		return nil, nil
	}
	d := len(j.Features)
	if len(j.Densities.Factors) != len(j.Classes) {
		return nil, inModel("densities.factors", fmt.Errorf("there are %d factors for %d classes", len(j.Densities.Factors), len(j.Classes)))
	}
	factors := make([]*mat.TriDense, len(j.Densities.Factors))
	for k, rows := range j.Densities.Factors {
		if len(rows) != d {
			return nil, inModel(fmt.Sprintf("densities.factors[%d]", k), fmt.Errorf("factor %d has %d rows for %d features", k, len(rows), d))
		}
		factors[k] = mat.NewTriDense(d, mat.Upper, nil)
		norm := make([]float64, d)
		for i, row := range rows {
			if len(row) != d-i {
				return nil, inModel(fmt.Sprintf("densities.factors[%d][%d]", k, i), fmt.Errorf("row %d of factor %d has %d values, want %d from the diagonal on", i, k, len(row), d-i))
			}
			if row[0] <= 0 {
				return nil, inModel(fmt.Sprintf("densities.factors[%d][%d][0]", k, i), fmt.Errorf("the diagonal of factor %d has %v in row %d; it must be positive", k, row[0], i))
			}
			for a, v := range row {
				factors[k].SetTri(i, i+a, v)
				norm[i+a] = math.Hypot(norm[i+a], v)
			}
		}
		for i, v := range norm {
			if math.Abs(v-1) > 1e-9 {
				return nil, inModel(fmt.Sprintf("densities.factors[%d]", k), fmt.Errorf("column %d of factor %d has the norm %v; it must be 1", i, k, v))
			}
		}
	}
	return factors, nil
}

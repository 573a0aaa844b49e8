package lclass

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Unseen says what becomes of a level that the training data do not have.
type Unseen int

const (
	// UnseenIsError refuses it by a [CategoryError], which names column, row and
	// value.
	UnseenIsError Unseen = iota
	// UnseenIsReference sets all features of the column to 0, as for the
	// reference; with OneHot.KeepAll, too, where no level does that.
	// [Prepared.Unseen] lists such texts.
	UnseenIsReference
	// UnseenIsRare takes it for one of the levels that OneHot.Rare joins, and
	// for the reference if there are none.
	UnseenIsRare
)

var unseenNames = []string{"UnseenIsError", "UnseenIsReference", "UnseenIsRare"}

// String returns the name of the constant, such as "UnseenIsReference".
func (u Unseen) String() string { return nameOf("Unseen", int(u), unseenNames) }

// OneHot makes of a column of texts with L different levels L−1 features that
// are 0 or 1, named "Sex[male]", as [FromFrame] does. The level that has none is
// the reference: all features are 0 there, and the weights of the others compare
// with it. Levels are those that occur in the training data, in their order in
// [Data.Levels]; a column with one level becomes nothing.
type OneHot struct {
	// Reference names the reference of a column, such as {"Sex": "male"}.
	// Columns that are not named have their first level.
	Reference map[string]string
	// KeepAll makes a feature of every level, the reference too. Together they
	// are 1, like the bias, so that weights are not unique without a penalty.
	KeepAll bool
	// Unseen is the policy for levels that the training data do not have.
	Unseen Unseen
	// Rare joins the levels that occur fewer times, with their weights, to one
	// that is called "rare" and comes last. If it is 0 none are.
	Rare float64
	// Columns are the columns that are encoded; nil is all of texts.
	Columns []string
}

// rareLevel is what levels are together that OneHot.Rare joins.
const rareLevel = "rare"

// Prepare finds the levels. It is an error if a Reference does not occur, if a
// column is none of texts, and, but for Impute before it, a [MissingError] if a
// text is missing.
func (o OneHot) Prepare(d *Data) (*Prepared, error) {
	if o.Unseen < UnseenIsError || o.Unseen > UnseenIsRare {
		return nil, fmt.Errorf("lclass: OneHot.Unseen is %v; it must be one of %s", o.Unseen, strings.Join(unseenNames, ", "))
	}
	if !(o.Rare >= 0) || math.IsInf(o.Rare, 0) {
		return nil, fmt.Errorf("lclass: OneHot.Rare = %v; it is the least weight of a level, 0 or more", o.Rare)
	}
	if err := d.check(); err != nil {
		return nil, err
	}
	index, err := d.columnsOf("OneHot", o.Columns, func(f feature) bool { return f.levels != nil })
	if err != nil {
		return nil, err
	}
	s := &oneHot{}
	named := maps.Clone(o.Reference)
	for _, j := range index {
		name := d.features[j]
		if d.roles == nil || d.roles[j].levels == nil {
			return nil, &KindError{Column: name, Value: fmt.Sprint(d.x.At(0, j)), Want: "texts", remedy: "read the column as texts, by FrameOptions.Raw and Categorical, or leave it out of OneHot"}
		}
		c, err := o.encode(d, j)
		if err != nil {
			return nil, err
		}
		if reference, given := named[name]; given {
			delete(named, name)
			at := slices.Index(c.Levels, reference)
			if at < 0 {
				return nil, fmt.Errorf("lclass: OneHot.Reference of %q is %q, which does not occur; its levels are %s", name, reference, abbreviate(c.Levels))
			}
			c.Levels = append([]string{reference}, slices.Delete(c.Levels, at, at+1)...)
		}
		s.Columns = append(s.Columns, c)
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		return nil, &partError{"OneHot.Reference", &FeatureError{Owner: "step OneHot", Missing: []string{name}, Need: slices.Sorted(maps.Keys(o.Reference)), Have: pick(d.features, index)}}
	}
	return d.learnt(s)
}

// encode returns the levels of column j, those that occur and are not rare.
func (o OneHot) encode(d *Data, j int) (encoding, error) {
	levels := d.roles[j].levels
	c := encoding{Column: d.features[j], KeepAll: o.KeepAll}
	switch o.Unseen {
	case UnseenIsReference:
		c.Unseen = "reference"
	case UnseenIsRare:
		c.Unseen = rareLevel
	}
	total := make([]float64, len(levels))
	values, weight := d.present(j)
	for i, v := range values {
		total[int(v)] += weight[i]
	}
	for k, level := range levels {
		switch {
		case total[k] == 0:
		case total[k] < o.Rare:
			c.Rare = append(c.Rare, level)
		default:
			c.Levels = append(c.Levels, level)
		}
	}
	if c.Rare == nil {
		return c, nil
	}
	if slices.Contains(c.Levels, rareLevel) {
		return c, fmt.Errorf("lclass: OneHot.Rare: a level of column %q is called %q itself, like those that are joined, and the names must differ; rename it, or set Rare to 0", c.Column, rareLevel)
	}
	c.Levels = append(c.Levels, rareLevel)
	return c, nil
}

// oneHot encodes columns of texts.
type oneHot struct {
	Columns []encoding `json:"columns"`
}

// An encoding is how a column of texts becomes features.
type encoding struct {
	Column  string   `json:"column"`
	Levels  []string `json:"levels"`             // the reference first
	Rare    []string `json:"rare,omitempty"`     // the levels that are "rare"
	KeepAll bool     `json:"keep_all,omitempty"` // the reference has a feature, too
	Unseen  string   `json:"unseen,omitempty"`   // "reference" or "rare"; an error if it is empty
}

// What a level becomes that has no feature of its own.
const (
	noFeature   = -1
	unseenLevel = -2
)

// places returns, for each of other levels, the feature that is 1 for it.
func (c encoding) places(levels []string) []int {
	shift := 1
	if c.KeepAll {
		shift = 0
	}
	number, rare := make(map[string]int, len(c.Levels)), slices.Index(c.Levels, rareLevel)-shift
	for at, level := range c.Levels {
		number[level] = at
	}
	for _, level := range c.Rare {
		number[level] = rare + shift
	}
	place := make([]int, len(levels))
	for k, level := range levels {
		at, known := number[level]
		switch {
		case known:
			place[k] = max(noFeature, at-shift)
		case c.Unseen == "":
			place[k] = unseenLevel
		case c.Unseen == rareLevel && c.Rare != nil:
			place[k] = max(noFeature, rare)
		default:
			place[k] = noFeature
		}
	}
	return place
}

// features returns the features that the column becomes.
func (c encoding) features() []feature {
	levels := c.Levels
	if !c.KeepAll {
		levels = levels[min(1, len(levels)):]
	}
	var out []feature
	for _, level := range levels {
		out = append(out, feature{c.Column + "[" + level + "]", role{of: c.Column}})
	}
	return out
}

func (s *oneHot) on(in []feature) ([]feature, func(φ, x []float64) error, error) {
	columns := make([]string, len(s.Columns))
	for i, c := range s.Columns {
		columns[i] = c.Column
		if err := checkNames("level of "+c.Column, c.Levels); err != nil {
			return nil, nil, err
		}
		if c.Unseen != "" && c.Unseen != "reference" && c.Unseen != rareLevel || c.Rare != nil && !slices.Contains(c.Levels, rareLevel) {
			return nil, nil, fmt.Errorf("lclass: one-hot: column %q has unseen %q and levels %s beside rare ones", c.Column, c.Unseen, abbreviate(c.Levels))
		}
	}
	index, err := positions("one-hot", columns, in, false)
	if err != nil {
		return nil, nil, err
	}
	var out []feature
	at := make([]int, len(in))       // the first feature of each
	places := make([][]int, len(in)) // nil for those that stay
	encodings := make([]encoding, len(in))
	for j, f := range in {
		at[j] = len(out)
		i := slices.Index(index, j)
		if i < 0 {
			out = append(out, f)
			continue
		}
		if f.levels == nil {
			return nil, nil, &KindError{Column: f.name, Want: "texts", remedy: "it was a column of texts in training"}
		}
		places[j], encodings[j] = s.Columns[i].places(f.levels), s.Columns[i]
		out = append(out, s.Columns[i].features()...)
	}
	return out, func(φ, x []float64) error {
		clear(φ)
		for j, v := range x {
			if places[j] == nil {
				φ[at[j]] = v
				continue
			}
			if math.IsNaN(v) {
				return &MissingError{Column: in[j].name, Count: 1, remedy: "put Impute before OneHot"}
			}
			place := places[j][int(v)]
			if place == unseenLevel {
				return &CategoryError{Column: in[j].name, Value: in[j].levels[int(v)], Categories: encodings[j].known(), remedy: "the training data have no other; OneHot.Unseen can be UnseenIsReference, or UnseenIsRare"}
			}
			if place >= 0 {
				φ[at[j]+place] = 1
			}
		}
		return nil
	}, nil
}

// only keeps a column that has become nothing, too: its level is all that may
// occur.
func (s *oneHot) only(used map[string]bool) fitted {
	kept := &oneHot{}
	for _, c := range s.Columns {
		made := namesOf(c.features())
		if len(made) > 0 && !slices.ContainsFunc(made, func(name string) bool { return used[name] }) {
			continue
		}
		for _, name := range made {
			delete(used, name)
		}
		used[c.Column] = true
		kept.Columns = append(kept.Columns, c)
	}
	if kept.Columns == nil {
		return nil
	}
	return kept
}

// known returns all levels of the training data.
func (c encoding) known() []string {
	if c.Rare == nil {
		return slices.Clone(c.Levels)
	}
	return append(slices.DeleteFunc(slices.Clone(c.Levels), func(l string) bool { return l == rareLevel }), c.Rare...)
}

func (s *oneHot) String() string {
	parts := make([]string, len(s.Columns))
	for i, c := range s.Columns {
		parts[i] = c.Column
		switch {
		case len(c.Levels) == 0:
		case c.KeepAll:
			parts[i] += fmt.Sprintf(" (%d levels)", len(c.Levels))
		default:
			parts[i] += fmt.Sprintf(" (%d levels, reference %s)", len(c.Levels), c.Levels[0])
		}
	}
	return "one-hot " + strings.Join(parts, ", ")
}

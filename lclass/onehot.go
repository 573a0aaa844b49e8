package lclass

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"linclass/internal/invalid"
	"linclass/lclass/shard"
)

// OneHot encodes a text column with L categories as L−1 features 0 or 1, named
// "Sex[male]", as [FromFrame] does. The remaining category is the reference: all features
// are 0 for it, and the weights of the others are relative to it. Categories are those
// that occur in the training data, in the order of [Data.Categories]; a column with one
// category gives no feature.
type OneHot struct {
	// Reference names the reference of a column, such as {"Sex": "male"}. The default is
	// the first category.
	Reference map[string]string
	// KeepAll makes a feature for every category, including the reference. They sum to 1,
	// like the bias, so the weights are not unique without a penalty.
	KeepAll bool
	// AllowUnknown accepts categories that the training data lack. They become "rare" if
	// Rare has merged any; otherwise all features of the column are 0, as for the
	// reference, even with KeepAll. [Prepared.Unknown] lists such texts. By default they
	// are [ErrUnknownCategory].
	AllowUnknown bool
	// Rare merges the categories whose total sample weight is below it into a last
	// category named "rare"; 0 merges none.
	Rare float64
	// Columns are the columns to encode; nil means all text columns.
	Columns []string
}

// rareLevel is the category into which OneHot.Rare merges others.
const rareLevel = "rare"

// prepare learns the categories. It returns an error if a Reference does not occur,
// [ErrKind] if a column is not a text column, and [ErrMissing] if a text is
// missing; put Impute before OneHot.
func (o OneHot) prepare(d *Data) (*Prepared, error) {
	if !(o.Rare >= 0) || math.IsInf(o.Rare, 0) {
		return nil, badSetting("OneHot.Rare", o.Rare, "it is the smallest weight of a category and must be 0 or more")
	}
	index, err := d.columnsOf("OneHot", o.Columns, func(f feature) bool { return f.categories != nil })
	if err != nil {
		return nil, err
	}
	columns, err := d.observed(index)
	if err != nil {
		return nil, err
	}
	s := &oneHot{}
	named := maps.Clone(o.Reference)
	for _, j := range index {
		name := d.features[j]
		if !columns[j].Text {
			return nil, d.numberError(j, "read the column as text, with Columns.Raw and Categorical, or leave it out of OneHot")
		}
		if gaps := columns[j].Gaps; d.elsewhere != nil && gaps > 0 {
			return nil, &ValueError{Err: ErrMissing, Column: name, Row: -1, Count: gaps, remedy: "put Impute before OneHot"}
		}
		c, err := o.encode(columns[j])
		if err != nil {
			return nil, err
		}
		if reference, given := named[name]; given {
			delete(named, name)
			at := slices.Index(c.Categories, reference)
			if at < 0 {
				return nil, invalid.Worded("OneHot.Reference", reference, "lclass: OneHot.Reference of %q is %q, which does not occur; its categories are %s", name, reference, abbreviate(c.Categories))
			}
			c.Categories = append([]string{reference}, slices.Delete(c.Categories, at, at+1)...)
		}
		s.Columns = append(s.Columns, c)
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		return nil, &placeError{"OneHot.Reference", &ColumnError{owner: "step OneHot", Missing: []string{name}, need: slices.Sorted(maps.Keys(o.Reference)), Have: pick(d.features, index)}}
	}
	return d.learnt(s)
}

// encode returns the categories of a column, those that occur and are not rare.
func (o OneHot) encode(of shard.Column) (encoding, error) {
	c := encoding{Column: of.Name, KeepAll: o.KeepAll}
	if o.AllowUnknown {
		c.Unknown = rareLevel
	}
	for k, category := range of.Categories {
		switch total := of.Weights[k]; {
		case total == 0:
		case total < o.Rare:
			c.Rare = append(c.Rare, category)
		default:
			c.Categories = append(c.Categories, category)
		}
	}
	if c.Rare == nil {
		return c, nil
	}
	if slices.Contains(c.Categories, rareLevel) {
		return c, invalid.Worded("OneHot.Rare", o.Rare, "lclass: OneHot.Rare: column %q has a category %q, the name of the merged categories; rename it, or set Rare to 0", c.Column, rareLevel)
	}
	c.Categories = append(c.Categories, rareLevel)
	return c, nil
}

// oneHot encodes text columns.
type oneHot struct {
	Columns []encoding `json:"columns"`
}

// An encoding maps a text column to features.
type encoding struct {
	Column     string   `json:"column"`
	Categories []string `json:"categories"`         // the reference first
	Rare       []string `json:"rare,omitempty"`     // the categories that are "rare"
	KeepAll    bool     `json:"keep_all,omitempty"` // the reference has a feature, too
	Unknown    string   `json:"unknown,omitempty"`  // "rare" if it becomes one of Rare, or else the reference; an error if empty
}

// What a category becomes that has no feature of its own.
const (
	noFeature       = -1
	unknownCategory = -2
)

// places returns, for each of other categories, the feature that is 1 for it.
func (c encoding) places(categories []string) []int {
	shift := 1
	if c.KeepAll {
		shift = 0
	}
	number, rare := numbered(c.Categories), slices.Index(c.Categories, rareLevel)-shift
	if c.Rare != nil {
		delete(number, rareLevel) // a text that is called like the merged category is unknown
	}
	for _, category := range c.Rare {
		number[category] = rare + shift
	}
	place := make([]int, len(categories))
	for k, category := range categories {
		at, known := number[category]
		switch {
		case known:
			place[k] = max(noFeature, at-shift)
		case c.Unknown == "":
			place[k] = unknownCategory
		case c.Unknown == rareLevel && c.Rare != nil:
			place[k] = max(noFeature, rare)
		default:
			place[k] = noFeature
		}
	}
	return place
}

// features returns the features that the column becomes.
func (c encoding) features() []feature {
	categories := c.Categories
	if !c.KeepAll {
		categories = categories[min(1, len(categories)):]
	}
	var out []feature
	for _, category := range categories {
		out = append(out, feature{c.Column + "[" + category + "]", role{of: c.Column}})
	}
	return out
}

func (s *oneHot) on(in []feature) ([]feature, func(φ, x []float64) error, error) {
	for _, c := range s.Columns {
		if err := checkNames("category of "+c.Column, c.Categories); err != nil {
			return nil, nil, err
		}
		if c.Unknown != "" && c.Unknown != rareLevel || c.Rare != nil && !slices.Contains(c.Categories, rareLevel) {
			return nil, nil, fmt.Errorf("lclass: one-hot: column %q: unknown %q or its rare categories do not match its categories %s", c.Column, c.Unknown, abbreviate(c.Categories))
		}
	}
	columns := transform(s.Columns, func(c encoding) string { return c.Column })
	out, at, of, err := replaced("one-hot", columns, in, func(i int) []feature { return s.Columns[i].features() })
	if err != nil {
		return nil, nil, err
	}
	places := make([][]int, len(in)) // nil for those that stay
	for j, i := range of {
		if i >= 0 {
			places[j] = s.Columns[i].places(in[j].categories)
		}
	}
	return out, func(φ, x []float64) error {
		clear(φ)
		for j, v := range x {
			if places[j] == nil {
				φ[at[j]] = v
				continue
			}
			if math.IsNaN(v) {
				return &ValueError{Err: ErrMissing, Column: in[j].name, Count: 1, remedy: "put Impute before OneHot"}
			}
			place := places[j][int(v)]
			if place == unknownCategory {
				return &ValueError{Err: ErrUnknownCategory, Column: in[j].name, Value: in[j].categories[int(v)], Want: s.Columns[of[j]].known(), remedy: "the training data have no others; to accept it, set OneHot.AllowUnknown"}
			}
			if place >= 0 {
				φ[at[j]+place] = 1
			}
		}
		return nil
	}, nil
}

// only keeps a column that has become nothing, too: its category is all that may
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

// known returns all categories of the training data.
func (c encoding) known() []string {
	if c.Rare == nil {
		return slices.Clone(c.Categories)
	}
	return append(slices.DeleteFunc(slices.Clone(c.Categories), func(l string) bool { return l == rareLevel }), c.Rare...)
}

func (s *oneHot) String() string {
	parts := make([]string, len(s.Columns))
	for i, c := range s.Columns {
		parts[i] = c.Column
		switch {
		case len(c.Categories) == 0:
		case c.KeepAll:
			parts[i] += fmt.Sprintf(" (%d categories)", len(c.Categories))
		default:
			parts[i] += fmt.Sprintf(" (%d categories, reference %s)", len(c.Categories), c.Categories[0])
		}
	}
	return "one-hot " + strings.Join(parts, ", ")
}

package lclass

import (
	"fmt"
	"math"
	"slices"

	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/shard"
)

// seen is what is known of samples that are elsewhere.
type seen struct {
	columns []shard.Column
	about   []shard.Column // with sums about the means
}

// isRaw reports whether features may be texts or missing.
func (d *Data) isRaw() bool { return d.frame.Raw || d.gaps || d.hasTexts() }

func (d *Data) hasTexts() bool {
	return slices.ContainsFunc(d.roles, func(r role) bool { return r.categories != nil })
}

// observed returns what the samples that count have of the features with the given
// numbers.
func (d *Data) observed(index []int) ([]shard.Column, error) {
	if d.elsewhere == nil {
		return d.observe(index, moderate(d.sampleWeights()), nil), d.Err()
	}
	if d.seen.columns == nil {
		columns, err := d.ask(nil)
		if err != nil {
			return nil, err
		}
		d.seen.columns = columns
	}
	return d.seen.columns, nil
}

// ask asks for the columns of samples that are elsewhere.
func (d *Data) ask(centre []float64) ([]shard.Column, error) {
	sum, err := d.elsewhere.Sum(shard.Query{Kind: shard.Columns, Centre: centre})
	if err != nil {
		return nil, err
	}
	if len(sum.Columns) != d.D() {
		return nil, badLength("columns of the shards", len(sum.Columns), "features", d.D())
	}
	for j, c := range sum.Columns {
		isText := d.isText(j)
		switch {
		case c.Name != d.features[j]:
			return nil, fmt.Errorf("lclass: feature %d of the shards is %q, and of like %q; they must be the same", j+1, c.Name, d.features[j])
		case isText && !c.Text:
			return nil, &ValueError{Err: ErrKind, Column: c.Name, Row: -1, Want: []string{"texts"}, remedy: "the shards have numbers there, but like has texts; read the column in the same way"}
		case !isText && c.Text:
			return nil, &ValueError{Err: ErrKind, Column: c.Name, Row: -1, Want: []string{"numbers"}, remedy: "the shards have texts there, but like has numbers; read the column in the same way"}
		}
	}
	return sum.Columns, nil
}

// observe adds up over the samples that are here, about a centre; nil is 0.
func (d *Data) observe(index []int, weight, centre []float64) []shard.Column {
	columns := make([]shard.Column, d.D())
	for j, f := range d.described() {
		columns[j].Name = f.name
		if columns[j].Text = f.categories != nil; columns[j].Text {
			columns[j].Categories, columns[j].Weights = f.categories, make([]float64, len(f.categories))
		} else {
			columns[j].Low, columns[j].High = math.Inf(1), math.Inf(-1)
		}
	}
	for i, x := range d.scan() {
		s := weight[i]
		if !(s > 0) {
			continue
		}
		for _, j := range index {
			c, v := &columns[j], x[j]
			if math.IsNaN(v) {
				c.Gaps++
				continue
			}
			c.Weight += s
			if c.Text {
				c.Weights[int(v)] += s
				continue
			}
			c.Low, c.High = math.Min(c.Low, v), math.Max(c.High, v)
			if centre != nil {
				v -= centre[j]
			}
			c.First += s * v
			c.Second += s * v * v
		}
	}
	return columns
}

// surveyed returns raw data elsewhere with the categories that all shards have together.
func (d *Data) surveyed() (*Data, error) {
	if !d.isRaw() {
		return d, nil
	}
	columns, err := d.observed(nil)
	if err != nil {
		return nil, err
	}
	all := *d
	all.roles, all.gaps = slices.Clone(d.roles), false
	for j, c := range columns {
		if c.Text {
			all.roles[j].categories = append([]string{}, c.Categories...)
		}
		all.gaps = all.gaps || c.Gaps > 0
	}
	return &all, nil
}

// gapsAfter reports whether values may still be missing after steps.
func (d *Data) gapsAfter(steps []fitted) (bool, error) {
	if !d.gaps {
		return false, nil
	}
	columns, err := d.observed(nil)
	if err != nil {
		return false, err
	}
	filled := map[string]bool{}
	for _, s := range steps {
		if s, is := s.(*imputation); is {
			for _, f := range s.Fill {
				filled[f.Column] = true
			}
		}
	}
	return slices.ContainsFunc(columns, func(c shard.Column) bool { return c.Gaps > 0 && !filled[c.Name] }), nil
}

// gapElsewhere returns an error for samples elsewhere that lack values.
func (d *Data) gapElsewhere() error {
	columns, err := d.observed(nil)
	if err != nil {
		return err
	}
	for _, c := range columns {
		if c.Gaps > 0 {
			return &ValueError{Err: ErrMissing, Column: c.Name, Row: -1, Count: c.Gaps, remedy: fmt.Sprintf(notReady, "Impute")}
		}
	}
	return nil
}

// alone returns what can be asked for sums over one feature, of the samples that have it.
// It returns an error if none has.
func (d *Data) alone(step string, j int) (*objective.Objective, error) {
	if d.elsewhere == nil {
		values, weight := d.present(j)
		if len(values) == 0 {
			return nil, noValues(step, d.features[j], d.missingError(j, -1).Count)
		}
		return &objective.Objective{X: rows.NewDense(len(values), 1, values), Weight: weight}, nil
	}
	columns, err := d.observed(nil)
	if err != nil {
		return nil, err
	}
	c := columns[j]
	if c.Weight == 0 {
		return nil, noValues(step, c.Name, c.Gaps)
	}
	return &objective.Objective{Elsewhere: &objective.Elsewhere{N: 1, D: 1, Sum: func(q shard.Query) (*objective.Sum, error) {
		if q.Kind == shard.Range {
			return &objective.Sum{N: 1, Low: []float64{c.Low}, High: []float64{c.High}}, nil
		}
		of := c
		if q.Centre != nil {
			about, err := d.aboutMeans()
			if err != nil {
				return nil, err
			}
			of = about[j]
		}
		return &objective.Sum{N: 1, Weight: of.Weight, First: []float64{of.First}, Second: []float64{of.Second}, Sample: []float64{of.Low}}, nil
	}}}, nil
}

// aboutMeans returns the columns with sums about the means that those about 0 give.
func (d *Data) aboutMeans() ([]shard.Column, error) {
	if d.seen.about == nil {
		columns, err := d.observed(nil)
		if err != nil {
			return nil, err
		}
		mean := make([]float64, len(columns))
		for j, c := range columns {
			if c.Weight > 0 {
				mean[j] = c.First / c.Weight
			}
		}
		if d.seen.about, err = d.ask(mean); err != nil {
			return nil, err
		}
	}
	return d.seen.about, nil
}

// recoded returns the data with the categories of the inputs of a preparation, which are
// those of all shards.
func (d *Data) recoded(inputs []feature) (*Data, error) {
	if !d.hasTexts() {
		return d, nil
	}
	roles, differs := slices.Clone(d.roles), false
	code := make([][]float64, len(roles)) // of each category; −1 if the inputs lack it
	for _, f := range inputs {
		j := slices.Index(d.features, f.name)
		if j < 0 || f.categories == nil || roles[j].categories == nil || slices.Equal(roles[j].categories, f.categories) {
			continue
		}
		at := numbered(f.categories)
		for _, category := range roles[j].categories {
			k, there := at[category]
			if !there {
				k = -1
			}
			code[j] = append(code[j], float64(k))
		}
		roles[j].categories, differs = f.categories, true
	}
	if !differs {
		return d, nil
	}
	return d.with(d.features, roles, false, func(φ, x []float64) error {
		copy(φ, x)
		for j, v := range x {
			if code[j] == nil || math.IsNaN(v) {
				continue
			}
			if φ[j] = code[j][int(v)]; φ[j] < 0 {
				return fmt.Errorf("%w: column %q has the text %q, which no shard had when the categories were collected", ErrChanged, d.features[j], d.roles[j].categories[int(v)])
			}
		}
		return nil
	})
}

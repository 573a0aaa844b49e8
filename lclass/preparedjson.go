package lclass

import (
	"encoding/json"
	"fmt"
)

const (
	preparedFormat  = "lclass.Prepared"
	preparedVersion = 1
)

// preparedJSON is version 1 of the format.
type preparedJSON struct {
	Format   string        `json:"format"`
	Version  int           `json:"version"`
	Features []featureJSON `json:"features"`
	Steps    []stepJSON    `json:"steps"`
}

type featureJSON struct {
	Name   string   `json:"name"`
	Levels []string `json:"levels,omitzero"` // of a column of texts
	Of     string   `json:"of,omitempty"`    // the column that it is made of
	Gap    bool     `json:"gap,omitempty"`   // it stands for its gaps, not for a level
}

// A stepJSON has one field that is not nil.
type stepJSON struct {
	Impute   *imputation `json:"impute,omitempty"`
	OneHot   *oneHot     `json:"one_hot,omitempty"`
	Scale    *scaling    `json:"scale,omitempty"`
	Products *products   `json:"products,omitempty"`
	Radial   *bumps      `json:"radial,omitempty"`
	Select   *selection  `json:"select,omitempty"`
}

// MarshalJSON writes what the steps have learnt, to the last bit, with a format
// name and a version. It is an error if a name is not UTF-8.
func (p *Prepared) MarshalJSON() ([]byte, error) {
	p = p.orNone()
	j := preparedJSON{Format: preparedFormat, Version: preparedVersion, Features: []featureJSON{}, Steps: []stepJSON{}}
	for _, f := range p.inputs {
		if err := checkUTF8(append([]string{f.name}, f.levels...)...); err != nil {
			return nil, err
		}
		j.Features = append(j.Features, featureJSON{f.name, f.levels, f.of, f.gap})
	}
	for _, s := range p.steps {
		var step stepJSON
		switch s := s.(type) {
		case *imputation:
			step.Impute = s
		case *oneHot:
			step.OneHot = s
		case *scaling:
			step.Scale = s
		case *products:
			step.Products = s
		case *bumps:
			step.Radial = s
		case *selection:
			step.Select = s
		}
		j.Steps = append(j.Steps, step)
	}
	return json.Marshal(j)
}

// step returns the one that is there.
func (j stepJSON) step() fitted {
	switch {
	case j.Impute != nil:
		return j.Impute
	case j.OneHot != nil:
		return j.OneHot
	case j.Scale != nil:
		return j.Scale
	case j.Products != nil:
		return j.Products
	case j.Radial != nil:
		return j.Radial
	case j.Select != nil:
		return j.Select
	}
	return nil
}

// UnmarshalJSON reads what MarshalJSON wrote. It is an error if the text is no
// preparation, of a later version, has a step that this version does not know, or
// contradicts itself.
func (p *Prepared) UnmarshalJSON(text []byte) error {
	var j preparedJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return fmt.Errorf("lclass: preparation: %w", err)
	}
	if j.Format != preparedFormat {
		return fmt.Errorf("lclass: preparation: format is %q, not %q", j.Format, preparedFormat)
	}
	if j.Version < 1 || j.Version > preparedVersion {
		return fmt.Errorf("lclass: preparation: version is %d; this lclass reads up to %d, a newer one may read it", j.Version, preparedVersion)
	}
	inputs := make([]feature, len(j.Features))
	for i, f := range j.Features {
		inputs[i] = feature{f.Name, role{f.Levels, f.Of, f.Gap}}
	}
	var steps []fitted
	for i, s := range j.Steps {
		step := s.step()
		if step == nil {
			return fmt.Errorf("lclass: preparation: step %d is of a kind that this lclass does not know; a newer one may read it", i+1)
		}
		steps = append(steps, step)
	}
	read, err := newPrepared(inputs, steps)
	if err != nil {
		return &partError{"preparation", err}
	}
	*p = *read
	return nil
}

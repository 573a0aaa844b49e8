package lclass

import (
	"encoding/json"
	"fmt"

	"linclass/lclass/internal/strictjson"
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
	Name       string   `json:"name"`
	Categories []string `json:"categories,omitzero"` // of a text column
	Of         string   `json:"of,omitempty"`        // the column that it is made of
	Gap        bool     `json:"gap,omitempty"`       // it stands for its gaps, not for a category
}

// A stepJSON has one field that is not nil.
type stepJSON struct {
	Impute   *imputation `json:"impute,omitempty"`
	OneHot   *oneHot     `json:"one_hot,omitempty"`
	Scale    *scaling    `json:"scale,omitempty"`
	Products *products   `json:"products,omitempty"`
	NGrams   *grams      `json:"n_grams,omitempty"`
	Select   *selection  `json:"select,omitempty"`
}

// MarshalJSON writes what the steps have learnt, with a format name and a version.
// Numbers are read back to the last bit. It returns an error if a name is not UTF-8.
func (p *Prepared) MarshalJSON() ([]byte, error) {
	p = p.orNone()
	j := preparedJSON{Format: preparedFormat, Version: preparedVersion, Features: []featureJSON{}, Steps: []stepJSON{}}
	for _, f := range p.inputs {
		if err := checkUTF8(append([]string{f.name}, f.categories...)...); err != nil {
			return nil, err
		}
		j.Features = append(j.Features, featureJSON{f.name, f.categories, f.of, f.gap})
	}
	for _, s := range p.steps {
		var step stepJSON
		step.Impute, _ = s.(*imputation)
		step.OneHot, _ = s.(*oneHot)
		step.Scale, _ = s.(*scaling)
		step.Products, _ = s.(*products)
		step.NGrams, _ = s.(*grams)
		step.Select, _ = s.(*selection)
		j.Steps = append(j.Steps, step)
	}
	return json.Marshal(j)
}

// fitted returns the step, or an error unless there is exactly one.
func (j stepJSON) fitted() (fitted, error) {
	var there []fitted
	for _, s := range []fitted{j.Impute, j.OneHot, j.Scale, j.Products, j.NGrams, j.Select} {
		if !isNil(s) {
			there = append(there, s)
		}
	}
	if len(there) != 1 {
		return nil, fmt.Errorf("the step has %d kinds; it must have exactly one", len(there))
	}
	return there[0], nil
}

// UnmarshalJSON reads what MarshalJSON wrote. It returns a [FileError] if the text is not
// a preparation, has a later version or an unknown step, or is inconsistent, or if a key
// is unknown, missing, repeated or in another case.
func (p *Prepared) UnmarshalJSON(text []byte) error {
	const owner = "lclass: preparation"
	var j preparedJSON
	if err := strictjson.UnmarshalFile(owner, text, &j, headOf(preparedFormat, preparedVersion)); err != nil {
		return err
	}
	inputs := make([]feature, len(j.Features))
	for i, f := range j.Features {
		if err := checkNames("category of "+f.Name, f.Categories); err != nil {
			return strictjson.At(owner, fmt.Sprintf("features[%d].categories", i), err)
		}
		inputs[i] = feature{f.Name, role{f.Categories, f.Of, f.Gap}}
	}
	if err := checkNames("feature", namesOf(inputs)); err != nil {
		return strictjson.At(owner, "features", err)
	}
	var steps []fitted
	read, err := newPrepared(inputs, nil)
	if err != nil {
		return strictjson.At(owner, "features", err)
	}
	for i, s := range j.Steps {
		step, err := s.fitted()
		if err == nil {
			steps = append(steps, step)
			read, err = newPrepared(inputs, steps)
		}
		if err != nil {
			return strictjson.At(owner, fmt.Sprintf("steps[%d]", i), err)
		}
	}
	*p = *read
	return nil
}

package lclass

import (
	"fmt"
	"slices"
)

// frameJSON is what Data.FrameOptions returns.
type frameJSON struct {
	Missing     string              `json:"missing,omitempty"`
	Categories  map[string][]string `json:"categories,omitempty"`
	Means       map[string]float64  `json:"means,omitempty"`
	Raw         bool                `json:"raw,omitempty"`
	Categorical []string            `json:"categorical,omitempty"`
}

// json is the form that models are written in, nil for what is read without
// options.
func (o FrameOptions) json() *frameJSON {
	j := &frameJSON{Categories: o.Categories, Means: o.Means, Raw: o.Raw, Categorical: o.Categorical}
	if o.Missing != MissingIsError {
		j.Missing = o.Missing.String()
	}
	if j.Missing == "" && len(j.Categories) == 0 && len(j.Means) == 0 && !j.Raw && len(j.Categorical) == 0 {
		return nil
	}
	return j
}

func (j *frameJSON) options() (FrameOptions, error) {
	if j == nil {
		return FrameOptions{}, nil
	}
	o := FrameOptions{Categories: j.Categories, Means: j.Means, Raw: j.Raw, Categorical: j.Categorical}
	if j.Missing != "" {
		policy := slices.Index(missingNames, j.Missing)
		if policy < 0 {
			return o, fmt.Errorf("frame.missing is %q; it must be one of %q", j.Missing, missingNames)
		}
		o.Missing = Missing(policy)
	}
	if o.Missing == ImputeMean && o.Means == nil {
		o.Means = map[string]float64{} // none, rather than those of the frame to be read
	}
	return o, nil
}

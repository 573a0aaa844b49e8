package lclass

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// arranged returns the data with the features that owner, such as the model,
// has, in its order. They are found by name, and others are left out. Features
// without names of their own, x1 … xd, are those of the owner in their order if
// they are as many. It is a [ColumnError] if some are not there.
func (d *Data) arranged(owner string, names []string) (*Data, error) {
	if slices.Equal(names, d.features) {
		return d, nil
	}
	at := numbered(d.features)
	var missing []string
	index := make([]int, len(names))
	for i, name := range names {
		j, there := at[name]
		if !there {
			missing = append(missing, name)
		}
		index[i] = j
	}
	switch {
	case missing == nil:
		return d.picked(index)
	case len(names) == len(d.features) && isDefault(d.features):
		return d.WithFeatures(names...)
	}
	return nil, &ColumnError{owner: owner, Missing: missing, need: slices.Clone(names), Have: d.Features()}
}

// picked returns the data with some of their features, in that order.
func (d *Data) picked(index []int) (*Data, error) {
	return d.with(pick(d.features, index), pick(d.roles, index), !d.isDense(), func(φ, x []float64) error {
		for i, j := range index {
			φ[i] = x[j]
		}
		return nil
	})
}

// isDefault reports whether the names are x1 … xd.
func isDefault(names []string) bool {
	for j, name := range names {
		if name != "x"+strconv.Itoa(j+1) {
			return false
		}
	}
	return true
}

// alike returns the name that differs from the wanted one in nothing but case,
// spaces and signs, "" if there is none or more than one.
func alike(wanted string, names []string) string {
	var found []string
	for _, name := range names {
		if name != wanted && letters(name) == letters(wanted) {
			found = append(found, name)
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// letters returns the letters and digits of a name in lower case.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

package lclass

import (
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"
)

// checkUTF8 refuses names that JSON cannot hold, as it would write others in
// their place.
func checkUTF8(names ...string) error {
	for _, name := range names {
		if !utf8.ValidString(name) {
			return fmt.Errorf("lclass: %q is not UTF-8, and JSON holds no other text; read the data from a file that is converted to UTF-8", name)
		}
	}
	return nil
}

// texts returns all names and categories of the options.
func (o FrameOptions) texts() []string {
	all := slices.Concat(o.Categorical, slices.Collect(maps.Keys(o.Categories)), slices.Collect(maps.Keys(o.Means)))
	for _, categories := range o.Categories {
		all = append(all, categories...)
	}
	slices.Sort(all)
	return all
}

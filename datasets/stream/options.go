package stream

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"linclass/internal/brief"
	"linclass/internal/invalid"
	"linclass/lclass"
)

// Options assign roles to the columns of a table and say how they are read.
type Options struct {
	// Target names the column to predict. If Categories has it, its classes are those
	// categories, in their order, and any other value is an error. Otherwise the first
	// block decides:
	//
	//   - Texts are classes in alphabetical order. A text that is not in the first
	//     block is an error.
	//   - Numbers are numbers, and a text further down is an error. Integers, up to 1000
	//     different ones, are classes as well, in increasing order. A new integer further
	//     down is a new class, because it may be a count.
	//
	// A mix of numbers and texts is an error, and so are cells that are empty, NA or NaN.
	// Digits that begin with 0, such as 007, and those that float64 would round, from 2⁵³
	// on, are texts. Integer classes are named by their digits: 1.0 is the class "1". To
	// have both 1 and 1.0 is then an error.
	Target string
	// Features names the columns to predict from. Nil means all columns except the target,
	// the weight and the offset. Without Categories and Raw they are numbers. An integer
	// that float64 would round is an error. So is one with zeros in front, such as 007, if
	// another one of the column is shorter, as these may be codes: 007 and 7 are the same
	// number.
	Features []string
	// Weight names a column with sample weights, such as counts. If it is empty, every
	// sample has weight 1.
	Weight string
	// Offset names a column with an offset of each sample, as in
	// [lclass.Data.WithOffset]. If it is empty there is none.
	Offset string
	// Categories are the categories of text columns, the reference first: L categories
	// become L−1 features 0 or 1, named "carrier[DL]". A text that is not among them is
	// [lclass.ErrUnknownCategory]. A category that is repeated, or has blanks around it, is
	// an error.
	Categories map[string][]string
	// Raw keeps each feature as it is, for a [lclass.Pipeline] with Impute and OneHot.
	// Text columns stay texts, also without Categories. Cells that are empty, NA or NaN
	// are missing values, unless Categories has that text. All data are then in memory,
	// and the target is read as by [lclass.FromFrame].
	Raw bool
	// Categorical names text columns whose texts look like numbers, such as postcodes, for
	// Raw.
	Categorical []string
	// BlockRows is the number of rows that are read at a time, rounded up to a multiple of
	// 256; 0 means blocks of about 4 MB, or 524,288 numbers.
	BlockRows int
}

// A beside is the weight or the offset: a column of numbers that is not a feature.
type beside struct {
	role, name string
	column     int
}

// columns resolves the names of a table.
func (o Options) columns(names []string) (target int, others []beside, features []feature, err error) {
	at := make(map[string]int, len(names))
	for i, name := range names {
		if _, twice := at[name]; twice {
			return 0, nil, nil, invalid.Reworded(&lclass.ValueError{Column: name, Row: -1}, "two columns are called %q; their names must differ", brief.Text(name))
		}
		at[name] = i
	}
	find := func(name string) (int, error) {
		if i, ok := at[name]; ok {
			return i, nil
		}
		return 0, &lclass.ColumnError{Missing: []string{name}, Have: names}
	}
	if o.BlockRows < 0 {
		return 0, nil, nil, invalid.Setting("lclass: Options.BlockRows", o.BlockRows, "it must not be negative")
	}
	if o.Target == "" {
		return 0, nil, nil, invalid.Setting("lclass: Options.Target", nil, "name the column to predict, one of %s", shortList(names))
	}
	if target, err = find(o.Target); err != nil {
		return 0, nil, nil, err
	}
	used := map[string]bool{o.Target: true}
	use := func(setting, name string) (int, error) {
		if used[name] {
			return 0, twice(setting, name)
		}
		used[name] = true
		return find(name)
	}
	for _, other := range []struct{ setting, role, name string }{{"Options.Weight", "weight", o.Weight}, {"Options.Offset", "offset", o.Offset}} {
		if other.name == "" {
			continue
		}
		column, err := use(other.setting, other.name)
		if err != nil {
			return 0, nil, nil, err
		}
		others = append(others, beside{other.role, other.name, column})
	}
	chosen := o.Features
	if len(chosen) == 0 {
		for _, name := range names {
			if !used[name] {
				chosen = append(chosen, name)
			}
		}
	}
	for _, name := range chosen {
		column, err := use("Options.Features", name)
		if err != nil {
			return 0, nil, nil, err
		}
		features = append(features, feature{name: name, column: column, categories: newCategories(o.Categories[name])})
	}
	if !o.Raw && o.Categorical != nil {
		return 0, nil, nil, invalid.Setting("lclass: Options.Categorical", o.Categorical, "it needs Raw; otherwise name the categories in Categories")
	}
	for _, name := range slices.Sorted(maps.Keys(o.Categories)) {
		categories := o.Categories[name]
		if !used[name] {
			return 0, nil, nil, invalid.Worded("Options.Categories", name, "Options.Categories names column %q, which is neither feature nor target", name)
		}
		if name == o.Weight || name == o.Offset || len(categories) < 2 {
			return 0, nil, nil, invalid.Worded("Options.Categories", categories, "Options.Categories has %q for column %q; a column of texts has two categories or more", categories, name)
		}
		if err := checkCategories(name, categories); err != nil {
			return 0, nil, nil, err
		}
	}
	return target, others, features, nil
}

// checkCategories refuses categories that are repeated, or that no cell can have.
func checkCategories(column string, categories []string) error {
	setting := fmt.Sprintf("Options.Categories[%q]", column)
	before := make(map[string]bool, len(categories))
	for _, category := range categories {
		if before[category] {
			return invalid.Worded(setting, category, "%s has %q twice; name each category once", setting, brief.Text(category))
		}
		if strings.TrimSpace(category) != category {
			return invalid.Worded(setting, category, "%s has %q, and cells are read without the blanks around them; remove them here", setting, brief.Text(category))
		}
		before[category] = true
	}
	return nil
}

func twice(setting, name string) error {
	return invalid.Worded(setting, name, "column %q is used twice, as feature, target, weight or offset", name)
}

package lclass

import (
	"fmt"
	"slices"
)

// DropEmptyClasses returns the data without the classes that have no samples,
// such as are left after [Data.Subset]; samples of weight 0 do not count and go
// with their class. The others keep their order, and the numbers of a target of
// numbers stay. Data without empty classes are returned as they are.
func (d *Data) DropEmptyClasses() *Data {
	d = d.orNone()
	absent := d.absent()
	if absent == nil {
		return d
	}
	number := make([]int, d.K())
	var classes []string
	for k, class := range d.classes {
		number[k] = len(classes)
		if slices.Contains(absent, class) {
			number[k] = -1
			continue
		}
		classes = append(classes, class)
	}
	var index []int
	for i, k := range d.t {
		if number[k] >= 0 {
			index = append(index, i)
		}
	}
	out := d.Subset(index)
	out.classes = classes
	for i, k := range out.t {
		out.t[i] = number[k]
	}
	return out
}

// withoutEmpty is the remedy, for a message, against classes without samples;
// empty if there are none.
func (d *Data) withoutEmpty() string {
	absent := d.absent()
	if absent == nil {
		return ""
	}
	return fmt.Sprintf("; %s have no samples, leave them out with Data.DropEmptyClasses", abbreviate(absent))
}

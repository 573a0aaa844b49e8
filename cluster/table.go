package cluster

import (
	"fmt"
	"slices"
	"strconv"

	"linclass/lclass"
)

// A Table describes the columns of all shards. They must agree in it.
type Table struct {
	Features []string
	Target   string
	Classes  []string // nil if the target is no class
	Numeric  bool     // the target is a number
	Offset   bool     // the samples have offsets
}

func tableOf(d *lclass.Data) Table {
	return Table{d.Features(), d.Target(), d.Classes(), d.Y() != nil, d.Offset() != nil}
}

// differs says how another table differs, "" if it does not.
func (t Table) differs(other Table) string {
	switch {
	case len(t.Features) != len(other.Features):
		return fmt.Sprintf("it has %d features, not %d", len(other.Features), len(t.Features))
	case !slices.Equal(t.Features, other.Features):
		j := 0
		for t.Features[j] == other.Features[j] {
			j++
		}
		return fmt.Sprintf("its feature %d is %q, not %q", j+1, other.Features[j], t.Features[j])
	case t.Target != other.Target:
		return fmt.Sprintf("its target is %q, not %q", other.Target, t.Target)
	case t.Numeric != other.Numeric:
		return "its target is numeric where that of others is not, or the reverse"
	case !t.Numeric && !slices.Equal(t.Classes, other.Classes):
		return fmt.Sprintf("its classes are %q, not %q; name them all where the worker starts", other.Classes, t.Classes)
	case t.Offset != other.Offset:
		return "some shards have offsets and others do not"
	}
	return ""
}

// data returns samples with these columns, which FitShards never looks at.
func (t Table) data() (*lclass.Data, error) {
	n := max(2, len(t.Classes))
	x := lclass.Blocks{N: n, D: len(t.Features), Features: t.Features, Read: func([]float64, int, int) error { return nil }}
	var d *lclass.Data
	var err error
	if t.Numeric {
		y := make([]float64, n)
		for i := range y {
			y[i] = float64(i) + 0.5
			if i < len(t.Classes) {
				if y[i], err = strconv.ParseFloat(t.Classes[i], 64); err != nil {
					return nil, fmt.Errorf("cluster: class %q of target %q is no number", t.Classes[i], t.Target)
				}
			}
		}
		d, err = lclass.RegressionFromMatrix(x, y)
	} else {
		class := make([]int, n)
		for i := range class {
			class[i] = min(i, len(t.Classes)-1)
		}
		d, err = lclass.FromMatrix(x, class, t.Classes)
	}
	if err == nil && t.Offset {
		offset := make([]float64, n)
		offset[0] = 1
		d, err = d.WithOffset(offset)
	}
	if err != nil {
		return nil, err
	}
	return d.WithTarget(t.Target), nil
}

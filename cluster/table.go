package cluster

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"linclass/lclass"
)

// A Table describes the columns of all shards. All shards must have the same Table.
type Table struct {
	Features []string
	Target   string
	Classes  []string // nil if the target is no class, or if Mixed
	Mixed    string   // how the classes of a numeric target differ between shards, "" if they do not
	Numeric  bool     // the target is a number
	Offset   bool     // the samples have offsets
	Raw      bool     // the features may be texts or missing
	Texts    []string // the features that are texts
	// ZeroBased is Files.ZeroBased.
	ZeroBased bool
}

func tableOf(h *held) Table {
	d := h.data
	t := Table{
		Features: d.Features(), Target: d.Target(), Classes: d.Classes(), Numeric: d.Y() != nil,
		Offset: d.Offset() != nil, Raw: h.raw, ZeroBased: h.zeroBased,
	}
	for _, name := range t.Features {
		if _, isText := d.Categories()[name]; isText && h.raw {
			t.Texts = append(t.Texts, name)
		}
	}
	return t
}

// join returns the table of shards of both tables, or [ErrTables]. The classes of a
// numeric target may differ, because it may be meant as a number: see Mixed.
func (t Table) join(other Table, its, others string) (Table, error) {
	if what := t.differs(other); what != "" {
		return t, fmt.Errorf("%w: %s differs from %s: %s", ErrTables, its, others, what)
	}
	if t.Mixed != "" {
		return t, nil
	}
	if t.Mixed = other.Mixed; t.Mixed == "" && !slices.Equal(t.Classes, other.Classes) {
		t.Mixed = fmt.Sprintf("%s differs from %s: %s", its, others, t.otherClasses(other))
	}
	if t.Mixed != "" {
		t.Classes = nil
	}
	return t, nil
}

// fits returns [ErrTables] if a specification needs the classes of a target of which
// shards have different ones.
func (t Table) fits(s Spec) error {
	if t.Mixed == "" || s.Learner == "LinearRegression" {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrTables, t.Mixed)
}

// otherClasses says how the classes of another table differ.
func (t Table) otherClasses(other Table) string {
	if t.Classes == nil || other.Classes == nil {
		return "its target is a measured number, where that of others is a class, or the reverse; use LinearRegression, or correct the files"
	}
	return fmt.Sprintf("its classes are %s, not %s; name them all where the worker starts, with --classes or Files.Classes", list(other.Classes), list(t.Classes))
}

// list quotes ten names.
func list(names []string) string {
	if len(names) > 10 {
		return fmt.Sprintf("%q … %q", names[:9], names[len(names)-1:])
	}
	return fmt.Sprintf("%q", names)
}

// differs says how another table differs, "" if it does not or in a numeric target alone.
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
	case t.Raw != other.Raw:
		return "it is raw and others are not, or the reverse; start all workers with the same Columns.Raw"
	case !slices.Equal(t.Texts, other.Texts):
		return fmt.Sprintf("its columns of texts are %q, not %q; name them in Columns.Categorical where the worker starts", other.Texts, t.Texts)
	case t.Target != other.Target:
		return fmt.Sprintf("its target is %q, not %q", other.Target, t.Target)
	case t.Numeric != other.Numeric:
		return "its target is numeric where that of others is not, or the reverse"
	case !t.Numeric && !slices.Equal(t.Classes, other.Classes):
		return t.otherClasses(other)
	case t.Offset != other.Offset:
		return "some shards have offsets and others do not"
	case t.ZeroBased != other.ZeroBased:
		return "its indices of features begin at 0 and those of others at 1, or the reverse; start all workers with --zero-based (Files.ZeroBased), or none"
	}
	return ""
}

// data returns samples with these columns, which FitShards never looks at.
func (t Table) data() (*lclass.Data, error) {
	if t.Raw {
		return t.rawData()
	}
	n := max(2, len(t.Classes))
	x := lclass.Blocks{N: n, D: len(t.Features), Features: t.Features, Read: func([]float64, int, int) error { return nil }}
	var d *lclass.Data
	var err error
	if t.Numeric {
		y, err := t.numbers(n)
		if err != nil {
			return nil, err
		}
		if d, err = lclass.RegressionFromMatrix(x, y); err != nil {
			return nil, err
		}
	} else {
		class := make([]int, n)
		for i := range class {
			class[i] = min(i, len(t.Classes)-1)
		}
		d, err = lclass.FromMatrix(x, class, t.Classes)
	}
	if err == nil {
		d, err = t.withOffset(d)
	}
	if err != nil {
		return nil, err
	}
	return d.WithTarget(t.Target), nil
}

// numbers returns n values of a numeric target, all classes among them.
func (t Table) numbers(n int) ([]float64, error) {
	y := make([]float64, n)
	for i := range y {
		y[i] = float64(i) + 0.5
		if i < len(t.Classes) {
			var err error
			if y[i], err = strconv.ParseFloat(t.Classes[i], 64); err != nil {
				return nil, fmt.Errorf("cluster: class %q of target %q is not a number", t.Classes[i], t.Target)
			}
		}
	}
	return y, nil
}

func (t Table) withOffset(d *lclass.Data) (*lclass.Data, error) {
	if !t.Offset {
		return d, nil
	}
	offset := make([]float64, d.N())
	offset[0] = 1
	return d.WithOffset(offset)
}

// rawData is data for features that may be texts.
func (t Table) rawData() (*lclass.Data, error) {
	n := max(2, len(t.Classes))
	f := frame{}
	o := lclass.Columns{Target: t.Target, Features: t.Features, Raw: true, Categorical: t.Texts}
	for _, name := range t.Features {
		f[name] = make(column, n)
		for i := range n {
			f[name][i] = strconv.Itoa(i)
		}
	}
	f[t.Target] = make(column, n)
	if t.Numeric {
		y, err := t.numbers(n)
		if err != nil {
			return nil, err
		}
		for i, v := range y {
			f[t.Target][i] = strconv.FormatFloat(v, 'f', -1, 64)
		}
	} else {
		o.Categories = map[string][]string{t.Target: t.Classes}
		for i := range n {
			f[t.Target][i] = t.Classes[min(i, len(t.Classes)-1)]
		}
	}
	d, err := lclass.FromFrame(f, o)
	if err != nil {
		return nil, err
	}
	return t.withOffset(d)
}

// A frame is columns by their names.
type frame map[string]column

// Names implements lclass.Frame.
func (f frame) Names() []string { return slices.Sorted(maps.Keys(f)) }

// Col implements lclass.Frame.
func (f frame) Col(name string) column { return f[name] }

// A column has numbers or texts, as texts.
type column []string

// Len implements lclass.Column.
func (c column) Len() int { return len(c) }

// Records implements lclass.Column.
func (c column) Records() []string { return c }

// IsNaN implements lclass.Column.
func (c column) IsNaN() []bool { return make([]bool, len(c)) }

// Float implements lclass.Column.
func (c column) Float() []float64 {
	v := make([]float64, len(c))
	for i, text := range c {
		var err error
		if v[i], err = strconv.ParseFloat(text, 64); err != nil {
			v[i] = math.NaN()
		}
	}
	return v
}

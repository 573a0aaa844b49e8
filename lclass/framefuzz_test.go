package lclass_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"linclass/lclass"
)

// sheetOf reads a table of the form "name,name\nvalue,value\n…". Lines may have
// too few values, and names may be the same.
func sheetOf(text string) sheet {
	lines := strings.Split(text, "\n")
	s := sheet{values: map[string]cells{}}
	for j, name := range strings.Split(lines[0], ",") {
		s.names = append(s.names, name)
		column := cells{}
		for _, line := range lines[1:] {
			values := strings.Split(line, ",")
			if j < len(values) {
				column = append(column, values[j])
			}
		}
		s.values[name] = column
	}
	return s
}

// Any frame is read, or refused by an error. What has been read is finite, has the
// classes that it says, and comes out the same when it is read again as a later
// frame.
func FuzzFromFrame(f *testing.F) {
	for _, text := range []string{
		"t,x,y\nyes,1,a\nno,2,b\nyes,-3e9,a",
		"t,x\n1,true\n0,false\n1,",
		"t,x,w\n1.5,007,1\n2.5,x,0\n3.5,,2",
		"t,t\n1,2", "", "\n\n", "x\nNaN\nInf\n1e999", "t,x\na\nb,1",
	} {
		for _, options := range []byte{0, 1, 2, 32} {
			f.Add(text, options)
		}
	}
	f.Fuzz(func(t *testing.T, text string, options byte) {
		s := sheetOf(text)
		o := lclass.Columns{DropMissing: options&1 != 0, Raw: options&32 != 0}
		if slices.Contains(s.names, "w") && options&4 != 0 {
			o.Weight = "w"
		}
		if options&8 != 0 {
			o.Categorical = s.names[:1]
		}
		target := s.names[len(s.names)-1]
		if options&16 != 0 {
			target = ""
		}
		d, err := lclass.FromFrame(s, columns(o, target))
		if err != nil {
			if len(err.Error()) == 0 {
				t.Error("an error says nothing")
			}
			return
		}
		for i, row := range d.Rows() {
			for j, v := range row {
				if math.IsNaN(v) && !o.Raw || math.IsInf(v, 0) {
					t.Fatalf("sample %d has %s = %v", i, d.Features()[j], v)
				}
			}
		}
		for i, class := range d.T() {
			if class < 0 || class >= d.K() {
				t.Fatalf("sample %d has class %d of %d", i, class, d.K())
			}
		}
		if d.D() == 0 && d.T() == nil && d.Y() == nil {
			return // no column is left to read
		}
		for _, categories := range d.Categories() {
			if o.DropMissing && len(categories) == 1 {
				return // the column has no feature, so that later its missing values drop no sample
			}
		}
		again, err := lclass.FromFrame(s, lclass.Columns{Like: d, Weight: o.Weight, DropMissing: o.DropMissing})
		if err != nil {
			t.Fatalf("read again: %v", err)
		}
		if got, want := fmt.Sprint(again.Features(), again.Classes(), again.Matrix(), again.T(), again.Y()), fmt.Sprint(d.Features(), d.Classes(), d.Matrix(), d.T(), d.Y()); got != want {
			t.Fatalf("read again: %s\nbefore: %s", got, want)
		}
		if o.Raw && !o.DropMissing && d.K() > 1 {
			readsAgain(t, s, d)
		}
	})
}

// readsAgain fits a pipeline, which finds in its own frame what it was fitted on,
// and in one with other values an error or finite scores.
func readsAgain(t *testing.T, s sheet, d *lclass.Data) {
	t.Helper()
	m, err := lclass.Pipeline{
		Prepare: []lclass.Preparation{lclass.Impute{Indicator: true}, lclass.OneHot{AllowUnknown: true}, lclass.MinMax{}},
		Of:      lclass.Perceptron{Epochs: 1},
	}.Fit(d)
	if err != nil {
		return
	}
	read, err := lclass.FromFrame(s, lclass.Columns{Like: m})
	if err != nil {
		t.Fatalf("read for its model: %v", err)
	}
	if got, want := fmt.Sprint(read.Features(), read.Matrix()), fmt.Sprint(d.Features(), d.Matrix()); got != want {
		t.Fatalf("read for its model: %s\nbefore: %s", got, want)
	}
	changed := sheet{s.names, map[string]cells{}}
	for at, name := range s.names {
		changed.values[name] = slices.Clone(s.values[s.names[(at+1)%len(s.names)]])
		slices.Reverse(changed.values[name])
	}
	if read, err = lclass.FromFrame(changed, lclass.Columns{Like: m}); err != nil {
		return
	}
	if z, err := m.Scores(read); err == nil && !isFinite(z.RawMatrix().Data) {
		t.Fatalf("scores %v", z.RawMatrix().Data)
	}
}

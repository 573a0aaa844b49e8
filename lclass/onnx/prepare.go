package onnx

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"linclass/lclass"
)

// features are the features of the samples between two steps, in the order of lclass.
type features struct {
	names []string
	x     string // the matrix of all numbers so far
	wide  int    // its columns
	at    []place
	// checks are columns of 0, or NaN where lclass returns an error: those of text columns
	// with one category, which gives no feature.
	checks []int
}

// A place is a column of the matrix of numbers, or a text column.
type place struct {
	number int
	text   *textColumn
}

// A textColumn is an n×1 matrix of texts. An empty text stands for fill, if that is set.
type textColumn struct {
	column string
	fill   string
}

// numbers returns the columns of all features, which are numbers.
func (f *features) numbers() []int {
	index := make([]int, len(f.at))
	for i, p := range f.at {
		index[i] = p.number
	}
	return index
}

func (f *features) place(name string) *place { return &f.at[slices.Index(f.names, name)] }

// prepare adds the inputs and the steps of the preparation, as the file of a model
// describes them.
func (g *graph) prepare(m *lclass.Model, d int) (*features, error) {
	var file struct {
		Format   string            `json:"format"`
		Version  int               `json:"version"`
		Features []json.RawMessage `json:"features"`
		Steps    []json.RawMessage `json:"steps"`
	}
	var categories map[string][]string
	f := &features{names: m.Features}
	if f.names == nil {
		for j := range d {
			f.names = append(f.names, fmt.Sprintf("x%d", j+1))
		}
	}
	if m.Preparation != nil {
		text, err := json.Marshal(m.Preparation)
		if err != nil {
			return nil, fmt.Errorf("onnx: %w", err)
		}
		if err := json.Unmarshal(text, &file); err != nil {
			return nil, fmt.Errorf("onnx: %w", err)
		}
		f.names, categories = m.Preparation.Inputs(), m.Preparation.Categories()
	}
	g.input(f, categories)
	steps := file.Steps
	for i, s := range steps {
		if err := g.step(f, s); err != nil {
			return nil, fmt.Errorf("%w: step %d of the preparation", err, i+1)
		}
		file.Steps = steps[:i+1]
		var upTo lclass.Prepared
		text, err := json.Marshal(file)
		if err == nil {
			err = json.Unmarshal(text, &upTo)
		}
		if err != nil {
			return nil, fmt.Errorf("onnx: %w", err)
		}
		f.names = upTo.Outputs()
	}
	for i, p := range f.at {
		if p.text != nil {
			return nil, fmt.Errorf("%w: no step encodes the text column %q", ErrUnsupported, f.names[i])
		}
	}
	return f, nil
}

// input adds the inputs: texts are those with categories.
func (g *graph) input(f *features, categories map[string][]string) {
	for _, name := range f.names {
		if categories[name] == nil {
			f.at = append(f.at, place{number: len(g.numberNames)})
			g.numberNames = append(g.numberNames, name)
			continue
		}
		column := g.columns("texts", []int{len(g.textNames)})
		f.at = append(f.at, place{text: &textColumn{column: column}})
		g.textNames = append(g.textNames, name)
	}
	if f.wide = len(g.numberNames); f.wide > 0 {
		f.x = "numbers"
		g.inputs = append(g.inputs, value("numbers", doubleType, f.wide))
	}
	if len(g.textNames) > 0 {
		g.inputs = append(g.inputs, value("texts", stringType, len(g.textNames)))
	}
}

// append adds columns to the matrix of numbers and returns the number of the first one.
func (g *graph) append(f *features, x string, columns int) int {
	first := f.wide
	if f.wide += columns; first == 0 {
		f.x = x
	} else {
		f.x = g.node("Concat", f.x, x, integer("axis", 1))
	}
	return first
}

// A step is a fitted step, as the file of a model has it.
type step struct {
	Impute *struct {
		Fill []struct {
			Column string
			Number float64
			Text   string
		}
		Indicators []string
	}
	OneHot *struct {
		Columns []encoding
	} `json:"one_hot"`
	Scale *struct {
		Columns      []string
		Shift, Scale []float64
	}
	Products *struct {
		Columns []string
		Factors [][]int
	}
	Select *struct {
		Columns []string
	}
}

type encoding struct {
	Column     string
	Categories []string
	Rare       []string
	KeepAll    bool `json:"keep_all"`
	Unknown    string
}

func (g *graph) step(f *features, text []byte) error {
	var s step
	if err := json.Unmarshal(text, &s); err != nil {
		return fmt.Errorf("onnx: %w", err)
	}
	switch {
	case s.Impute != nil:
		g.impute(f, &s)
	case s.OneHot != nil:
		g.encode(f, s.OneHot.Columns)
	case s.Scale != nil:
		shift, scale := make([]float64, f.wide), slices.Repeat([]float64{1}, f.wide)
		for i, name := range s.Scale.Columns {
			j := f.place(name).number
			shift[j], scale[j] = s.Scale.Shift[i], s.Scale.Scale[i]
		}
		f.x = g.node("Div", g.node("Sub", f.x, g.doubles(shift, 1, f.wide)), g.doubles(scale, 1, f.wide))
	case s.Products != nil:
		g.products(f, s.Products.Columns, s.Products.Factors)
	case s.Select != nil:
		var at []place
		for _, name := range s.Select.Columns {
			at = append(at, *f.place(name))
		}
		f.at = at
	default:
		return ErrUnsupported
	}
	return nil
}

// impute fills the gaps of numbers, remembers what fills those of texts, and adds the
// indicators of gaps.
func (g *graph) impute(f *features, s *step) {
	before, wide := f.x, f.wide
	var indicators []place
	for _, name := range s.Impute.Indicators {
		p := f.place(name)
		var gap string
		if p.text == nil {
			gap = g.node("Cast", g.node("IsNaN", g.columns(before, []int{p.number})), integer("to", doubleType))
		} else {
			code := g.node("LabelEncoder", p.text.column, textList("keys_strings", []string{""}), integerList("values_int64s", []int{1}), integer("default_int64", 0))
			gap = g.node("Cast", code, integer("to", doubleType))
		}
		indicators = append(indicators, place{number: g.append(f, gap, 1)})
	}
	if wide > 0 {
		fill := slices.Repeat([]float64{math.NaN()}, f.wide)
		for _, c := range s.Impute.Fill {
			if p := f.place(c.Column); p.text == nil {
				fill[p.number] = c.Number
			}
		}
		f.x = g.node("Where", g.node("IsNaN", f.x), g.doubles(fill, 1, f.wide), f.x)
	}
	for _, c := range s.Impute.Fill {
		if p := f.place(c.Column); p.text != nil && p.text.fill == "" {
			p.text = &textColumn{p.text.column, c.Text}
		}
	}
	f.at = append(f.at, indicators...)
}

// encode replaces text columns by the features of their categories. Each text is a row of
// a table, which has NaN where lclass returns an error.
func (g *graph) encode(f *features, columns []encoding) {
	made := map[*textColumn][]place{}
	for _, c := range columns {
		t := f.place(c.Column).text
		shift := 1
		if c.KeepAll {
			shift = 0
		}
		width := max(0, len(c.Categories)-shift)
		columns := max(1, width)
		row := func(category int) []float64 { // the features of a category, −1 for the reference
			v := make([]float64, columns)
			if at := category - shift; at >= 0 && at < width {
				v[at] = 1
			}
			return v
		}
		refused := slices.Repeat([]float64{math.NaN()}, columns)
		rare := slices.Index(c.Categories, "rare")
		of := func(text string) []float64 {
			known, merged := slices.Index(c.Categories, text), slices.Contains(c.Rare, text)
			switch {
			case merged:
				return row(rare)
			case known >= 0 && (known != rare || c.Rare == nil):
				return row(known)
			case c.Unknown == "rare" && c.Rare != nil:
				return row(rare)
			case c.Unknown != "":
				return row(-1)
			}
			return refused
		}
		keys := append([]string{""}, c.Categories...)
		if c.Rare != nil {
			keys = append(slices.Delete(keys, rare+1, rare+2), c.Rare...)
		}
		var codes []int
		var table []float64
		for i, key := range keys {
			codes = append(codes, i)
			switch {
			case key != "":
				table = append(table, of(key)...)
			case t.fill != "":
				table = append(table, of(t.fill)...)
			default:
				table = append(table, refused...)
			}
		}
		table = append(table, of("\x00")...) // of a text that is not known
		made[t] = []place{}
		code := g.node("LabelEncoder", t.column, textList("keys_strings", keys), integerList("values_int64s", codes), integer("default_int64", len(keys)))
		code = g.node("Reshape", code, g.integers([]int{-1}))
		first := g.append(f, g.node("Gather", g.doubles(table, len(keys)+1, columns), code, integer("axis", 0)), columns)
		if width == 0 {
			f.checks = append(f.checks, first)
		}
		for i := range width {
			made[t] = append(made[t], place{number: first + i})
		}
	}
	var at []place
	for _, p := range f.at {
		if features, encoded := made[p.text]; p.text != nil && encoded {
			at = append(at, features...)
		} else {
			at = append(at, p)
		}
	}
	f.at = at
}

// products adds products of features, those with as many factors together.
func (g *graph) products(f *features, columns []string, factors [][]int) {
	places := make([]place, len(factors))
	most := 0
	for _, p := range factors {
		most = max(most, len(p))
	}
	x := f.x
	for size := 1; size <= most; size++ {
		var which []int
		index := make([][]int, size)
		for i, p := range factors {
			if len(p) == size {
				which = append(which, i)
				for k, c := range p {
					index[k] = append(index[k], f.place(columns[c]).number)
				}
			}
		}
		if which == nil {
			continue
		}
		product := g.columns(x, index[0])
		for _, more := range index[1:] {
			product = g.node("Mul", product, g.columns(x, more))
		}
		first := g.append(f, product, len(which))
		for k, i := range which {
			places[i] = place{number: first + k}
		}
	}
	f.at = append(f.at, places...)
}

package rows

// A Builder makes a sparse table of float64 values, entry by entry and row
// after row. The zero value is ready to use.
type Builder struct {
	Rows   int // how many are to come, as far as it is known
	Values int // and how many values, in the first MaxColumns columns
	rows   int
	next   int                // the least column that may come next in the row
	panels []*Sparse[float64] // of MaxColumns columns each, as far as they have values
}

// Add appends value v in a column to the row that is being built. The columns
// of a row must come in increasing order and below MaxWide; a v of 0 is
// left out.
func (b *Builder) Add(column int, v float64) {
	if v == 0 {
		return
	}
	if column < b.next || column >= MaxWide {
		panic("rows: columns of a row must increase, below MaxWide")
	}
	b.next = column + 1
	at := column / MaxColumns
	b.widen(at + 1)
	p := b.panels[at]
	p.column = append(p.column, uint16(column%MaxColumns))
	p.value = append(p.value, v)
}

// widen makes panels until there are so many.
func (b *Builder) widen(panels int) {
	for len(b.panels) < panels {
		p := &Sparse[float64]{scale: 1, start: make([]int, 1+b.rows, 1+max(b.rows, b.Rows))}
		if len(b.panels) == 0 {
			p.column, p.value = make([]uint16, 0, b.Values), make([]float64, 0, b.Values)
		}
		b.panels = append(b.panels, p)
	}
}

// EndRow ends the row that is being built.
func (b *Builder) EndRow() {
	b.rows++
	b.next = 0
	for _, p := range b.panels {
		p.start = append(p.start, len(p.value))
	}
}

// Sparse returns the table of the rows so far, with d columns: a [Sparse], or a [Wide]
// if it has more than MaxColumns. The builder must not be used after that.
func (b *Builder) Sparse(d int) Rows {
	b.widen(max(1, (d+MaxColumns-1)/MaxColumns))
	for at, p := range b.panels {
		p.d = min(d-at*MaxColumns, MaxColumns)
	}
	if d <= MaxColumns {
		return b.panels[0]
	}
	return &Wide{d: d, panels: b.panels}
}

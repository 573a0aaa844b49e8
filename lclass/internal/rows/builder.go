package rows

// A Builder makes a sparse table of float64 values, entry by entry and row
// after row. The zero value is ready to use.
type Builder struct {
	end    []int // of each row
	column []uint16
	value  []float64
}

// Add appends value v in a column to the row that is being built. The columns
// of a row must come in increasing order and below MaxColumns; a v of 0 is
// left out.
func (b *Builder) Add(column int, v float64) {
	if v == 0 {
		return
	}
	var start int
	if len(b.end) > 0 {
		start = b.end[len(b.end)-1]
	}
	if column < 0 || column >= MaxColumns || len(b.column) > start && column <= int(b.column[len(b.column)-1]) {
		panic("rows: columns of a row must increase, below MaxColumns")
	}
	b.column = append(b.column, uint16(column))
	b.value = append(b.value, v)
}

// EndRow ends the row that is being built.
func (b *Builder) EndRow() { b.end = append(b.end, len(b.value)) }

// Sparse returns the table of the rows so far, with d columns. The builder must
// not be used after that.
func (b *Builder) Sparse(d int) *Sparse[float64] {
	return &Sparse[float64]{
		d: d, scale: 1,
		start:  append([]int{0}, b.end...),
		column: b.column,
		value:  b.value,
	}
}

package stream

// A Table has rows and named columns, with few rows in memory at a time. If it is a
// [fmt.Stringer], errors name it by its String.
type Table interface {
	// Names returns the names of the columns.
	Names() []string
	// Scan calls row for all rows in order, as Rows does. It is called once, before Rows.
	Scan(columns []int, row func(i int, cells []Cell) error) error
	// Rows calls row for each of the rows lo ≤ i < hi, counted from 0, in order. cells
	// holds the columns with the given indices; row does not retain it. Rows ends at the
	// first error of row and returns it. lo is a multiple of 256. Several goroutines call
	// Rows at once.
	Rows(columns []int, lo, hi int, row func(i int, cells []Cell) error) error
}

// A Cell is a number or a text.
type Cell struct {
	Number float64
	Text   string
	IsText bool // the value is Text; it is parsed where a number is needed
}

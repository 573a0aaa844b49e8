package stream

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"

	"linclass/lclass"
)

// CSV returns the Data of a file of comma-separated values, whose first record has the
// names of the columns. Rows are counted from 0, after it. CSV reads the file once
// immediately, for the target and the positions of the blocks. The file must not be
// compressed, because blocks are read from its middle. A record has at most 32 MB.
func CSV(path string, o Options) (*lclass.Data, error) { return CSVWith(path, ',', o) }

// mostRecord is how many bytes a record may have: a quote that is not closed makes all
// that follows one field. It is a variable for the tests.
var mostRecord int64 = 32 << 20

// CSVWith is CSV with another separator, such as a tab.
func CSVWith(path string, separator rune, o Options) (*lclass.Data, error) {
	t, err := openCSV(path, separator)
	if err != nil {
		return nil, err
	}
	return FromTable(t, o)
}

func openCSV(path string, separator rune) (*csvTable, error) {
	file, err := NewFile(path)
	if err != nil {
		return nil, err
	}
	t := &csvTable{File: file, separator: separator}
	return t, t.header()
}

// stride is how many rows lie between the offsets that are kept, and between the
// prints of a witness: blocks begin at multiples of it.
const stride = 256

type csvTable struct {
	*File
	separator rune
	names     []string
	starts    []int64 // offset of every row whose number is a multiple of stride
}

func (t *csvTable) header() error {
	file, err := t.Open()
	if err != nil {
		return err
	}
	defer file.Close()
	from := &limited{r: file, left: mostRecord}
	buffered := bufio.NewReader(from)
	switch magic, _ := buffered.Peek(2); string(magic) {
	case "\x1f\x8b":
		return &FileError{t.path, "compressed", "; unpack it, as blocks are read from its middle"}
	case "\xff\xfe", "\xfe\xff":
		return &FileError{t.path, "UTF-16", "; save it as UTF-8"}
	}
	var mark int64 // with which some programs begin a file
	if magic, _ := buffered.Peek(3); string(magic) == "\ufeff" {
		mark = 3
		buffered.Discard(3)
	}
	r := t.reader(buffered)
	t.names, err = r.Read()
	if err == io.EOF {
		return &FileError{t.path, "empty", "; its first line must name the columns"}
	}
	if err != nil {
		return within(t, fmt.Errorf("the header: %w", cause(err)))
	}
	t.starts = []int64{mark + r.InputOffset()}
	return nil
}

func (t *csvTable) reader(r io.Reader) *csv.Reader {
	c := csv.NewReader(r)
	c.Comma = t.separator
	c.FieldsPerRecord = len(t.names)
	c.ReuseRecord = true
	return c
}

// String returns the path.
func (t *csvTable) String() string { return t.path }

// Names implements Table.
func (t *csvTable) Names() []string { return t.names }

// Scan implements Table.
func (t *csvTable) Scan(columns []int, row func(i int, cells []Cell) error) error {
	start := t.starts[0]
	return t.read(start, columns, 0, -1, func(i int, cells []Cell, end int64) error {
		if (i+1)%stride == 0 {
			t.starts = append(t.starts, start+end)
		}
		return row(i, cells)
	})
}

// Rows implements Table.
func (t *csvTable) Rows(columns []int, lo, hi int, row func(i int, cells []Cell) error) error {
	return t.read(t.starts[lo/stride], columns, lo, hi, func(i int, cells []Cell, _ int64) error { return row(i, cells) })
}

// read reads the rows lo ≤ i < hi, or, for −1, until the end, the first of
// which begins at an offset in the file; row gets the offset after it from there. A file
// that changes meanwhile may end early, or within a cell, and is an error.
func (t *csvTable) read(offset int64, columns []int, lo, hi int, row func(i int, cells []Cell, end int64) error) error {
	err := t.records(offset, columns, lo, hi, row)
	return cmp.Or(t.Check(), err)
}

func (t *csvTable) records(offset int64, columns []int, lo, hi int, row func(i int, cells []Cell, end int64) error) error {
	file, err := t.Open()
	if err != nil {
		return err
	}
	defer file.Close()
	const buffer = 1 << 18
	from := &limited{r: io.NewSectionReader(file, offset, t.size-offset)}
	r := t.reader(bufio.NewReaderSize(from, buffer))
	cells := make([]Cell, len(columns))
	for i := lo; i != hi; i++ {
		from.left = mostRecord + buffer
		record, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("row %d: %w", i, t.explain(err, record))
		}
		for at, column := range columns {
			cells[at] = Cell{Text: record[column], IsText: true}
		}
		if err := row(i, cells, r.InputOffset()); err != nil {
			return err
		}
	}
	return nil
}

// explain says what is wrong with a record.
func (t *csvTable) explain(err error, record []string) error {
	if errors.Is(err, csv.ErrFieldCount) {
		return fmt.Errorf("%w: it has %d, and the header has %d; quote a field that contains a separator, or correct the row", csv.ErrFieldCount, len(record), len(t.names))
	}
	return cause(err)
}

// cause returns an error of encoding/csv without its line, which is counted from
// where reading began.
func cause(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return parse.Err
	}
	return err
}

// A limited reader returns an error instead of more bytes than are left.
type limited struct {
	r    io.Reader
	left int64
}

var errLongRecord = errors.New("the record does not end; a quote may not be closed")

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errLongRecord
	}
	n, err := l.r.Read(p)
	l.left -= int64(n)
	return n, err
}

package stream_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"linclass/datasets/stream"
	"linclass/lclass"
)

// A changing table changes its file when a row of a reading is given.
type changing struct {
	stream.Table
	scan, rows bool
	row        int
	change     func()
}

func (c changing) Scan(columns []int, row func(i int, cells []stream.Cell) error) error {
	return c.Table.Scan(columns, c.at(c.scan, row))
}

func (c changing) Rows(columns []int, lo, hi int, row func(i int, cells []stream.Cell) error) error {
	return c.Table.Rows(columns, lo, hi, c.at(c.rows, row))
}

func (c changing) at(now bool, row func(i int, cells []stream.Cell) error) func(i int, cells []stream.Cell) error {
	return func(i int, cells []stream.Cell) error {
		if now && i == c.row {
			c.change()
		}
		return row(i, cells)
	}
}

// A file that is cut off or continued while it is read is an error of that pass: what is
// missing may leave whole rows, and a number without its last digits.
func TestFileThatChangesWhileItIsRead(t *testing.T) {
	const n = 40_000 // more than a buffer
	content := []byte(flights(n))
	for name, size := range map[string]int{"cut at a row": len(flights(n / 2)), "cut within a row": len(content) * 3 / 4, "continued": len(content)} {
		for _, o := range []stream.Options{
			{Target: "delay", Features: []string{"hour"}},
			{Target: "delay", Features: []string{"hour"}, Raw: true},
		} {
			for pass, reading := range map[string]changing{"first": {scan: true}, "second": {rows: true}, "last row": {scan: true, row: n - 1}} {
				path := write(t, "flights.csv", content)
				table, err := stream.OpenCSV(path)
				must(t, 0, err)
				reading.Table, reading.change = table, func() {
					must(t, 0, os.Truncate(path, int64(size)))
					if size == len(content) {
						must(t, 0, os.WriteFile(path, append(content[:size:size], "9"...), 0o600))
					}
					must(t, 0, os.Chtimes(path, time.Time{}, time.Unix(1, 0)))
				}
				d, err := stream.FromTable(reading, o)
				if pass == "second" && !o.Raw {
					must(t, d, err)
					_, err = lclass.LinearRegression{}.Fit(d)
				}
				if pass == "second" && o.Raw {
					must(t, d, err) // there is no second one
					continue
				}
				if !errors.Is(err, lclass.ErrChanged) {
					t.Errorf("%s, raw %v, %s: error %v", name, o.Raw, pass, err)
				}
				mentions(t, err, path)
			}
		}
	}
}

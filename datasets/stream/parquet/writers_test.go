package parquet

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"linclass/datasets/stream"
	"linclass/lclass"
)

// Files of other programs (Impala, Spark, Arrow, pandas …), which come with parquet-go
// for its tests, are read whole, and from the middle as from the start. Some have gaps,
// and some have no rows.
func TestWriters(t *testing.T) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/parquet-go/parquet-go").Output()
	if err != nil {
		t.Skip(err)
	}
	paths, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "testdata", "*.parquet"))
	if err != nil || len(paths) == 0 {
		t.Skip("the tests of parquet-go are not here")
	}
	whole, middle, gaps := 0, 0, 0
	for _, path := range paths {
		f := lclass.Must(stream.NewFile(path))
		r := lclass.Must(f.Open())
		table, err := newTable(path, f, r)
		if err != nil {
			if !errors.Is(err, lclass.ErrNoSamples) {
				t.Error(err)
			}
			continue
		}
		n := table.starts[len(table.starts)-1]
		for i, c := range slices.Concat(table.columns, table.columns) {
			if c.read == nil {
				continue
			}
			table.gaps = i >= len(table.columns)
			i %= len(table.columns)
			all := make([]stream.Cell, 0, n)
			err := table.Scan([]int{i}, func(_ int, cells []stream.Cell) error {
				all = append(all, cells[0])
				return nil
			})
			if err != nil {
				if table.gaps || !errors.Is(err, lclass.ErrMissing) {
					t.Error(err)
				}
				continue
			}
			if whole++; slices.Contains(all, stream.Cell{IsText: true}) {
				gaps++
			}
			for _, lo := range []int{n / 3 / most * most, n / 2 / most * most, n - 1} {
				middle++
				at := lo
				err := table.Rows([]int{i}, lo, n, func(row int, cells []stream.Cell) error {
					if want := all[at]; row != at || cells[0] != want && want.Number == want.Number {
						return fmt.Errorf("%s: column %q: row %d is %v, want row %d, %v", path, c.name, row, cells[0], at, want)
					}
					at++
					return nil
				})
				if err != nil || at != n {
					t.Errorf("%d of %d rows from %d on, error %v", at-lo, n-lo, lo, err)
				}
			}
		}
		r.Close()
	}
	if whole < 200 || gaps < 10 {
		t.Errorf("only %d columns, %d with gaps, read %d times from their middle", whole, gaps, middle)
	}
	t.Logf("%d columns of %d files, %d with gaps, read %d times from their middle", whole, len(paths), gaps, middle)
}

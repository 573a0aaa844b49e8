package parquet_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"testing"

	writer "github.com/parquet-go/parquet-go"

	"linclass/datasets/stream"
	"linclass/datasets/stream/parquet"
	"linclass/internal/errtest"
	"linclass/lclass"
)

// What happens to a file after it was opened, or lies in a page that is read only then,
// is the error of Fit, whatever the learner, and names the file.
func TestFaultsOfFiles(t *testing.T) {
	content := written(t, flights(700), writer.PageBufferSize(500), writer.MaxRowsPerRowGroup(300))
	gap := flights(700)
	gate := "B7"
	for i := range gap {
		gap[i].Gate = &gate
	}
	gap[650].Gate = nil
	missing := written(t, gap, writer.PageBufferSize(500), writer.MaxRowsPerRowGroup(300))
	same := func(string) error { return nil }
	o := options
	for name, c := range map[string]struct {
		content []byte
		gate    bool
		change  func(path string) error
		want    error // of which the path is filled in
	}{
		"replaced by a directory": {content, false, func(path string) error {
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o700))
		}, &stream.FileError{Is: "a directory"}},
		"removed":   {content, false, os.Remove, fs.ErrNotExist},
		"truncated": {content, false, func(path string) error { return os.Truncate(path, int64(len(content)/2)) }, lclass.ErrChanged},
		"emptied":   {content, false, func(path string) error { return os.Truncate(path, 0) }, lclass.ErrChanged},
		"other pages of the same size and time": {content, false, func(path string) error {
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			other := slices.Clone(content)
			for i := 4; i < len(other)/2; i++ {
				other[i] ^= 0x55
			}
			return errors.Join(os.WriteFile(path, other, 0o600), os.Chtimes(path, info.ModTime(), info.ModTime()))
		}, &parquet.FormatError{Column: "distance", Row: -1, Err: errors.New("its metadata has a value of the unknown type 0")}},
		"a missing value": {missing, true, same, &lclass.ValueError{Err: lclass.ErrMissing, Column: "gate", Row: 650, Count: 1}},
	} {
		for _, e := range []lclass.Estimator{
			lclass.Logistic{Penalty: lclass.L2(0.1)}, lclass.Softmax{Penalty: lclass.L2(0.1), Solver: lclass.QuasiNewton{}}, lclass.Softmax{Penalty: lclass.L1(0.01)},
			lclass.Logistic{Solver: lclass.Descent{Epochs: 3, Batch: 1}}, lclass.RegressionClassifier{}, lclass.LDA{},
			lclass.OneVsRest{Of: lclass.Logistic{Penalty: lclass.L2(0.1)}},
		} {
			path := t.TempDir() + "/flights.parquet"
			errtest.None(t, os.WriteFile(path, c.content, 0o600))
			if c.gate {
				o = stream.Options{Target: "late", Features: []string{"distance", "gate"}, Categories: map[string][]string{"gate": {"A1", "B7"}}}
			}
			d := lclass.Must(parquet.Open(path, o))
			errtest.None(t, c.change(path))
			switch want := c.want.(type) {
			case *stream.FileError:
				want.Path = path
			case *parquet.FormatError:
				want.Path = path
			}
			t.Run(fmt.Sprintf("%s, %T", name, e), func(t *testing.T) {
				_, err := e.Fit(d)
				fails(t, err, c.want, path)
			})
			if err := d.Err(); err == nil {
				t.Errorf("%s, %T: the data know of no error", name, e)
			}
		}
		o = options
	}
}

// A file that changes while it is read is an error of that pass, also the first and only one.
func TestFileThatChangesWhileItIsRead(t *testing.T) {
	path := file(t, flights(3000), writer.MaxRowsPerRowGroup(700))
	for name, change := range map[string]func() error{
		"continued": func() error {
			content, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(path, append(content, 0), 0o600))
		},
		"cut": func() error { return os.Truncate(path, 1000) },
	} {
		table := lclass.Must(parquet.OpenTable(path))
		err := table.Scan([]int{1}, func(i int, _ []stream.Cell) error {
			if i == 0 {
				return change()
			}
			return nil
		})
		if !errors.Is(err, lclass.ErrChanged) {
			t.Errorf("%s: error %v", name, err)
		}
		errtest.None(t, os.WriteFile(path, written(t, flights(3000)), 0o600))
	}
}

package lclass_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets/stream"
	"linclass/lclass"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

// lowered has samples be many from a few hundred on: a fit then begins with a share
// of them, and with the moments of a part.
func lowered(t *testing.T) {
	t.Helper()
	many, each, fewest := rows.Many, solve.RowsAWeight, solve.FewestRows
	t.Cleanup(func() { rows.Many, solve.RowsAWeight, solve.FewestRows = many, each, fewest })
	rows.Many, solve.RowsAWeight, solve.FewestRows = 512, 2, 64
}

// A reader is a learner that reads samples in blocks.
type reader struct {
	name    string
	classes int // 0: a regression
	width   int
	fit     func(d *lclass.Data) error
}

// streamers are all learners, penalties and solvers that take blocks.
func streamers() []reader {
	of := func(e lclass.Estimator) func(d *lclass.Data) error {
		return func(d *lclass.Data) error { return failure(e.Fit(d)) }
	}
	var all []reader
	for _, s := range quick() {
		if !strings.Contains(s.name, "DualCoordinateDescent") {
			all = append(all, reader{s.name, s.classes, 3, of(s.estimator(s.penalty))})
		}
	}
	return append(all,
		reader{"LDA", 3, 3, of(lclass.LDA{})},
		reader{"QDA", 3, 3, func(d *lclass.Data) error { return failure(lclass.QDA{}.Fit(d)) }},
		reader{"NaiveBayes", 3, 3, func(d *lclass.Data) error { return failure(lclass.NaiveBayes{}.Fit(d)) }},
		reader{"MultinomialNaiveBayes", 3, 3, of(lclass.Pipeline{Prepare: []lclass.Preparation{lclass.MinMax{}}, Of: lclass.MultinomialNaiveBayes{}})},
		reader{"Perceptron", 2, 3, of(lclass.Perceptron{Epochs: 5})},
		reader{"OneVsRest", 3, 3, of(lclass.OneVsRest{Of: lclass.Logistic{}})},
		reader{"OneVsOne", 3, 3, of(lclass.OneVsOne{Of: lclass.Logistic{}})},
		reader{"Pipeline", 2, 3, of(lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}, lclass.Polynomial{Degree: 2}}, Of: lclass.Logistic{}})},
		reader{"MultiLabel", 2, 3, func(d *lclass.Data) error {
			labels := mat.NewDense(d.N(), 1, nil)
			for i, c := range d.T() {
				labels.Set(i, 0, float64(c))
			}
			m, err := d.WithLabels(labels, []string{"one"})
			if err != nil {
				return err
			}
			return failure(lclass.MultiLabel{}.Fit(m))
		}},
		// More weights than second derivatives are taken of.
		reader{"Logistic of many features", 2, 520, of(lclass.Logistic{Solver: lclass.QuasiNewton{MaxIter: 5}})},
		reader{"Logistic with L1 of many features", 2, 520, of(lclass.Logistic{Penalty: lclass.L1(0.1), Solver: lclass.CoordinateDescent{MaxIter: 5}})},
		// More features than curvature is estimated of.
		reader{"Logistic of very many features", 2, 2001, of(lclass.Logistic{Solver: lclass.QuasiNewton{MaxIter: 3}})},
		reader{"SquaredHinge of many features", 2, 520, of(lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: lclass.L2(1), Solver: lclass.QuasiNewton{MaxIter: 5}})},
	)
}

func (r reader) data(t *testing.T, x mat.Matrix, class []int) *lclass.Data {
	t.Helper()
	d, err := lclass.RegressionFromMatrix(x, numbers(class))
	if r.classes > 0 {
		d, err = lclass.FromMatrix(x, class, classNames(r.classes))
	}
	return must(t, d, err)
}

// A disk has something happen before and after each read, of which it tells the number,
// beginning with 1, and whether the block has been read before.
type disk struct {
	x             *mat.Dense
	reads         atomic.Int64
	before, after func(number int, again bool, dst []float64) error

	mu   sync.Mutex
	seen map[int]bool
}

func (s *disk) blocks() lclass.Blocks {
	b := streamed(s.x)
	read := b.Read
	s.seen = map[int]bool{}
	b.Read = func(dst []float64, lo, hi int) error {
		number := int(s.reads.Add(1))
		s.mu.Lock()
		again := s.seen[lo]
		s.seen[lo] = true
		s.mu.Unlock()
		if s.before != nil {
			if err := s.before(number, again, dst); err != nil {
				return err
			}
		}
		if err := read(dst, lo, hi); err != nil || s.after == nil {
			return err
		}
		return s.after(number, again, dst)
	}
	return b
}

var errDisk = errors.New("the disk is on fire")

// Whatever the learner, the size and the moment, a read that fails, values that are NaN
// or change, and a context that is done are the error of Fit.
func TestFaultsAtEveryRead(t *testing.T) {
	faults := []struct {
		name string
		want error // or nil for a ValueError, too
		put  func(s *disk, at int, cancel context.CancelFunc) (happened func() bool)
	}{
		{"fails once", errDisk, func(s *disk, at int, _ context.CancelFunc) func() bool {
			var happened atomic.Bool
			s.before = func(number int, _ bool, _ []float64) error {
				if number == at {
					happened.Store(true)
					return errDisk
				}
				return nil
			}
			return happened.Load
		}},
		{"fails from then on", errDisk, func(s *disk, at int, _ context.CancelFunc) func() bool {
			var happened atomic.Bool
			s.before = func(number int, _ bool, _ []float64) error {
				if number >= at {
					happened.Store(true)
					return errDisk
				}
				return nil
			}
			return happened.Load
		}},
		{"NaN", nil, func(s *disk, at int, _ context.CancelFunc) func() bool {
			var happened atomic.Bool
			s.after = func(number int, _ bool, dst []float64) error {
				if number >= at {
					happened.Store(true)
					dst[len(dst)-1] = math.NaN()
				}
				return nil
			}
			return happened.Load
		}},
		{"changes", lclass.ErrChanged, func(s *disk, at int, _ context.CancelFunc) func() bool {
			var happened atomic.Bool
			s.after = func(number int, again bool, dst []float64) error {
				if number >= at && again {
					happened.Store(true)
					dst[0]++
				}
				return nil
			}
			return happened.Load
		}},
		{"cancelled before the read", context.Canceled, func(s *disk, at int, cancel context.CancelFunc) func() bool {
			var happened atomic.Bool
			s.before = func(number int, _ bool, _ []float64) error {
				if number == at {
					happened.Store(true)
					cancel()
				}
				return nil
			}
			return happened.Load
		}},
		{"cancelled after the read", context.Canceled, func(s *disk, at int, cancel context.CancelFunc) func() bool {
			var happened atomic.Bool
			s.after = func(number int, _ bool, _ []float64) error {
				if number == at {
					happened.Store(true)
					cancel()
				}
				return nil
			}
			return happened.Load
		}},
	}
	const n = 700
	for _, size := range []string{"few samples", "many samples"} {
		t.Run(size, func(t *testing.T) {
			if size == "many samples" {
				lowered(t)
			}
			for _, r := range streamers() {
				t.Run(r.name, func(t *testing.T) {
					t.Parallel()
					x, class := clouds(n, r.width, max(2, r.classes), 3)
					whole := &disk{x: x}
					if err := r.fit(r.data(t, whole.blocks(), class)); err != nil {
						t.Fatal(err)
					}
					all := int(whole.reads.Load())
					for _, fault := range faults {
						var happened int
						for _, at := range moments(all) {
							ctx, cancel := context.WithCancel(context.Background())
							s := &disk{x: x}
							has := fault.put(s, at, cancel)
							d := r.data(t, s.blocks(), class)
							err := r.fit(d.WithContext(ctx))
							after := s.reads.Load() - int64(at)
							cancel()
							if !has() {
								if err != nil {
									t.Errorf("%s at read %d of %d: error %v without a fault", fault.name, at, all, err)
								}
								continue
							}
							happened++
							var value *lclass.ValueError
							if isValue := isValue(err, nil, &value); !errors.Is(err, fault.want) && !(fault.want == nil && (isValue || errors.Is(err, lclass.ErrChanged))) {
								t.Errorf("%s at read %d of %d: error %v", fault.name, at, all, err)
							}
							if fault.want == nil && r.fit(d.WithContext(context.Background())) == nil {
								t.Errorf("%s at read %d of %d: no error the second time", fault.name, at, all)
							}
							// Those that had begun go on.
							if most := int64(runtime.GOMAXPROCS(0)) * 3; fault.want == context.Canceled && after > most {
								t.Errorf("%s at read %d of %d: %d more reads", fault.name, at, all, after)
							}
						}
						if happened == 0 && !(fault.want == lclass.ErrChanged && all <= 3) {
							t.Errorf("%s: never", fault.name)
						}
					}
				})
			}
		})
	}
}

// Of many blocks few are read after a cancel, also by learners that read all at once.
func TestCancelEndsReading(t *testing.T) {
	const n = 40 * rows.Block
	most := int64(runtime.GOMAXPROCS(0)) * 3
	for _, r := range streamers() {
		if r.width > 3 {
			continue
		}
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			x, class := clouds(n, r.width, max(2, r.classes), 3)
			for _, at := range []int{2, 20, 50} {
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				s := &disk{x: x}
				s.before = func(number int, _ bool, _ []float64) error {
					if number == at {
						cancel()
					}
					return nil
				}
				err := r.fit(r.data(t, s.blocks(), class).WithContext(ctx))
				after := s.reads.Load() - int64(at)
				if after >= 0 && !errors.Is(err, context.Canceled) || after > most {
					t.Errorf("cancelled at read %d: %d more reads, error %v", at, after, err)
				}
			}
		})
	}
}

// moments are the first reads, the last, and some between.
func moments(all int) []int {
	some := map[int]bool{}
	var at []int
	for _, k := range []int{1, 2, 4, all / 8, all / 4, all / 2, all * 3 / 4, all - 1, all} {
		if k > 0 && k <= all && !some[k] {
			some[k] = true
			at = append(at, k)
		}
	}
	return at
}

// What happens to files is the error of Fit, too, with the file in it.
func TestFaultsOfFiles(t *testing.T) {
	table := func(n int, cell func(i int) string) []byte {
		var b strings.Builder
		b.WriteString("t,x1,x2,x3\n")
		x, class := clouds(n, 3, 2, 5)
		for i := range n {
			fmt.Fprintf(&b, "%d,%v,%s,%v\n", class[i], x.At(i, 0), cell(i), x.At(i, 2))
		}
		return []byte(b.String())
	}
	const n = 700
	fine := func(i int) string { return fmt.Sprint(float64(i%7) / 3) }
	at := func(row int, text string) func(i int) string {
		return func(i int) string {
			if i == row {
				return text
			}
			return fine(i)
		}
	}
	same := func(string) error { return nil }
	categories := []string{"0"}
	for i := 1; i < 7; i++ {
		categories = append(categories, fine(i))
	}
	number := func(row int, value string) error {
		return &lclass.ValueError{Err: lclass.ErrKind, Column: "x2", Row: row, Value: value, Want: []string{"numbers"}}
	}
	for _, fault := range []struct {
		name    string
		content []byte
		then    func(path string) error // after the table was opened
		want    error                   // of which the path is filled in
		says    []string
	}{
		{"text", table(n, at(600, "much")), same, number(600, "much"), nil},
		{"long text", table(n, at(600, strings.Repeat("long", 1<<20))), same, number(600, strings.Repeat("long", 1<<20)), []string{`is "longlong`}},
		{"missing", table(n, at(300, "")), same, &lclass.ValueError{Err: lclass.ErrMissing, Column: "x2", Row: 300, Count: 1}, nil},
		{"blank", table(n, at(300, " ")), same, &lclass.ValueError{Err: lclass.ErrMissing, Column: "x2", Row: 300, Count: 1}, nil},
		{"NaN", table(n, at(0, "NaN")), same, &lclass.ValueError{Column: "x2", Value: "NaN"}, nil},
		{"infinite", table(n, at(699, "-Inf")), same, &lclass.ValueError{Column: "x2", Row: 699, Value: "-Inf"}, nil},
		{"underscore", table(n, at(256, "1_000")), same, number(256, "1_000"), nil},
		{"hexadecimal", table(n, at(255, "0x1p4")), same, number(255, "0x1p4"), nil},
		{"unknown category", table(n, at(600, "much")), same, &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "x2", Row: 600, Value: "much", Want: categories}, nil},
		{"truncated", table(n, fine), func(path string) error { return os.Truncate(path, 9000) }, lclass.ErrChanged, nil},
		{"removed", table(n, fine), os.Remove, fs.ErrNotExist, nil},
		{"replaced by a directory", table(n, fine), func(path string) error {
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o700))
		}, &stream.FileError{Is: "a directory"}, nil},
		{"unreadable", table(n, fine), func(path string) error {
			if os.Geteuid() == 0 {
				return errors.ErrUnsupported // root reads everything
			}
			return os.Chmod(path, 0)
		}, fs.ErrPermission, nil},
	} {
		for _, size := range []string{"few samples", "many samples"} {
			for _, e := range []lclass.Estimator{
				lclass.Logistic{}, lclass.Logistic{Solver: lclass.QuasiNewton{}}, lclass.Logistic{Penalty: lclass.L1(0.01)}, lclass.Softmax{},
				lclass.Logistic{Solver: lclass.Descent{Epochs: 3, Batch: 1}}, lclass.LinearSVM{Penalty: lclass.L2(1)}, lclass.RegressionClassifier{},
				lclass.Firth{}, lclass.LDA{}, lclass.Perceptron{Epochs: 3}, lclass.OneVsRest{Of: lclass.Logistic{}},
			} {
				t.Run(fmt.Sprintf("%s/%s/%T", fault.name, size, e), func(t *testing.T) {
					if size == "many samples" {
						lowered(t)
					}
					path := filepath.Join(t.TempDir(), "table.csv")
					must(t, 0, os.WriteFile(path, fault.content, 0o600))
					o := stream.Options{Target: "t", BlockRows: 256}
					if fault.name == "unknown category" {
						o.Categories = map[string][]string{"x2": categories}
					}
					d, err := stream.CSV(path, o)
					must(t, d, err)
					if err := fault.then(path); errors.Is(err, errors.ErrUnsupported) {
						t.Skip("cannot be brought about here")
					} else if err != nil {
						t.Fatal(err)
					}
					err = failure(e.Fit(d))
					if f, ok := fault.want.(*stream.FileError); ok {
						f.Path = path
					}
					fails(t, err, fault.want, append(fault.says, path)...)
					if err != nil && len(err.Error()) > 1000 {
						t.Errorf("the message has %d bytes", len(err.Error()))
					}
				})
			}
		}
	}
}

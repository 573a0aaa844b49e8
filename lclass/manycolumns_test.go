package lclass_test

import (
	"testing"
	"time"

	"linclass/lclass"
)

// Names are looked up, and not searched one after the other: with so many columns that
// would take 10¹¹ comparisons, which are minutes.
func TestManyNamedColumns(t *testing.T) {
	const n, d = 4, 300_000
	start, column, value := []int{0}, []int{}, []float64{}
	for i := range n {
		column, value = append(column, i, d-1), append(value, 1, 2)
		start = append(start, len(value))
	}
	x, err := lclass.SparseFromRows(d, start, column, value)
	data := classified(t, must(t, x, err), []int{0, 1, 0, 1})
	names := data.Features()
	for name, step := range map[string]lclass.Preparation{
		"Drop": lclass.Drop(names[:d-2]), "Select": lclass.Select(names[2:]), "MinMax": lclass.MinMax{Columns: names[1:]},
	} {
		done := make(chan error, 1)
		go func() {
			p, err := lclass.Prepare(data, step)
			if err == nil {
				_, err = p.Apply(data)
			}
			done <- err
		}()
		select {
		case err := <-done:
			must(t, 0, err)
		case <-time.After(time.Minute):
			t.Fatalf("%s takes more than a minute", name)
		}
	}
}

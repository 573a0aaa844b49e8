package lclass_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"linclass/lclass"
)

// A file of little-endian float64, two per row. Memory holds only some blocks of its
// rows.
func ExampleBlocks() {
	const n, d = 1000, 2
	dir := lclass.Must(os.MkdirTemp("", "blocks"))
	defer os.RemoveAll(dir)
	var content []byte
	class := make([]int, n)
	for i := range n {
		x := float64(i%10) + 0.1*float64(i%7)
		content = binary.LittleEndian.AppendUint64(content, math.Float64bits(x))
		content = binary.LittleEndian.AppendUint64(content, math.Float64bits(float64(i%3)))
		if i%10+i%3 > 5 {
			class[i] = 1
		}
	}
	name := filepath.Join(dir, "x.bin")
	if err := os.WriteFile(name, content, 0o600); err != nil {
		panic(err)
	}

	file := lclass.Must(os.Open(name))
	defer file.Close()
	x := lclass.Blocks{N: n, D: d, Features: []string{"length", "width"}, Read: func(x []float64, lo, hi int) error {
		buffer := make([]byte, 8*len(x))
		if _, err := file.ReadAt(buffer, int64(8*d*lo)); err != nil {
			return err
		}
		for i := range x {
			x[i] = math.Float64frombits(binary.LittleEndian.Uint64(buffer[8*i:]))
		}
		return nil
	}}
	data := lclass.Must(lclass.FromMatrix(x, class, []string{"small", "large"}))
	m := lclass.Must(lclass.Logistic{Penalty: lclass.L2(1e-3)}.Fit(data))
	fmt.Println(m.Status.Outcome, "by", m.Status.Solver)
	fmt.Printf("%.0f%% of the samples are on their side\n", 100*lclass.Must(m.Accuracy(data)))
	// Output:
	// converged by Newton
	// 100% of the samples are on their side
}

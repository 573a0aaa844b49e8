package stream_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"linclass/datasets/stream"
	"linclass/lclass"
)

// The file is read once for the target, and again in every pass of the fit.
func ExampleCSV() {
	dir := lclass.Must(os.MkdirTemp("", "stream"))
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "flights.csv")
	var b strings.Builder
	b.WriteString("late,distance,carrier\n")
	for i := range 1000 {
		carrier, late := []string{"AA", "DL", "UA"}[i%3], "no"
		if (i*7)%100+20*(i%3) > 60 {
			late = "yes"
		}
		fmt.Fprintf(&b, "%s,%d,%s\n", late, (i*13)%100, carrier)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		panic(err)
	}

	d := lclass.Must(stream.CSV(path, stream.Options{
		Target:     "late",
		Categories: map[string][]string{"carrier": {"AA", "DL", "UA"}},
	}))
	fmt.Println(d)
	m := lclass.Must(lclass.Logistic{}.Fit(d))
	for j, name := range m.Features {
		fmt.Printf("%-12s %.3f\n", name, m.W.At(0, j))
	}
	// Output:
	// 1000 samples, 3 features, target late: 410 × no, 590 × yes
	// distance     0.002
	// carrier[DL]  0.797
	// carrier[UA]  1.763
}

// Lclass-cost estimates how long fits on many machines take, from the measured costs of a
// pass. It simulates the server, the workers and the fit event by event.
package main

import (
	"flag"
	"fmt"
	"time"
)

func main() {
	c := measured
	flag.IntVar(&c.ServerCores, "server-cores", c.ServerCores, "the processors of the server")
	flag.DurationVar(&c.ServerPass, "server-pass", c.ServerPass, "the server's processor time per pass")
	flag.DurationVar(&c.ServerWorker, "server-worker", c.ServerWorker, "the server's processor time per worker and pass; go test -C cluster -v -run Cost . measures it and -server-pass")
	flag.IntVar(&c.Cores, "cores", c.Cores, "the processors of a worker")
	flag.Parse()
	fmt.Printf("workers with %d processors, a server with %d\n\n", c.Cores, c.ServerCores)
	fmt.Println("| fit | rows | workers | sums | pass | fit | core hours |")
	fmt.Println("|---|---|---|---|---|---|---|")
	for _, f := range fits {
		for _, workers := range []int{8, 64, 1000} {
			sum, pass := f.sum(c, workers), c.pass(workers, f.sum(c, workers))
			all := time.Duration(f.Passes) * pass
			hours := all.Hours() * float64(workers*c.Cores)
			fmt.Printf("| %s | %.0e | %d | %v | %v | %v | %.2g |\n", f.Name, f.Rows, workers, short(sum), short(pass), short(all), hours)
		}
	}
}

// short rounds to three digits.
func short(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}

// Package parallel does jobs on all cores.
package parallel

import (
	"cmp"
	"runtime"
	"sync"
	"sync/atomic"
)

// Do does n jobs on so many workers, 0 for one per core. It starts them in their order,
// and none after one that failed. The error is that of the first job that has one, which
// does not depend on the order in which they end.
func Do(n, workers int, job func(i int) error) error {
	errs := make([]error, n)
	var taken atomic.Int64
	work := func() {
		for i := int(taken.Add(1)) - 1; i < n; i = int(taken.Add(1)) - 1 {
			if errs[i] = job(i); errs[i] != nil {
				taken.Store(int64(n))
			}
		}
	}
	var wg sync.WaitGroup
	for range min(n, cmp.Or(workers, runtime.GOMAXPROCS(0))) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	return cmp.Or(errs...)
}

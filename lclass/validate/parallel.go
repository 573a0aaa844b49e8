package validate

import (
	"cmp"
	"runtime"
	"sync"
	"sync/atomic"
)

// parallel does n jobs on so many workers, 0 for one a core. Jobs are begun in
// their order and none after one that failed; the error is that of the first
// job that has one, so that it does not depend on who was faster.
func parallel(n, workers int, job func(i int) error) error {
	if workers < 0 {
		return badSetting("Workers", workers, "give a positive number, or 0 for one per core")
	}
	workers = cmp.Or(workers, runtime.GOMAXPROCS(0))
	errs := make([]error, n)
	var taken atomic.Int64
	var wg sync.WaitGroup
	for range min(n, workers) {
		wg.Go(func() {
			for {
				i := int(taken.Add(1)) - 1
				if i >= n {
					return
				}
				if errs[i] = job(i); errs[i] != nil {
					taken.Store(int64(n))
				}
			}
		})
	}
	wg.Wait()
	return cmp.Or(errs...)
}

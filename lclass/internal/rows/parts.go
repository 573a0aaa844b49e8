package rows

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Parts calls f on count consecutive ranges of n rows, in parallel.
func Parts(n, count int, f func(part, lo, hi int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(count, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for part := int(next.Add(1)) - 1; part < count; part = int(next.Add(1)) - 1 {
				f(part, n*part/count, n*(part+1)/count)
			}
		})
	}
	wg.Wait()
}

// Count returns into how many parts of at least so many rows to divide n rows
// when each part holds size values. It does not depend on the machine.
func Count(n, least, size int) int {
	const most, budget = 16, 4 << 20
	return max(1, min(most, budget/size, n/least))
}

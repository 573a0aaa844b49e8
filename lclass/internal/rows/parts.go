package rows

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Block is the number of rows that a pass over data takes at a time. Parts, and
// the blocks of [Blocks], begin at multiples of it, so that a pass adds up the
// same rows together wherever they come from.
const Block = 256

// Parts calls f on count consecutive ranges of n rows, in parallel.
func Parts(n, count int, f func(part, lo, hi int)) {
	begin := func(part int) int {
		if part == count {
			return n
		}
		return n * part / count / Block * Block
	}
	var next atomic.Int64
	work := func() {
		for part := int(next.Add(1)) - 1; part < count; part = int(next.Add(1)) - 1 {
			f(part, begin(part), begin(part+1))
		}
	}
	var wg sync.WaitGroup
	for range min(count, runtime.GOMAXPROCS(0)) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
}

// Count returns into how many parts of at least so many rows to divide n rows
// when each part holds size values. It does not depend on the machine.
func Count(n, least, size int) int {
	const most, budget = 16, 4 << 20
	return max(1, min(most, budget/size, n/least))
}

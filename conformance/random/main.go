// Command random fits thousands of random problems with lclass and judges each
// Status by an optimum of its own, found in arithmetic of 32 digits. It fails if
// a Status says more than is true.
//
//	go run ./conformance/random -random 10000 -seed 1   all of them, in minutes
//	go run ./conformance/random -seed 1 -only 123       one, with its data
//
// Converged is true if the objective of the model is above the least by
// no more than Tol of what there is to gain, which is the loss of the best
// constant scores less the least, and by what float64 loses.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
)

func main() {
	n := flag.Int("random", 10000, "how many problems to draw")
	from := flag.Int("from", 0, "the number of the first problem")
	seed := flag.Uint64("seed", 1, "seed of the problems")
	only := flag.Int("only", -1, "the number of the one problem to judge, with its data")
	each := flag.Int("each", 3, "how many findings of each kind, learner and solver to print")
	flag.Parse()
	if *only >= 0 {
		q := draw(*seed, *only, pairings())
		q.print(os.Stdout)
		v := q.judge()
		m, _ := q.fit()
		if m != nil {
			fmt.Println(m)
		}
		for _, f := range v.findings {
			fmt.Printf("%s: %s\n", f.fault, f.text)
		}
		return
	}
	numbers := make([]int, *n)
	for i := range numbers {
		numbers[i] = *from + i
	}
	verdicts := judgeAll(*seed, numbers)
	printTable(os.Stdout, verdicts)
	var claims, unjudged int
	count := printFindings(os.Stdout, *seed, *each, verdicts)
	for f, n := range count {
		if f.claims() {
			claims += n
		}
	}
	for _, v := range verdicts {
		if !v.judged {
			unjudged++
		}
	}
	fmt.Printf("\n%d fits: %d claim more than is true, %d claim less, %d could not be judged\n", *n, claims, count[solvedUnfinished], unjudged)
	if claims > 0 {
		os.Exit(1)
	}
}

// judgeAll judges the problems of these numbers on all cores.
func judgeAll(seed uint64, numbers []int) []verdict {
	pairs := pairings()
	verdicts := make([]verdict, len(numbers))
	var next atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(numbers); i = int(next.Add(1)) - 1 {
				verdicts[i] = draw(seed, numbers[i], pairs).judge()
			}
		})
	}
	all.Wait()
	return verdicts
}

package main

import (
	"fmt"
	"log"
	"math"
)

// A way is one in which a peer can do the work of a row: a solver, a layout of the
// data.
type way struct{ name, request string }

// forms are the layouts of the data that the peers can be given, by their names in
// peers.py.
func forms(peer, request string, names ...string) []way {
	var ways []way
	for _, form := range names {
		ways = append(ways, way{peer + ", " + form, request + " form=" + form})
	}
	return ways
}

// A try is how long a peer took in one way.
type try struct {
	row, way string
	seconds  float64
	chosen   bool
}

// quickest tries the ways, those below 5 s twice, and returns the one that takes the
// least time among those whose reply is good enough.
func (b *bench) quickest(row string, ways []way, good func(*reply) bool) (way, *reply, error) {
	return b.choose(row, ways, b.inPython, good)
}

func (b *bench) choose(row string, ways []way, ask func(string) (*reply, error), good func(*reply) bool) (way, *reply, error) {
	chosen, least := -1, math.Inf(1)
	var best *reply
	var tries []try
	for i, w := range ways {
		r, err := ask(w.request)
		if err != nil {
			return way{}, nil, err
		}
		if r.Seconds < 5 {
			again, err := ask(w.request)
			if err != nil {
				return way{}, nil, err
			}
			if again.Seconds < r.Seconds {
				r = again
			}
		}
		tries = append(tries, try{row: row, way: w.name, seconds: r.Seconds})
		log.Printf("%s: %s takes %s", row, w.name, seconds(r.Seconds))
		if good != nil && !good(r) {
			tries[i].way += ", not as exact"
			continue
		}
		if r.Seconds < least {
			chosen, least, best = i, r.Seconds, r
		}
	}
	if chosen < 0 {
		return way{}, nil, fmt.Errorf("%s: no variant of the peer is exact enough", row)
	}
	tries[chosen].chosen = true
	b.tries = append(b.tries, tries...)
	return ways[chosen], best, nil
}

// triedWays is what was tried to find the peers at their best.
func (b *bench) triedWays() table {
	t := table{title: "How the peers were tried, and how they are timed above:", head: []string{"work", "way", "time", "chosen"}}
	for _, try := range b.tries {
		t.add(try.row, try.way, seconds(try.seconds), map[bool]string{true: "yes", false: ""}[try.chosen])
	}
	return t
}

// patience is how many seconds a peer is given to reach a loss.
const patience = 120

// fewest returns the fewest epochs after which a fit is at the target, to a
// thirtieth, and the seconds it takes; ok is false if it is not there after limit
// seconds, and the epochs are then those that it had.
func fewest(target, limit float64, fit func(epochs int) (value, seconds float64, err error)) (epochs int, seconds float64, ok bool, err error) {
	short, long := 0, 1
	for {
		value, s, err := fit(long)
		if err != nil || value > target && s >= limit {
			return long, s, false, err
		}
		if value <= target {
			seconds = s
			break
		}
		short, long = long, 2*long
	}
	for long-short > 1+long/30 {
		middle := (short + long) / 2
		value, s, err := fit(middle)
		if err != nil || value > target && s >= limit {
			return middle, s, false, err
		}
		if value <= target {
			long, seconds = middle, s
		} else {
			short = middle
		}
	}
	return long, seconds, seconds <= limit, nil
}

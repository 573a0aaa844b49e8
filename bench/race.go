package main

import (
	"log"
	"runtime"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// A contest is one row of the table, to be measured: the same work done by us
// and by a peer.
type contest struct {
	name, peer string
	goal       float64      // times faster; 0 if none is set
	data       *lclass.Data // ours gets a copy in each run
	ours       func(*lclass.Data) (*lclass.Model, error)
	theirs     func() (*reply, error)
	// objective of either's weights.
	objective func(w [][]float64, b []float64) float64
	passes    func() (float64, error) // of ours over the data
	note      func(*lclass.Model, *reply) string
}

// race runs both in turn and adds the row.
func (b *bench) race(c contest) error {
	var ours, theirs times
	var m *lclass.Model
	var r *reply
	for i := 0; i < b.runs(theirs); i++ {
		d := unseen(c.data)
		s, err := timed(labelled(c.name, func() (err error) { m, err = c.ours(d); return }))
		if err != nil {
			return err
		}
		ours = append(ours, s)
		if r, err = c.theirs(); err != nil {
			return err
		}
		theirs = append(theirs, r.Seconds)
	}
	row := newRow(c, ours, theirs)
	row.Steps, row.PeerSteps = m.Status.Iterations, r.Iterations
	if c.objective != nil {
		row.Objective = c.objective(rowsOf(m.W), m.B)
		if r.W != nil {
			row.PeerObjective = c.objective(r.W, r.B)
		}
	}
	if c.passes != nil {
		var err error
		if row.Passes, err = c.passes(); err != nil {
			return err
		}
		row.PeerPasses = r.Passes
	}
	if c.note != nil {
		row.Note = c.note(m, r)
	}
	b.add(row)
	return nil
}

// unseen returns a copy of data, of which nothing is known: a table remembers what the first
// fit finds out about its features.
func unseen(d *lclass.Data) *lclass.Data {
	all := make([]int, d.N())
	for i := range all {
		all[i] = i
	}
	return d.Subset(all)
}

// runs is how often each is timed: five times, three if a run of the peer takes more
// than 30 s, and once if it takes more than 100 s.
func (b *bench) runs(peer times) int {
	switch {
	case b.quick || len(peer) > 0 && peer[0] > 100:
		return 1
	case len(peer) > 0 && peer[0] > 30:
		return 3
	}
	return 5
}

func (b *bench) add(r row) {
	b.rows = append(b.rows, r)
	log.Printf("%s: ours %s, %s %s, %s", r.Name, r.ours(), r.Peer, r.theirs(), r.verdict())
}

// timed returns the seconds that f takes. Garbage of what was before is not
// counted.
func timed(f func() error) (float64, error) {
	runtime.GC()
	start := time.Now()
	err := f()
	return time.Since(start).Seconds(), err
}

// times are the seconds of several runs of the same.
type times []float64

func (t times) median() float64 {
	s := slices.Sorted(slices.Values(t))
	n := len(s)
	return (s[(n-1)/2] + s[n/2]) / 2
}

func rowsOf(w *mat.Dense) [][]float64 {
	k, _ := w.Dims()
	rows := make([][]float64, k)
	for c := range rows {
		rows[c] = w.RawRowView(c)
	}
	return rows
}

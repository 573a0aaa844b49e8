package main

import (
	"container/heap"
	"time"
)

// Costs are what a pass takes beside and for its sums.
type Costs struct {
	ServerCores  int           // processors of the server
	ServerPass   time.Duration // its processor time per pass
	ServerWorker time.Duration // and per worker of the pass
	FitPass      time.Duration // the processor time of the fit per pass
	FitWorker    time.Duration // and per worker; it has one processor for that
	Message      time.Duration // on the network
	Cores        int           // processors of a worker
}

// measured are the costs that TestCost printed for 1 and for 8 workers, on two processors
// of an AMD EPYC: 19 and 31 ms of the server, 4.7 and 8.8 ms of the fit and the workers, the
// means of three runs. A message of half a millisecond is assumed.
var measured = Costs{
	ServerCores: 2, ServerPass: 17 * time.Millisecond, ServerWorker: 1700 * time.Microsecond,
	FitPass: 4100 * time.Microsecond, FitWorker: 600 * time.Microsecond, Message: 500 * time.Microsecond, Cores: 4,
}

// A fit is a problem whose sums take a measured processor time per row.
type fit struct {
	Name   string
	Rows   float64
	Row    time.Duration
	Passes int
}

// fits are of the shapes of known data sets, in memory as float64: 39 features by Newton's
// method, of which all passes count with second derivatives, and 784 features and ten
// classes by QuasiNewton. The time per row was measured on one processor of an AMD EPYC.
var fits = []fit{
	{"Criteo, logistic", 1e7, 149, 13},
	{"Criteo, logistic", 1e9, 149, 13},
	{"MNIST8M, softmax", 8.1e6, 1620, 47},
}

// sum returns how long a worker takes for its sums.
func (f fit) sum(c Costs, workers int) time.Duration {
	return time.Duration(f.Rows * float64(f.Row) / float64(workers*c.Cores))
}

// An event is the end of the work of one worker, at the server or the worker.
type event struct {
	at   time.Duration
	step step
}

// A step is what comes next for a worker's part of a pass.
type step int

const (
	dispatch step = iota // the server hands out the task
	work                 // the worker sums up
	complete             // the server takes the sums
	merge                // the fit merges them
)

type events []event

func (e events) Len() int           { return len(e) }
func (e events) Less(i, j int) bool { return e[i].at < e[j].at }
func (e events) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *events) Push(v any)        { *e = append(*e, v.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// processors are when each of some is free.
type processors []time.Duration

// take returns when work ends that begins at the earliest at some time.
func (p processors) take(at, work time.Duration) time.Duration {
	first := 0
	for i, free := range p {
		if free < p[first] {
			first = i
		}
	}
	p[first] = max(p[first], at) + work
	return p[first]
}

// pass returns how long one takes, with sums of that duration on every worker.
func (c Costs) pass(workers int, sum time.Duration) time.Duration {
	server, fit := make(processors, c.ServerCores), make(processors, 1)
	begin := server.take(c.Message, c.ServerPass/2)
	begin = fit.take(begin, c.FitPass/2) + c.Message
	var queue events
	for range workers {
		heap.Push(&queue, event{begin, dispatch})
	}
	var last time.Duration
	for queue.Len() > 0 {
		e := heap.Pop(&queue).(event)
		switch e.step {
		case dispatch:
			e.at = server.take(e.at, c.ServerWorker/2) + c.Message
		case work:
			e.at += sum + c.Message
		case complete:
			e.at = server.take(e.at, c.ServerWorker/2) + c.Message
		case merge:
			last = max(last, fit.take(e.at, c.FitWorker))
			continue
		}
		e.step++
		heap.Push(&queue, e)
	}
	end := fit.take(last, c.FitPass/2) + c.Message
	return server.take(end, c.ServerPass/2) + c.Message
}

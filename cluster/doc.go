// Package cluster fits models to samples on many machines. Workers hold the samples in
// shards and compute sums over them; the solver runs in the program that calls
// lclass.FitShards, with [Samples] as its evaluator. Between them is a Temporal server,
// which assigns the work, retries it, notices workers that have died and stores results.
//
// Every pass over the samples is a short workflow, whose id names the fit and the pass.
// Each of its activities covers the shards of one worker and runs on the task queue of
// that worker. If the worker dies, its shards go to another one that can read the same
// files. The sums are merged in the order of the shards' names. So the model is the same
// to the last bit with any number of workers, whatever fails. It is also the model of a
// single process that has the shards in this order (see shard.Together). Both need
// processors that round alike.
//
// The id of a fit is a hash of its specification and of its files. So a program that
// crashes and is restarted gets its earlier sums back and continues from there.
//
// Only sums leave a worker, and for raw shards also the names of categories and, for
// lclass.FillMostFrequent, numbers. A sum over a shard with few samples reveals much
// about each of them: see [Set.Warnings].
package cluster

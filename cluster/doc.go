// Package cluster fits models to samples on many machines. Workers hold the samples in
// shards and compute sums over them; the solver runs in the program that calls
// lclass.FitShards, with [Samples] as its evaluator. Between them is a Temporal server,
// which places the work, retries it, notices workers that are gone and remembers results.
//
// Every pass over the samples is a short workflow, whose id names the fit and the pass. Its
// activities are the shards of one worker each, on the task queue of that worker. If the
// worker is gone, they go to another one that can read the same files. The sums are merged
// in the order of the shards' names. So the model is the same to the last bit with any
// number of workers, whatever fails, and the same as that of one process that has the
// shards in this order (see shard.Together), as long as the processors compute alike.
//
// The id of a fit is a hash of its specification and of its files. A program that dies
// and starts again is therefore handed the sums it had, and goes on from there.
//
// Only sums leave a worker, and of raw shards the names of categories and, for
// lclass.FillMostFrequent, numbers. A sum over a shard of few samples says much about each of
// them: see [Set.Warnings].
package cluster

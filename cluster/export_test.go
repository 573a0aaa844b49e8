package cluster

// SetVersion makes a worker one of another version.
func (w *Worker) SetVersion(v string) { w.version = v }

var ErrDamaged = errDamaged

// InMemory is what a worker does with the features of a shard.
var InMemory = inMemory

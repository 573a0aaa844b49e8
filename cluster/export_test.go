package cluster

// SetVersion makes a worker one of another version.
func (w *Worker) SetVersion(v string) { w.version = v }

package validate

import (
	"sync"
	"time"
)

// A watch tells one observer of the fits that have ended, one after the other.
type watch struct {
	observer func(Progress)
	total    int
	began    time.Time
	mutex    sync.Mutex
	done     int
}

func newWatch(observer func(Progress), total int) *watch {
	return &watch{observer: observer, total: total, began: time.Now()}
}

func (w *watch) tell(p Progress) {
	if w.observer == nil {
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.done++
	p.Done, p.Total, p.Elapsed = w.done, w.total, time.Since(w.began)
	w.observer(p)
}

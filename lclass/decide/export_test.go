package decide

var ErrFree = errFree

package intake

import (
	"context"
	"crypto/sha256"
	"slices"

	"linclass/assignments/lgrade/internal/notebook"
)

// A reader reads the files of one student, as many as are allowed.
type reader struct {
	ctx          context.Context
	files, bytes int
	full         bool // something was not read
}

func (r *reader) read(f file) ([]byte, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	if r.files == mostRead || r.bytes >= mostReadBytes {
		r.full = true
		return nil, tooMuch
	}
	data, err := f.read()
	r.files++
	r.bytes += len(data) // also of those that turn out to be too large
	return data, err
}

// limited returns the file such that reading it counts.
func (r *reader) limited(f file) file {
	read := f
	f.read = func() ([]byte, error) { return r.read(read) }
	return f
}

// A candidate is a file that may be the notebook that counts.
type candidate struct {
	file
	sum *[sha256.Size]byte // of what is in it; nil if that is unknown
	err error              // why it is no notebook
}

func (c candidate) readable() bool { return c.err == nil }

// look reads the files once, the newest first. The oldest is the first that it returns.
func (r *reader) look(files []file) []candidate {
	slices.SortStableFunc(files, func(a, b file) int { return a.time.Compare(b.time) })
	all := make([]candidate, len(files))
	for i, f := range slices.Backward(files) {
		all[i].file = f
		data, err := r.read(f)
		if err == nil {
			sum := sha256.Sum256(data)
			all[i].sum = &sum
			_, err = notebook.Read(data)
		}
		all[i].err = err
	}
	return all
}

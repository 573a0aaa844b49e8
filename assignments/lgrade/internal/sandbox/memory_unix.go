//go:build unix

package sandbox

import (
	"context"

	"github.com/tetratelabs/wazero/experimental"
	"golang.org/x/sys/unix"
)

// reserve has the instance made with the context grow in place until release: the system
// sets aside the addresses of all memory that it may have, and gives pages as they are
// used. Otherwise all of it would be copied at each growth, which would cost an answer
// more time than what it computes.
func reserve(ctx context.Context) (_ context.Context, release func()) {
	var reserved [][]byte
	allocate := func(_, most uint64) experimental.LinearMemory {
		all, err := unix.Mmap(-1, 0, int(most), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_NORESERVE)
		if err != nil {
			return &linear{make([]byte, most)}
		}
		reserved = append(reserved, all)
		return &linear{all}
	}
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(allocate)), func() {
		for _, all := range reserved {
			unix.Munmap(all)
		}
	}
}

// linear is all memory that an instance may have.
type linear struct{ all []byte }

func (l *linear) Reallocate(size uint64) []byte { return l.all[:size] }

// Free does nothing: release does, when nobody can read the memory any more.
func (l *linear) Free() {}

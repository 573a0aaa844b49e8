package sandbox

import "golang.org/x/sys/unix"

// limitProcess caps the memory that a process may have and the files that it writes,
// in bytes.
func limitProcess(pid int, memory, output uint64) {
	for resource, most := range map[int]uint64{
		unix.RLIMIT_AS:    memory,
		unix.RLIMIT_FSIZE: output,
		unix.RLIMIT_CORE:  0,
	} {
		// The error is that of a process which has already ended.
		_ = unix.Prlimit(pid, resource, &unix.Rlimit{Cur: most, Max: most}, nil)
	}
}

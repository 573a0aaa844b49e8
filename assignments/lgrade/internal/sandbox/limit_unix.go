//go:build unix

package sandbox

import (
	"fmt"
	"math"
	"time"
)

// limited is a command that may have so much memory, write files so large, in bytes,
// and compute for so long. Where the system knows one of these limits not, it is not
// kept.
func limited(memory, output uint64, compute time.Duration, command ...string) []string {
	script := fmt.Sprintf(`for limit in "-c 0" "-d %d" "-f %d" "-t %.0f"; do ulimit $limit 2>/dev/null; done; exec "$@"`,
		memory>>10, output>>9, math.Ceil(compute.Seconds()))
	return append([]string{"/bin/sh", "-c", script, "sh"}, command...)
}

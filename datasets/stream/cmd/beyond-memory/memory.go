package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// peakMemory returns how much memory the process has had at most, in MB: the
// high-water mark of its resident set, or, where the system does not tell, what
// Go has taken from it.
func peakMemory() (int, error) {
	file, err := os.Open("/proc/self/status")
	if err != nil {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.Sys / 1e6), nil
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if rest, found := strings.CutPrefix(lines.Text(), "VmHWM:"); found {
			var kibibytes int
			if _, err := fmt.Sscan(rest, &kibibytes); err != nil {
				return 0, err
			}
			return kibibytes * 1024 / 1e6, nil
		}
	}
	return 0, fmt.Errorf("/proc/self/status does not report the peak memory")
}

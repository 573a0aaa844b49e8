package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// owner is the variable that all processes of a kernel inherit. Its value names the
// kernel for as long as the computer runs: its process and when that started.
const owner = "LCLASS_KERNEL"

// adopt makes this process the parent of what its descendants leave behind.
func adopt() {
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
}

// bound returns attributes with which a process ends when this one does. Its caller
// must keep to one thread.
func bound() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// process is what /proc says of a process.
type process struct {
	pid, parent int
	name        string // at most 15 characters
	started     string
	zombie      bool
}

// ourName returns the value of owner for this process.
func ourName() string {
	p, _ := look(os.Getpid())
	return nameOf(p)
}

func nameOf(p process) string {
	return fmt.Sprintf("%d.%s", p.pid, p.started)
}

func look(pid int) (process, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return process{}, err
	}
	// The name is in brackets and may have brackets; man 5 proc numbers what follows
	// it from 3.
	begin, end := bytes.IndexByte(text, '('), bytes.LastIndexByte(text, ')')
	fields := strings.Fields(string(text[end+1:]))
	if len(fields) < 20 {
		return process{}, fmt.Errorf("process %d: %q", pid, text)
	}
	parent, err := strconv.Atoi(fields[1])
	return process{pid: pid, parent: parent, name: string(text[begin+1 : end]), started: fields[19], zombie: fields[0] == "Z"}, err
}

func processes() []process {
	entries, _ := os.ReadDir("/proc")
	var all []process
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if p, err := look(pid); err == nil {
			all = append(all, p)
		}
	}
	return all
}

// below returns the processes that come from pid, but for those that come from, or
// are, one of except.
func below(pid int, except ...int) []process {
	children := map[int][]process{}
	for _, p := range processes() {
		children[p.parent] = append(children[p.parent], p)
	}
	var found []process
	for next := []int{pid}; len(next) > 0; next = next[1:] {
		for _, c := range children[next[0]] {
			if !slices.Contains(except, c.pid) {
				found = append(found, c)
				next = append(next, c.pid)
			}
		}
	}
	return found
}

// compiles reports whether gonb waits for what it compiles a cell with.
func compiles(gonb int) bool {
	return slices.ContainsFunc(processes(), func(p process) bool {
		return p.parent == gonb && !p.zombie && (p.name == "go" || p.name == "goimports")
	})
}

// endBelow kills what comes from pid, but for except, until nothing is left or still
// says no. What it orphans becomes a child of this process, which is the one that must
// collect it.
func endBelow(pid int, still func() bool, except ...int) {
	for range 100 {
		left := below(pid, except...)
		if !still() { // what is found now may be of others
			return
		}
		if pid != os.Getpid() {
			left = slices.DeleteFunc(left, func(p process) bool { return p.zombie }) // for their parent to collect
		}
		if len(left) == 0 {
			return
		}
		for _, p := range left {
			_ = syscall.Kill(p.pid, syscall.SIGKILL)
			if p.parent == os.Getpid() {
				_, _ = syscall.Wait4(p.pid, nil, syscall.WNOHANG, nil)
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func always() bool { return true }

// sweepProcesses kills what kernels that are no more have left running.
func sweepProcesses() {
	ours, _ := os.Readlink("/proc/self/ns/pid")
	for _, p := range processes() {
		environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.pid))
		if err != nil {
			continue // of another user
		}
		if space, _ := os.Readlink(fmt.Sprintf("/proc/%d/ns/pid", p.pid)); space != ours {
			continue // of a container, where numbers mean others
		}
		for _, variable := range bytes.Split(environment, []byte{0}) {
			name, ok := strings.CutPrefix(string(variable), owner+"=")
			if ok && !alive(name) {
				_ = syscall.Kill(p.pid, syscall.SIGKILL)
			}
		}
	}
}

// alive reports whether the kernel of that name runs.
func alive(name string) bool {
	number, started, _ := strings.Cut(name, ".")
	pid, err := strconv.Atoi(number)
	if err != nil {
		return true // no name of ours
	}
	p, err := look(pid)
	return err == nil && p.started == started && !p.zombie
}

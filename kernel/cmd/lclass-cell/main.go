// lclass-cell runs the program of a cell. The kernel starts it in the place of that
// program, which has the same name with .cell at the end.
//
// The program has a process group of its own, which ends with it, so that nothing
// that it leaves running can hold the kernel up. It reads an empty standard input, and
// ends when it shows more at once than the kernel has memory for.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// patience is how long a program may take to end when it is interrupted.
const patience = 800 * time.Millisecond

const killed = `
The program of this cell was killed, most likely because memory ran out. Use fewer rows or
a smaller model, shut down notebooks that you do not need, and run the cell again.
`

// interruptedName is a file that the kernel makes in its directory, where that of the
// program is, while a cell that somebody has interrupted is still compiled.
const interruptedName = "interrupted"

func main() {
	runtime.LockOSThread() // the program ends with this thread
	if _, err := os.Stat(filepath.Join(filepath.Dir(os.Args[0]), "..", interruptedName)); err == nil {
		_ = syscall.Kill(os.Getpid(), syscall.SIGINT)
		time.Sleep(time.Second) // a signal takes a moment
		os.Exit(1)
	}
	// A kernel that is gone must not end us before the group has ended.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)

	c := exec.Command(os.Args[0]+".cell", os.Args[1:]...)
	c.SysProcAttr = attributes()
	output, err := pass(c)
	var shown *shown
	if err == nil {
		shown, err = passShown(c)
	}
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "the cell cannot be run:", err)
		os.Exit(1)
	}
	group := c.Process.Pid
	output.started()

	kernelGone := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // the kernel writes nothing and holds it open
		close(kernelGone)
	}()
	endGroup, tooLarge := kernelGone, shown.tooLarge
	ended := make(chan *os.ProcessState, 1)
	go func() {
		state, err := c.Process.Wait()
		if err != nil {
			fmt.Fprintln(os.Stderr, "the end of the cell cannot be seen:", err)
		}
		ended <- state
	}()

	var late <-chan time.Time
	byUs := false
	for {
		select {
		case s := <-signals:
			_ = syscall.Kill(-group, s.(syscall.Signal))
			if !byUs {
				late, byUs = time.After(patience), true
			}
		case <-late:
			_ = syscall.Kill(-group, syscall.SIGKILL)
		case <-endGroup:
			endGroup, byUs = nil, true
			_ = syscall.Kill(-group, syscall.SIGKILL)
		case <-tooLarge:
			tooLarge, byUs = nil, true
			_ = syscall.Kill(-group, syscall.SIGKILL)
		case state := <-ended:
			_ = syscall.Kill(-group, syscall.SIGKILL)
			shown.finish(kernelGone)
			output.finish()
			end(state, byUs)
		}
	}
}

// end ends this process as the program ended.
func end(state *os.ProcessState, byUs bool) {
	if state == nil {
		os.Exit(1)
	}
	status := state.Sys().(syscall.WaitStatus)
	if !status.Signaled() {
		os.Exit(status.ExitStatus())
	}
	s := status.Signal()
	switch s {
	case syscall.SIGKILL:
		if !byUs {
			fmt.Fprint(os.Stderr, killed)
		}
		fallthrough
	case syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP:
		signal.Reset(s)
		_ = syscall.Kill(os.Getpid(), s)
		time.Sleep(time.Second) // a signal takes a moment
	}
	fmt.Fprintln(os.Stderr, "signal:", s)
	os.Exit(128 + int(s))
}

// output hands on what the program prints.
type output struct {
	from, ends []*os.File
	handed     sync.WaitGroup
}

func pass(c *exec.Cmd) (*output, error) {
	o := &output{}
	for _, stream := range []struct {
		from *io.Writer
		to   *os.File
	}{{&c.Stdout, os.Stdout}, {&c.Stderr, os.Stderr}} {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		*stream.from = w
		o.from, o.ends = append(o.from, r), append(o.ends, w)
		readWhole(stream.to)
		o.handed.Go(func() { hand(stream.to, r) })
	}
	return o, nil
}

// started leaves the ends of the pipes to the program.
func (o *output) started() {
	for _, w := range o.ends {
		w.Close()
	}
}

// finish hands on what is left once the program has ended. What else holds its output
// is not waited for.
func (o *output) finish() {
	for _, r := range o.from {
		_ = r.SetReadDeadline(time.Now())
	}
	o.handed.Wait()
}

func hand(to, from *os.File) {
	all := &unended{file: from}
	whole := &characters{to: to}
	short := &overflow{to: whole}
	out := io.Writer(whole)
	if to == os.Stderr { // where Go says that calls do not end
		out = short
	}
	_, err := io.Copy(out, all)
	if err == nil {
		err = short.finish()
	}
	if err == nil {
		err = whole.finish()
	}
	if err != nil {
		_, _ = io.Copy(io.Discard, all) // the kernel is gone
	}
}

// unended reads a pipe that something may hold open until its read deadline, and then
// what is left in it.
type unended struct {
	file *os.File
	over bool
}

func (u *unended) Read(p []byte) (int, error) {
	if !u.over {
		n, err := u.file.Read(p)
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
		// A pipe whose time is over is not read, whatever is in it.
		u.over = true
		_ = u.file.SetReadDeadline(time.Time{})
	}
	pipe, err := u.file.SyscallConn()
	if err != nil {
		return 0, err
	}
	var n int
	err = pipe.Read(func(fd uintptr) bool {
		n, _ = syscall.Read(int(fd), p)
		return true
	})
	if err != nil || n <= 0 {
		return 0, io.EOF
	}
	return n, nil
}

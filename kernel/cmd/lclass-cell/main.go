// lclass-cell runs the program of a cell. The kernel starts it in the place of that
// program, which has the same name with .cell at the end.
//
// The program has a process group of its own, which ends with it, so that nothing
// that it leaves running can hold the kernel up. It reads an empty standard input.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// patience is how long a program may take to end when it is interrupted.
const patience = 3 * time.Second

const killed = `
The program of this cell was killed, most likely because memory ran out. Use fewer rows or
a smaller model, shut down notebooks that you do not need, and run the cell again.
`

func main() {
	runtime.LockOSThread() // the program ends with this thread
	// A kernel that is gone must not end us before the group has ended.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)

	c := exec.Command(os.Args[0]+".cell", os.Args[1:]...)
	c.SysProcAttr = attributes()
	output, err := pass(c)
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
			late = time.After(patience)
			byUs = true
		case <-late:
			_ = syscall.Kill(-group, syscall.SIGKILL)
		case <-kernelGone:
			kernelGone, byUs = nil, true
			_ = syscall.Kill(-group, syscall.SIGKILL)
		case state := <-ended:
			_ = syscall.Kill(-group, syscall.SIGKILL)
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
	_, err := io.Copy(to, from)
	switch {
	case err == nil:
		return // nothing is left
	case !errors.Is(err, os.ErrDeadlineExceeded):
		_, _ = io.Copy(io.Discard, from) // the kernel is gone
		return
	}
	// A pipe whose time is over is not read, whatever is in it.
	_ = from.SetReadDeadline(time.Time{})
	pipe, err := from.SyscallConn()
	if err != nil {
		return
	}
	buffer := make([]byte, 1<<16)
	for {
		var n int
		err := pipe.Read(func(fd uintptr) bool {
			n, _ = syscall.Read(int(fd), buffer)
			return true
		})
		if err != nil || n <= 0 {
			return
		}
		_, _ = to.Write(buffer[:n])
	}
}

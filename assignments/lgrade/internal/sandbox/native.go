package sandbox

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"time"
)

// nativeMemory is more than memory: a process reserves what it may not use.
const nativeMemory = 4 * memory

// killed is the exit code that bwrap gives for a program that the system has killed,
// as it does at the end of the time.
const killed = 128 + 9

// native runs a process whose only way out is the pipe for its reports, and, if it is
// not in namespaces, what the system lets it do.
func (p *Program) native(ctx context.Context, limit time.Duration, args []string) (*Run, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer read.Close()

	deadline, cancel := context.WithTimeout(ctx, patience*limit)
	defer cancel()
	command := append([]string{p.file}, args...)
	if p.kind == Bwrap {
		bwrap, err := exec.LookPath("bwrap")
		if err != nil {
			return nil, err
		}
		command = append([]string{bwrap, "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--setenv", "GOMAXPROCS", "1",
			"--ro-bind", p.file, "/answers", "--chdir", "/", "/answers"}, args...)
	}
	command = limited(nativeMemory, 0, limit, command...)
	cmd := exec.CommandContext(deadline, command[0], command[1:]...)
	cmd.Dir, cmd.Env = p.dir, []string{"GOMAXPROCS=1"}
	cmd.ExtraFiles = []*os.File{write}
	cmd.WaitDelay = time.Second
	var words limitedBuffer
	cmd.Stderr = &words
	err = cmd.Start()
	write.Close()
	if err != nil {
		return nil, err
	}

	var told reports
	lines := bufio.NewReader(read)
	go func() {
		<-deadline.Done() // the pipe may have been inherited further
		read.SetReadDeadline(time.Now())
	}()
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		told.add(line)
	}
	err = cmd.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r := &Run{Reports: told.lines, Computed: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	var exit *exec.ExitError
	switch {
	case deadline.Err() != nil:
		r.Why = TimeOut
	case errors.As(err, &exit) && (!exit.Exited() || exit.ExitCode() == killed):
		r.Why = TimeOut
	case errors.As(err, &exit):
		ended(r, exit.ExitCode(), words.String())
	case err != nil:
		return nil, err
	}
	return r, nil
}

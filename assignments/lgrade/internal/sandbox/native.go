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

// native runs a process whose only way out is the pipe for its reports, and, if it is
// not in namespaces, what the system lets it do.
func (p *Program) native(ctx context.Context, limit time.Duration, args []string) (*Run, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer read.Close()

	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	command := append([]string{p.file}, args...)
	if p.kind == Bwrap {
		command = append([]string{"bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv",
			"--ro-bind", p.file, "/answers", "--chdir", "/", "/answers"}, args...)
	}
	cmd := exec.CommandContext(limited, command[0], command[1:]...)
	cmd.Dir, cmd.Env = p.dir, []string{}
	cmd.ExtraFiles = []*os.File{write}
	cmd.WaitDelay = time.Second
	var words limitedBuffer
	cmd.Stderr = &words
	err = cmd.Start()
	write.Close()
	if err != nil {
		return nil, err
	}
	limitProcess(cmd.Process.Pid, nativeMemory, 1)

	var told reports
	lines := bufio.NewReader(read)
	go func() {
		<-limited.Done() // the pipe may have been inherited further
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
	r := &Run{Reports: told.lines}
	var exit *exec.ExitError
	switch {
	case limited.Err() != nil:
		r.Why = TimeOut
	case errors.As(err, &exit):
		end(r, exit.ExitCode(), words.String())
	case err != nil:
		return nil, err
	}
	return r, nil
}

package sandbox

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"os/exec"
	"time"
)

// nativeMemory is more than memory: a process reserves what it may not use.
const nativeMemory = 4 * memory

// killed is the exit code that bwrap gives for a program that the system has killed,
// as it does at the end of the time.
const killed = 128 + 9

// A process is an Instance whose only ways in and out are two pipes, and, if it is not in
// namespaces, what the system lets it do. Before each frame is its length, in four
// bytes.
type process struct {
	command  *exec.Cmd
	deadline context.Context
	cancel   context.CancelFunc
	calls    *os.File
	replies  *os.File
	buffered *bufio.Reader
	words    limitedBuffer
	tooLong  bool
	over     bool // there will be no frame any more
}

func (p *Program) startNative(ctx context.Context, limit time.Duration) (Instance, bool, error) {
	command := []string{p.file}
	if p.kind == Bwrap {
		bwrap, err := exec.LookPath("bwrap")
		if err != nil {
			return nil, false, err
		}
		command = []string{bwrap, "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--setenv", "GOMAXPROCS", "1",
			"--ro-bind", p.file, "/answers", "--chdir", "/", "/answers"}
	}
	callsRead, callsWrite, err := os.Pipe()
	if err != nil {
		return nil, false, err
	}
	repliesRead, repliesWrite, err := os.Pipe()
	if err != nil {
		return nil, false, errors.Join(err, callsRead.Close(), callsWrite.Close())
	}
	i := &process{calls: callsWrite, replies: repliesRead, buffered: bufio.NewReader(repliesRead)}
	i.deadline, i.cancel = context.WithTimeout(ctx, patience*limit)
	command = limited(nativeMemory, 0, limit, command...)
	i.command = exec.CommandContext(i.deadline, command[0], command[1:]...)
	i.command.Dir, i.command.Env = p.dir, []string{"GOMAXPROCS=1"}
	i.command.ExtraFiles = []*os.File{callsRead, repliesWrite}
	i.command.WaitDelay = time.Second
	i.command.Stderr = &i.words
	err = i.command.Start()
	callsRead.Close()
	repliesWrite.Close()
	if err != nil {
		i.cancel()
		return nil, false, errors.Join(err, callsWrite.Close(), repliesRead.Close())
	}
	context.AfterFunc(i.deadline, func() { // the pipes may have been inherited further
		now := time.Now()
		i.calls.SetDeadline(now)
		i.replies.SetDeadline(now)
	})
	return i, i.receive() != nil, nil
}

func (i *process) Exchange(frame []byte) []byte {
	if i.over {
		return nil
	}
	if _, err := i.calls.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(len(frame))), frame...)); err != nil {
		i.over = true
		return nil
	}
	return i.receive()
}

func (i *process) receive() []byte {
	var size [4]byte
	if _, err := io.ReadFull(i.buffered, size[:]); err != nil {
		i.over = true
		return nil
	}
	n := binary.LittleEndian.Uint32(size[:])
	if n == 0 || n > mostSent {
		i.over, i.tooLong = true, true
		return nil
	}
	frame := make([]byte, n)
	if _, err := io.ReadFull(i.buffered, frame); err != nil {
		i.over = true
		return nil
	}
	return frame
}

func (i *process) Stop() End {
	wasOver, expired := i.over, i.deadline.Err() != nil
	i.calls.Close() // which ends a program that waits
	i.replies.Close()
	if !wasOver || i.tooLong {
		i.cancel()
	}
	err := i.command.Wait()
	i.cancel()
	end := End{Computed: i.command.ProcessState.UserTime() + i.command.ProcessState.SystemTime()}
	var exit *exec.ExitError
	switch {
	case i.tooLong:
		end.Why = TooLong
	case expired:
		end.Why = TimeOut
	case !wasOver:
		end.Why = Waiting
	case errors.As(err, &exit) && (!exit.Exited() || exit.ExitCode() == killed):
		end.Why = TimeOut
	case errors.As(err, &exit):
		end.ended(exit.ExitCode(), i.words.String())
	case err != nil:
		end.Why, end.Code, end.Message = Stopped, 1, err.Error()
	default:
		end.Why = Returned
	}
	return end
}

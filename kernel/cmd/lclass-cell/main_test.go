package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if os.Getenv("LCLASS_CELL_TEST") != "" {
		main()
	}
	os.Exit(m.Run())
}

// cell returns this program as lclass-cell, with a shell script in the place of the
// program of a cell. The kernel's end of its input is in.
func cell(t *testing.T, script string) (c *exec.Cmd, in *os.File, stdout, stderr *bytes.Buffer) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(name+".cell", []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, name); err != nil {
		t.Fatal(err)
	}
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close() })
	c = exec.Command(name, "an argument")
	c.Dir = filepath.Dir(name)
	c.Env = append(os.Environ(), "LCLASS_CELL_TEST=1")
	c.Stdin = out
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	c.Stdout, c.Stderr = stdout, stderr
	c.WaitDelay = time.Hour // fails by the time limit of go test, not by losing output
	return c, in, stdout, stderr
}

// leave is a script that leaves a process in a group of its own, which holds its output
// for a minute.
const leave = `setsid sh -c 'echo $$ >left; sleep 60; : >waited' & while [ ! -s left ]; do sleep 0.01; done
`

// endLeft ends the process that leave has left, if any, and sees that nobody waited for it.
func endLeft(t *testing.T, dir string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "left"))
	if err != nil {
		return
	}
	if _, err := os.Stat(filepath.Join(dir, "waited")); err == nil {
		t.Error("the cell waits for a process that holds its output")
	}
	group, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	_ = syscall.Kill(-group, syscall.SIGKILL)
}

func TestCellEndsAsItsProgram(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, script, stdout, stderr, state string }{
		{"success", `echo "$1"; echo b >&2`, "an argument\n", "b\n", "exit status 0"},
		{"status", "exit 3", "", "", "exit status 3"},
		{"no input", "read x || echo none", "none\n", "", "exit status 0"},
		{"killed", "kill -KILL $$", "", killed, "signal: killed"},
		{"interrupted by itself", "kill -INT $$", "", "", "signal: interrupt"},
		{"aborted", "kill -ABRT $$", "", "signal: aborted\n", "exit status 134"},
		{"no output any more", "echo a; exec >&- 2>&-; sleep 0.2", "a\n", "", "exit status 0"},
		{"a child", "sleep 1000 &", "", "", "exit status 0"},
		{"a child that left", leave + "echo a", "a\n", "", "exit status 0"},
		{"much", leave + "seq 100000 | tail -c 200000", "", "", "exit status 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			run, _, stdout, stderr := cell(t, c.script)
			_ = run.Run()
			endLeft(t, run.Dir)
			if got := run.ProcessState.String(); got != c.state || stderr.String() != c.stderr {
				t.Errorf("%s, %q; want %s, %q", got, stderr, c.state, c.stderr)
			}
			if c.name == "much" {
				if stdout.Len() != 200000 {
					t.Errorf("%d bytes, want 200000", stdout.Len())
				}
			} else if stdout.String() != c.stdout {
				t.Errorf("%q, want %q", stdout, c.stdout)
			}
		})
	}
}

// The script says its group when it is ready.
const deaf = `trap "" INT TERM
sleep 1000 &
echo $$
while :; do sleep 1; done`

// group starts a cell and returns the group of its program.
func group(t *testing.T, c *exec.Cmd) int {
	t.Helper()
	c.Stdout = nil
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 20)
	n, err := out.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	leader, err := strconv.Atoi(strings.TrimSpace(string(line[:n])))
	if err != nil {
		t.Fatal(err)
	}
	return leader
}

// The kernel was interrupted while this program was compiled.
func TestInterruptedProgramDoesNotStart(t *testing.T) {
	t.Parallel()
	run, _, stdout, _ := cell(t, "echo never")
	kernel := filepath.Dir(run.Dir)
	if err := os.WriteFile(filepath.Join(kernel, interruptedName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_ = run.Run()
	if got, want := run.ProcessState.String(), "signal: interrupt"; got != want || stdout.Len() != 0 {
		t.Errorf("%s, %q; want %s", got, stdout, want)
	}
}

func TestInterruptEndsTheGroup(t *testing.T) {
	t.Parallel()
	c, _, _, stderr := cell(t, deaf)
	leader := group(t, c)
	if err := c.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if members(leader) || stderr.Len() > 0 {
		t.Errorf("members are left: %v; said %q", members(leader), stderr)
	}
}

// Who interrupts again and again does not give the program more time.
func TestImpatientInterruptsEndTheGroup(t *testing.T) {
	t.Parallel()
	c, _, _, _ := cell(t, deaf)
	leader := group(t, c)
	ended := make(chan error)
	go func() { ended <- c.Wait() }()
	for {
		_ = c.Process.Signal(syscall.SIGINT)
		select {
		case <-ended:
			if members(leader) {
				t.Error("members are left")
			}
			return
		case <-time.After(patience / 4):
		}
	}
}

func TestGroupEndsWithTheKernel(t *testing.T) {
	t.Parallel()
	c, in, _, _ := cell(t, deaf)
	leader := group(t, c)
	in.Close()
	_ = c.Wait()
	if members(leader) {
		t.Error("members are left")
	}
}

// members reports whether a process group has some. What was killed takes a moment.
func members(group int) bool {
	for range 2000 {
		if errors.Is(syscall.Kill(-group, 0), syscall.ESRCH) {
			return false
		}
		time.Sleep(10 * time.Millisecond)
	}
	return true
}

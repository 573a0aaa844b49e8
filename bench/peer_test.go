package main

import (
	"errors"
	"syscall"
	"testing"
)

// fake is a peer of one line of sh a request, which may have started through
// another program.
func fake(t *testing.T, script string) *peer {
	t.Helper()
	p, err := start("sh", "-c", `exec sh -c "$1"`, "sh", `while read -r request; do `+script+`; done`)
	if err != nil {
		t.Skip("there is no sh: ", err)
	}
	t.Cleanup(func() { p.stop() })
	return p
}

// Between two requests a peer takes no time from what is measured.
func TestHalt(t *testing.T) {
	p := fake(t, `echo '{"seconds":2}'`)
	for range 2 {
		r, err := p.ask("work")
		if err != nil || r.Seconds != 2 {
			t.Fatalf("the answer is %+v, %v", r, err)
		}
		var status syscall.WaitStatus
		if _, err := syscall.Wait4(p.process.Process.Pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
			t.Fatalf("after an answer the peer is not halted: %#x, %v", status, err)
		}
	}
}

// What a peer has not got leaves out a row; what goes wrong is an error.
func TestMissing(t *testing.T) {
	var why skip
	if _, err := fake(t, `echo '{"missing":"no glmnet"}'`).ask("work"); !errors.As(err, &why) {
		t.Errorf("a peer that has not got it: %v, want a skip", err)
	}
	if _, err := fake(t, `echo '{"error":"singular"}'`).ask("work"); err == nil || errors.As(err, &why) {
		t.Errorf("a peer that fails: %v, want an error that is no skip", err)
	}
}

// Without peers nothing fails.
func TestNoPeers(t *testing.T) {
	b := &bench{}
	if programs := b.programs(); len(programs) != 1 || programs[0] != "no peers" {
		t.Errorf("programs are %q", programs)
	}
	var why skip
	if err := b.paths(); !errors.As(err, &why) {
		t.Errorf("paths without peers: %v, want a skip", err)
	}
}

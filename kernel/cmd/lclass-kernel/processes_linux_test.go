package main

import (
	"os/exec"
	"testing"
)

func TestAlive(t *testing.T) {
	other := exec.Command("sleep", "1000")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	p, err := look(other.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	name := nameOf(p)
	for _, c := range []struct {
		name string
		want bool
	}{{ourName(), true}, {name, true}, {name + "1", false}, {"", true}} {
		if got := alive(c.name); got != c.want {
			t.Errorf("%q is alive: %v, want %v", c.name, got, c.want)
		}
	}
	endBelow(other.Process.Pid, always) // has nothing below it
	if !alive(name) {
		t.Error("it was killed")
	}
	if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = other.Wait()
	if alive(name) {
		t.Error("it is alive after its end")
	}
}

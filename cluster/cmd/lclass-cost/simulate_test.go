package main

import (
	"testing"
	"time"
)

// What a pass takes can be added up where nothing waits, and where all wait for one.
func TestPass(t *testing.T) {
	const ms = time.Millisecond
	c := Costs{ServerCores: 1, ServerPass: 10 * ms, ServerWorker: 4 * ms, FitPass: 2 * ms, FitWorker: ms, Message: ms, Cores: 1}
	// A message, half of the server's pass, half of the fit's, a message; the task out, a
	// message, the sums, a message, the task back, a message, the merge; the other halves.
	if got, want := c.pass(1, 100*ms), (1+5+1+1+2+1+100+1+2+1+1+1+1+5+1)*ms; got != want {
		t.Errorf("a pass with one worker takes %v, want %v", got, want)
	}
	// Long sums end one after the other, as the server hands the tasks out: the last of a
	// hundred begins 2 ms · 99 later.
	if got, want := c.pass(100, time.Minute), c.pass(1, time.Minute)+198*ms; got != want {
		t.Errorf("a pass with a hundred workers takes %v, want %v", got, want)
	}
	// Short sums wait for the server, which is busy all the time.
	if got, least := c.pass(1000, 0), 1000*c.ServerWorker; got < least || got > least+50*ms {
		t.Errorf("a pass with a thousand workers takes %v, the server alone %v", got, least)
	}
	c.ServerCores = 1000
	if got, least := c.pass(1000, 0), 1000*c.FitWorker; got < least || got > least+50*ms {
		t.Errorf("a pass with a thousand workers takes %v, the fit alone %v", got, least)
	}
}

func TestSum(t *testing.T) {
	f := fit{Rows: 1e7, Row: 150}
	if got, want := f.sum(Costs{Cores: 4}, 8), 46875*time.Microsecond; got != want {
		t.Errorf("sums take %v, want %v", got, want)
	}
	if short(1234567) != 1230*time.Microsecond || short(5) != 5 {
		t.Errorf("%v, %v", short(1234567), short(5))
	}
}

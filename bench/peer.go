package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
)

// A peer is a process that fits with other programs. It is started once, in an
// environment that does not bind it, keeps the data that it has read, and times its
// fits itself. While nothing is
// asked of it, it is halted: the threads of OpenBLAS and OpenMP go on looking for
// work after a fit, which takes a core from what is timed next.
type peer struct {
	process *exec.Cmd
	in      io.WriteCloser
	answers *json.Decoder
}

// A reply is the answer to a request; which fields it has depends on the work.
type reply struct {
	Seconds    float64     `json:"seconds"`
	W          [][]float64 `json:"w"`
	B          []float64   `json:"b"`
	Errors     []float64   `json:"errors"` // standard errors, of b first
	Iterations int         `json:"iterations"`
	Passes     float64     `json:"passes"` // 0 if it cannot tell
	Curve      curve       `json:"curve"`
	Accuracy   [][]float64 `json:"accuracy"`
	PeakKB     float64     `json:"peak_kb"`
	Versions   string      `json:"versions"`
	BLAS       string      `json:"blas"` // of R the path
	Path       []solution  `json:"path"`
	Deviance   []float64   `json:"deviance"` // for each λ, over folds
	Contents   []float64   `json:"contents"` // of features of texts: samples, features, values, Σ of squares
	Missing    string      `json:"missing"`  // what the peer has not got
	Error      string      `json:"error"`
}

// A solution is the weights for one λ of a path.
type solution struct {
	W [][]float64 `json:"w"`
	B []float64   `json:"b"`
}

func start(program string, arguments ...string) (*peer, error) {
	p := &peer{process: exec.Command(program, arguments...)}
	p.process.Env, _ = free(os.Environ())
	p.process.Stderr = os.Stderr
	p.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // its processes are halted with it
	in, err1 := p.process.StdinPipe()
	out, err2 := p.process.StdoutPipe()
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	p.in, p.answers = in, json.NewDecoder(out)
	return p, p.process.Start()
}

func (p *peer) ask(request string) (*reply, error) {
	if err := p.signal(syscall.SIGCONT); err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintln(p.in, request); err != nil {
		return nil, err
	}
	r := &reply{}
	if err := p.answers.Decode(r); err != nil {
		return nil, fmt.Errorf("%s has ended: %w", p.process.Path, err)
	}
	if err := p.signal(syscall.SIGSTOP); err != nil {
		return nil, err
	}
	if r.Missing != "" {
		return nil, skip(r.Missing)
	}
	if r.Error != "" {
		return nil, fmt.Errorf("%s: %s", request, r.Error)
	}
	return r, nil
}

func (p *peer) stop() error {
	return errors.Join(p.signal(syscall.SIGCONT), p.in.Close(), p.process.Wait())
}

// signal is to the peer and what it has started.
func (p *peer) signal(s syscall.Signal) error { return syscall.Kill(-p.process.Process.Pid, s) }

// inPython asks the Python that has scikit-learn and statsmodels.
func (b *bench) inPython(request string) (*reply, error) {
	if b.python == "" {
		return nil, skip("there is no Python with scikit-learn and statsmodels")
	}
	return b.ask(request, b.python, "-B", "bench/peers/peers.py")
}

// inR asks R.
func (b *bench) inR(request string) (*reply, error) {
	if b.rscript == "" {
		return nil, skip("there is no R")
	}
	return b.ask(request, b.rscript, "--vanilla", "bench/peers/peers.R")
}

func (b *bench) ask(request, program string, arguments ...string) (*reply, error) {
	p := b.peers[program]
	if p == nil {
		var err error
		if p, err = b.start(program, arguments...); err != nil {
			return nil, err
		}
		if b.peers == nil {
			b.peers = map[string]*peer{}
		}
		b.peers[program] = p
	}
	return p.ask(request)
}

func (b *bench) start(program string, arguments ...string) (*peer, error) {
	if b.within == "" {
		return start(program, arguments...)
	}
	return start(b.within, append([]string{program}, arguments...)...)
}

func (b *bench) stop() {
	for _, p := range b.peers {
		p.stop() // it has answered all there was to ask
	}
}

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"linclass/datasets"
	"linclass/lclass"
)

// memory is the peak of a whole process that loads MNIST and fits softmax, ours
// to the end, the peer's for its default of 100 iterations.
func (b *bench) memory() error {
	d, err := b.needMNIST()
	if err != nil {
		return err
	}
	if _, err := peakKB(); err != nil {
		return skip(err.Error())
	}
	if b.python == "" {
		return skip("there is no Python with scikit-learn")
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var ours reply
	out, err := exec.Command(self, "-alone").Output()
	if err == nil {
		err = json.Unmarshal(out, &ours)
	}
	if err != nil {
		return err
	}
	p, err := b.start(b.python, "-B", "bench/peers/peers.py")
	if err != nil {
		return err
	}
	defer p.stop()
	theirs, err := p.ask(fmt.Sprintf("peak %s lam=%v form=csr", d.request, 1./60000))
	if err != nil {
		return err
	}
	row := newRow(contest{name: "peak memory of one MNIST fit", peer: "scikit-learn lbfgs, csr", goal: 80}, times{ours.Seconds}, times{theirs.Seconds})
	row.Kind = memoryRow
	row.OursMB, row.PeerMB = ours.PeakKB/1000, theirs.PeakKB/1000
	row.Ratio = row.PeerMB / row.OursMB
	row.Met = row.OursMB <= row.Goal
	b.add(row)
	return nil
}

// fitAlone is what the process that is measured does.
func fitAlone() error {
	d, _, err := datasets.MNIST()
	if err != nil {
		return err
	}
	s, err := timed(func() error {
		_, err := lclass.Softmax{Penalty: lclass.L2(1. / 60000)}.Fit(d)
		return err
	})
	if err != nil {
		return err
	}
	kb, err := peakKB()
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(reply{Seconds: s, PeakKB: kb})
}

// peakKB is the most memory that this process has had, in units of 1024 bytes.
func peakKB() (float64, error) {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		return 0, fmt.Errorf("the peak of a process is read on Linux only: %w", err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), "VmHWM:"); ok {
			var kb float64
			_, err := fmt.Sscan(value, &kb)
			return kb, err
		}
	}
	return 0, fmt.Errorf("%s has no line VmHWM", f.Name())
}

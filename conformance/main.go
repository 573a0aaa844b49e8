// Command conformance compares lclass with scikit-learn, statsmodels, R,
// LIBLINEAR, CVXOPT, SciPy and arithmetic of 50 digits on many problems, prints one
// table, and fails if lclass is wrong in any of them.
//
//	go run ./conformance             run the peers now, which takes minutes
//	go run ./conformance -recorded   take their recorded results
//	go run ./conformance -record     run the peers and record their results
//
// It is run at the root of the repository. Without a penalty, coefficients,
// standard errors, tests and deviances agree to 1e-8; with one, the objective is
// never above that of a peer by more than 1e-8 of it.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

const (
	scripts = "conformance/peers"
	store   = "conformance/recorded"
)

func main() {
	old := flag.Bool("recorded", false, "compare with the recorded results of the peers, without running them")
	record := flag.Bool("record", false, "replace the recorded results")
	flag.Parse()
	if err := run(*old, *record); err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
}

func run(old, record bool) error {
	all, problems := sets(), problems()
	source := peer.recorded
	if !old {
		dir, err := os.MkdirTemp("", "conformance")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if err := write(dir, all, problems); err != nil {
			return err
		}
		source = func(p peer) ([]byte, error) { return p.run(scripts, dir) }
	}
	outputs, err := ask(source)
	if err != nil {
		return err
	}
	var results []result
	for i, p := range peers {
		theirs, madeBy, err := read(p.name, outputs[i])
		if err != nil {
			return err
		}
		if record {
			if err := os.WriteFile(filepath.Join(store, p.file()), outputs[i], 0o644); err != nil {
				return err
			}
		}
		fmt.Println(madeBy)
		results = append(results, theirs...)
	}
	fmt.Println()
	lines, err := compareAll(all, problems, results)
	if err != nil {
		return err
	}
	if err := printTable(os.Stdout, lines); err != nil {
		return err
	}
	if total := summarise(lines); total[len(total)-1].failed > 0 {
		return fmt.Errorf("%d comparisons failed", total[len(total)-1].failed)
	}
	return nil
}

// ask returns the outputs of all peers, which run side by side.
func ask(source func(peer) ([]byte, error)) ([][]byte, error) {
	outputs, errs := make([][]byte, len(peers)), make([]error, len(peers))
	var all sync.WaitGroup
	for i, p := range peers {
		all.Go(func() {
			start := time.Now()
			outputs[i], errs[i] = source(p)
			fmt.Fprintf(os.Stderr, "%s: %.0f s\n", p.name, time.Since(start).Seconds())
		})
	}
	all.Wait()
	return outputs, errors.Join(errs...)
}

// compareAll solves all problems and compares with the results of the peers.
func compareAll(all []set, problems []problem, results []result) ([]line, error) {
	var lines []line
	for _, p := range problems {
		s := find(all, p.data)
		fits, err := p.fits(s)
		if err != nil {
			return nil, err
		}
		lines = append(lines, p.lines(s, fits, results)...)
	}
	return lines, nil
}

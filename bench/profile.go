package main

import (
	"context"
	"errors"
	"os"
	"runtime/pprof"
)

// profiled is run with a CPU profile in the file, "" for none. Our fits have the
// name of their row as a label:
//
//	go tool pprof -top -tagfocus='row=perceptron.*' build/bench/bench FILE
func profiled(file string, run func() error) error {
	if file == "" {
		return run()
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	err = run()
	pprof.StopCPUProfile()
	return errors.Join(err, f.Close())
}

// labelled is f with the name of a row as its label in a profile.
func labelled(row string, f func() error) func() error {
	return func() (err error) {
		pprof.Do(context.Background(), pprof.Labels("row", row), func(context.Context) { err = f() })
		return err
	}
}

package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"linclass/lclass"
)

// A part measures some rows of the table, or something beside it.
type part struct {
	name  string
	run   func(*bench) error
	apart bool // it takes half an hour and is measured only where -only names it
}

var parts = []part{
	{name: "softmax", run: (*bench).softmax},
	{name: "lasso", run: (*bench).lasso},
	{name: "paths", run: (*bench).paths},
	{name: "logistic", run: (*bench).logistic},
	{name: "perceptron", run: (*bench).perceptron},
	{name: "svm", run: (*bench).svm},
	{name: "text", run: (*bench).text},
	{name: "sparse", run: (*bench).sparse},
	{name: "grid", run: (*bench).grid},
	{name: "memory", run: (*bench).memory},
	{name: "cells", run: (*bench).cells},
	{name: "limits", run: (*bench).limits},
	{name: "cores", run: (*bench).cores},
	{name: "growth", run: (*bench).growth},
	{name: "criteo", run: (*bench).criteo},
	{name: "solvers", run: (*bench).solvers, apart: true},
}

func partNames() string {
	var names []string
	for _, p := range parts {
		names = append(names, p.name)
	}
	return strings.Join(names, ", ")
}

// out is the directory that is written to.
const out = "build"

// A bench is one run of the parts.
type bench struct {
	quick                    bool
	fits                     *regexp.Regexp // of the part solvers
	python, rscript, jupyter string
	within                   string // the program that starts the peers

	mnist, dense *shared // once they are needed
	peers        map[string]*peer
	rows         []row
	curves       []curve
	tries        []try
	tables       []table
	skipped      []string
}

// A shared is data that the peers have read from the same files.
type shared struct {
	*lclass.Data
	file    string // of the features
	bytes   bool   // from 0 to 255, which stand for 0 to 1
	request string // where the files are, as arguments of a request
}

// skip is why something cannot be measured here.
type skip string

func (s skip) Error() string { return string(s) }

func (b *bench) run(chosen *regexp.Regexp) error {
	if !slices.ContainsFunc(parts, func(p part) bool { return chosen.MatchString(p.name) }) {
		return fmt.Errorf("-only %v matches no part; the parts are %s", chosen, partNames())
	}
	defer b.stop()
	if err := os.MkdirAll(filepath.Join(out, "bench"), 0o777); err != nil {
		return err
	}
	started, load := time.Now(), loadAverage()
	var failed []error
	for _, p := range parts {
		if !chosen.MatchString(p.name) || p.apart && chosen.String() == "" {
			continue
		}
		start := time.Now()
		err := p.run(b)
		var why skip
		if errors.As(err, &why) {
			b.leaveOut(p.name, why)
		} else if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", p.name, err))
		}
		log.Printf("%s took %.0f s", p.name, time.Since(start).Seconds())
	}
	return errors.Join(b.report(started, load), errors.Join(failed...))
}

func (b *bench) leaveOut(name string, why error) {
	b.skipped = append(b.skipped, fmt.Sprintf("%s is skipped: %v", name, why))
}

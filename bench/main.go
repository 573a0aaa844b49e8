// Bench measures the learners of this module beside those of other programs:
// the same work on the same data and machine, in turn, in one run.
//
// Usage, in the root of the repository:
//
//	bench [-quick] [-only REGEXP] [-fits REGEXP] [-profile FILE] [-python FILE] [-rscript FILE] [-within FILE] [-jupyter FILE]
//
// It prints tables and writes build/bench.json, one object a row, build/bench.md,
// the tables for docs/speed.md, and build/bench/curves.json for bench/draw. Data and
// programs are loaded before the clock starts; what is timed is the fit. Rows whose
// peer or data are missing are left out, and it says so.
package main

import (
	"flag"
	"log"
	"regexp"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	b := &bench{}
	only := flag.String("only", "", "measure only the parts whose name matches this `regexp`: "+partNames())
	flag.BoolVar(&b.quick, "quick", false, "run each fit once instead of five times")
	fits := flag.String("fits", "", "of the parts solvers and paths, measure only the fits whose name matches this `regexp`, such as 'Hinge.*×10,'")
	flag.StringVar(&b.python, "python", "", "the Python that has scikit-learn and statsmodels")
	flag.StringVar(&b.rscript, "rscript", "", "Rscript of R")
	flag.StringVar(&b.within, "within", "", "the program that starts Python and Rscript; it gets their names and arguments")
	flag.StringVar(&b.jupyter, "jupyter", "", "the Python that has jupyter_client")
	profile := flag.String("profile", "", "write a CPU profile to this `file`")
	alone := flag.Bool("alone", false, "fit MNIST once and print the memory that the process took")
	flag.Parse()
	if *alone {
		if err := fitAlone(); err != nil {
			log.Fatal(err)
		}
		return
	}
	chosen, err := regexp.Compile(*only)
	if err == nil {
		b.fits, err = regexp.Compile(*fits)
	}
	if err == nil {
		err = profiled(*profile, func() error { return b.run(chosen) })
	}
	if err != nil {
		log.Fatal(err)
	}
}

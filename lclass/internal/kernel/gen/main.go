// Command gen writes the assembly of package kernel:
//
//	go run . -loops sparse -out ../sparse_amd64.s -stubs ../sparse_amd64.go -pkg kernel
//
// It is a module of its own, so that linclass does not depend on avo.
package main

import (
	"flag"
	"log"
	"strings"

	"github.com/mmcloughlin/avo/build"
)

var files = map[string]func(){
	"dense": func() {
		prefetch()
		for _, set := range sets {
			dot(set)
			dots(set)
			axpy(set)
			times(set)
			widen(set)
			shift(set)
			exp(set)
			log1p(set)
			scramble(set)
			margins(set)
			for _, width := range widths {
				if width <= 2*set.lanes || width == 10 {
					moments(set, width)
					tile(set, set.lanes, width)
					tile(set, 1, width)
				}
			}
		}
	},
	"sparse": func() {
		for _, set := range sets {
			for _, width := range widths {
				for _, v := range values {
					sparseScores(set, width, v)
					sparseGradient(set, width, v)
				}
			}
			roughScores(set)
			roughGradient(set)
		}
		for _, v := range values {
			for _, gather := range []bool{false, true} {
				sparseDots(v, gather)
				sparseDotsUntil(v, gather)
			}
		}
	},
}

func main() {
	name := flag.String("loops", "", "what to write")
	flag.Parse()
	write, ok := files[*name]
	if !ok {
		log.Fatalf("no loops %q", *name)
	}
	write()
	build.Generate()
}

func function(name, signature string, set set, doc string) {
	build.TEXT(name+strings.ToUpper(set.name), build.NOSPLIT, signature)
	build.Pragma("noescape")
	build.Doc(name + strings.ToUpper(set.name) + " " + doc)
}

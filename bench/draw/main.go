// Draw draws the curves that bench has measured: how far the objective is from
// its least, against time. It is a program of its own, so that what draws is not
// part of the process whose memory is measured.
//
// Usage:
//
//	draw CURVES.json FILE.png
package main

import (
	"encoding/json"
	"log"
	"math"
	"os"

	"linclass/plots"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: draw CURVES.json FILE.png")
	}
	if err := draw(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

type curve struct {
	Figure, Name    string
	Seconds, Values []float64
}

func draw(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var all []curve
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	var names []string
	curves := make(map[string][]curve)
	for _, c := range all {
		if curves[c.Figure] == nil {
			names = append(names, c.Figure)
		}
		curves[c.Figure] = append(curves[c.Figure], c)
	}
	if len(names) == 0 {
		return nil // no part with curves was measured
	}
	var figures []*plots.Figure
	for _, name := range names {
		figures = append(figures, excess(name, curves[name]))
	}
	return plots.Save(to, figures...)
}

// excess is L less the least that any of them has found.
func excess(title string, curves []curve) *plots.Figure {
	least := math.Inf(1)
	for _, c := range curves {
		for _, v := range c.Values {
			least = math.Min(least, v)
		}
	}
	var lines []plots.Curve
	for _, c := range curves {
		line := plots.Curve{Name: c.Name}
		for i, v := range c.Values {
			if v-least >= 1e-7 { // the end of the best is the least itself
				line.X, line.Y = append(line.X, c.Seconds[i]), append(line.Y, v-least)
			}
		}
		lines = append(lines, line)
	}
	return plots.Curves("time (s)", "objective above its minimum", lines...).LogX().LogY().Title(title).Size(480, 360)
}

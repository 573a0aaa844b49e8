// Players writes pages with a player each into a directory, for players_test.py:
// one with several frames, one with a single frame, one whose still frame is not the
// last, and one with figures side by side.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"time"

	"linclass/plots"
)

func main() {
	for name, p := range map[string]*plots.Player{
		"several": player(4, 1, 0),
		"single":  player(1, 1, 0),
		"still":   player(3, 1, 2),
		"panels":  player(2, 2, 0),
	} {
		if err := p.Save(filepath.Join(os.Args[1], name+".html")); err != nil {
			log.Fatal(err)
		}
	}
}

// player shows a line that turns, in one or more figures side by side.
func player(frames, panels, still int) *plots.Player {
	p := &plots.Player{Title: "A line turns", Delay: 400 * time.Millisecond, Still: still}
	for i := range frames {
		w := []float64{1, float64(i) - 1.5}
		fig := plots.New("x₁", "x₂").XRange(-1, 1).YRange(-1, 1).Line(w, 0.1, "boundary")
		fig.Alt = fmt.Sprintf("A line with the normal (%g, %g).", w[0], w[1])
		p.Add(fmt.Sprintf("frame %d: w = (%g, %g)\nb = 0.1", i+1, w[0], w[1]), slices.Repeat([]*plots.Figure{fig}, panels)...)
	}
	return p
}

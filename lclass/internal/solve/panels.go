package solve

import (
	"sync"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/kernel"
)

// panelWidth is how many columns lie side by side in a panel.
const panelWidth = 16

// panels are columns of n values each, for products of many of them.
type panels struct {
	n, count int
	values   [][]float64 // of each panel, n×panelWidth
}

// empty takes all columns away. It keeps their memory.
func (p *panels) empty() { p.count = 0 }

// used returns how many panels have columns.
func (p *panels) used() int { return (p.count + panelWidth - 1) / panelWidth }

// add appends the column of the products of x and by.
func (p *panels) add(x, by []float64) {
	panel, lane := p.count/panelWidth, p.count%panelWidth
	if panel == len(p.values) {
		p.values = append(p.values, make([]float64, p.n*panelWidth))
	}
	to := p.values[panel]
	for i, v := range x {
		to[i*panelWidth+lane] = v * by[i]
	}
	p.count++
}

// columns returns how many columns a panel has.
func (p *panels) columns(panel int) int { return min(panelWidth, p.count-panel*panelWidth) }

// A tile has the products of some columns with some others.
type tile struct {
	x, y          int // the numbers of the first
	rows, columns int
	values        [panelWidth * panelWidth]float64
}

// products calls take with tiles of xᵀCy for the columns x from a number on, the columns y of
// q, and the diagonal matrix C, which nil makes 1. Where p is q, it leaves out panels of
// columns that all come later. Some calls come from goroutines of wg, which leave out the rest
// if they are stopped.
func (p *panels) products(wg *sync.WaitGroup, from int, c []float64, q *panels, stop factor.Stop, take func(t *tile)) {
	const brief = 1 << 20 // multiplications that take less time than to begin a goroutine
	alone := (p.count-from)*q.count*p.n < brief
	for panel := from / panelWidth; panel < p.used(); panel++ {
		if of := func() { p.multiply(panel, from, c, q, stop, take) }; alone {
			of()
		} else {
			wg.Go(of)
		}
	}
}

// multiply is products for the columns x of one panel.
func (p *panels) multiply(panel, from int, c []float64, q *panels, stop factor.Stop, take func(t *tile)) {
	x := p.values[panel]
	if c != nil {
		x = make([]float64, len(x))
		for i, c := range c {
			to := x[i*panelWidth:][:panelWidth]
			for lane, v := range p.values[panel][i*panelWidth:][:panelWidth] {
				to[lane] = c * v
			}
		}
	}
	skip := max(0, from-panel*panelWidth)
	last := q.used()
	if p == q {
		last = panel + 1
	}
	t := tile{x: panel*panelWidth + skip, rows: p.columns(panel) - skip}
	for other := 0; other < last && !stop.Now(); other++ {
		clear(t.values[:])
		t.y, t.columns = other*panelWidth, q.columns(other)
		kernel.Products(t.values[:], panelWidth, x[skip:], panelWidth, t.rows, q.values[other], panelWidth, t.columns, p.n)
		take(&t)
	}
}

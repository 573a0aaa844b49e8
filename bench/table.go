package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A table is text in rows and columns, the first of which is on the left.
type table struct {
	title string
	head  []string
	rows  [][]string
	foot  string
}

func (t *table) add(cells ...any) {
	row := make([]string, len(cells))
	for i, c := range cells {
		row[i] = fmt.Sprint(c)
	}
	t.rows = append(t.rows, row)
}

// markdown is the table with columns of equal width, to be read as it is.
func (t *table) markdown() string {
	width := make([]int, len(t.head))
	for _, row := range append([][]string{t.head}, t.rows...) {
		for j, cell := range row {
			width[j] = max(width[j], utf8.RuneCountInString(cell), 3)
		}
	}
	var s strings.Builder
	if t.title != "" {
		fmt.Fprintf(&s, "%s\n\n", t.title)
	}
	line := func(row []string) {
		for j, cell := range row {
			pad := strings.Repeat(" ", width[j]-utf8.RuneCountInString(cell))
			if j == 0 {
				fmt.Fprintf(&s, "| %s%s |", cell, pad)
			} else {
				fmt.Fprintf(&s, " %s%s |", pad, cell)
			}
		}
		s.WriteByte('\n')
	}
	line(t.head)
	rule := make([]string, len(t.head))
	for j := range rule {
		rule[j] = strings.Repeat("-", width[j]-1) + ":"
		if j == 0 {
			rule[j] = strings.Repeat("-", width[j])
		}
	}
	line(rule)
	for _, row := range t.rows {
		line(row)
	}
	if t.foot != "" {
		fmt.Fprintf(&s, "\n%s\n", t.foot)
	}
	return s.String()
}

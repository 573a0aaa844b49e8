package lecture

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// printedTable lists what the lectures print, as far as checks quote it: a line
// has the lecture, the place in it, the row and the text, with tabs between them.
//
//go:embed printed.tsv
var printedTable string

// quote is a line of that table.
type quote struct {
	lecture Name
	place   string // the heading below which a reader finds the text
	row     int
	text    string
}

var quotes = sync.OnceValues(func() ([]quote, error) { return parseQuotes(printedTable) })

func parseQuotes(table string) ([]quote, error) {
	var found []quote
	for i, line := range strings.Split(strings.TrimSuffix(table, "\n"), "\n") {
		fields := strings.Split(line, "\t")
		if len(fields) != 4 {
			return nil, fmt.Errorf("printed.tsv, line %d has %d fields; need lecture, place, row and text with tabs between them", i+1, len(fields))
		}
		row, err := strconv.Atoi(fields[2])
		if err != nil || row < 0 {
			return nil, fmt.Errorf("printed.tsv, line %d: %q is no row; need 0 or the number of a row of rows.txt", i+1, fields[2])
		}
		q := quote{Name(fields[0]), fields[1], row, fields[3]}
		if q.lecture.kind() != kindPrinted {
			return nil, fmt.Errorf("printed.tsv, line %d: %q is no lecture; need one of %v", i+1, fields[0], lectures)
		}
		if strings.TrimSpace(q.place) == "" || normal(q.text) == "" {
			return nil, fmt.Errorf("printed.tsv, line %d has no place or no text", i+1)
		}
		found = append(found, q)
	}
	return found, nil
}

// findQuote returns the line of the table that has says, as a whole or as one
// entry of a comma-separated list.
func findQuote(lecture Name, row int, says string) (quote, error) {
	table, err := quotes()
	if err != nil {
		return quote{}, err
	}
	wanted := normal(says)
	var part *quote
	for i, q := range table {
		if q.lecture != lecture || q.row != row || wanted == "" {
			continue
		}
		if bare(normal(q.text)) == bare(wanted) {
			return q, nil
		}
		for _, entry := range entries(q.text) {
			if part == nil && normal(entry) == wanted {
				part = &table[i]
			}
		}
	}
	if part != nil {
		return *part, nil
	}
	return quote{}, fmt.Errorf("notebooks/lecture/printed.tsv has no line for %s, row %d, with the text %q; "+
		"add it if the lecture prints this, otherwise use lecture.Theory or lecture.Ours", lecture, row, says)
}

package stream

import (
	"cmp"
	"strings"
	"sync"

	"linclass/internal/brief"
	"linclass/internal/invalid"
	"linclass/lclass"
)

// A numerals is what has been seen of the integers of a column, to find those that are
// written differently but are the same number, such as 007 and 7. One with zeros in front
// is another number than all of its length, so nothing is lost unless one is shorter.
type numerals struct {
	shortest, padded written // padded is the longest that begins with 0; no text: there is none
}

// add takes in the text of row i, which counts if it is that of an integer without a sign.
func (n *numerals) add(i int, text string) {
	if text == "" {
		return
	}
	shorter := n.shortest.text == "" || len(text) < len(n.shortest.text)
	padded := text[0] == '0' && len(text) > max(1, len(n.padded.text))
	if !shorter && !padded || !isDigits(text) { // few texts are read digit by digit
		return
	}
	if shorter {
		n.shortest = written{strings.Clone(text), i}
	}
	if padded {
		n.padded = written{strings.Clone(text), i}
	}
}

func (n *numerals) err(column string) error {
	a, b := n.shortest, n.padded
	if len(a.text) >= len(b.text) {
		return nil
	}
	if b.row < a.row {
		a, b = b, a
	}
	value := &lclass.ValueError{Column: column, Row: b.row, Value: b.text}
	return invalid.Reworded(value, "column %q has %q in row %d and %q in row %d, and as numbers they lose zeros that may tell codes apart; name the categories in Options.Categories if these are codes, or else write them in the same way", column, brief.Text(a.text), a.row, brief.Text(b.text), b.row)
}

// A spelling holds the numerals of all features.
type spelling struct {
	sync.Mutex
	of []numerals
}

// add takes in those of a block.
func (s *spelling) add(features []feature, block []numerals) error {
	s.Lock()
	defer s.Unlock()
	var err error
	for at, b := range block {
		n := &s.of[at]
		n.add(b.shortest.row, b.shortest.text)
		n.add(b.padded.row, b.padded.text)
		err = cmp.Or(err, n.err(features[at].name))
	}
	return err
}

package svmlight

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
)

// longestLine is how many bytes a line may have; a variable for the tests.
var longestLine = 512 << 20

// lines reads samples, one after the other.
type lines struct {
	file    string
	options Options
	r       *bufio.Reader
	buffer  []byte
	line    int   // number of the last line
	read    int64 // bytes up to the end of it

	// the last sample, with the indices as they are written
	label float64
	index []int
	value []float64
}

func newLines(file string, o Options, r io.Reader, line int) *lines {
	return &lines{file: file, options: o, r: bufio.NewReaderSize(r, 1<<16), line: line}
}

// next reads a sample. It returns io.EOF at the end.
func (l *lines) next() error {
	for {
		text, err := l.text()
		if err != nil {
			return err
		}
		if at := bytes.IndexByte(text, '#'); at >= 0 {
			text = text[:at]
		}
		if !blank(text) {
			return l.parse(text)
		}
	}
}

// text returns the next line, which is valid until the one after it is read.
func (l *lines) text() ([]byte, error) {
	l.buffer = l.buffer[:0]
	for {
		part, err := l.r.ReadSlice('\n')
		l.read += int64(len(part))
		if errors.Is(err, bufio.ErrBufferFull) {
			if l.buffer = append(l.buffer, part...); len(l.buffer) > longestLine {
				return nil, &Error{l.file, l.line + 1, 1, string(l.buffer[:64]), "the line does not end; is this a text file?"}
			}
			continue
		}
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("svmlight: %s, line %d cannot be read: %w", l.file, l.line+1, err)
		}
		text := part
		if len(l.buffer) > 0 {
			l.buffer = append(l.buffer, part...)
			text = l.buffer
		}
		if len(text) == 0 {
			return nil, io.EOF
		}
		l.line++
		return text, nil
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func blank(text []byte) bool {
	for _, c := range text {
		if !isSpace(c) {
			return false
		}
	}
	return true
}

// parse reads the fields of a sample.
func (l *lines) parse(text []byte) error {
	l.index, l.value = l.index[:0], l.value[:0]
	for field := 1; ; field++ {
		for len(text) > 0 && isSpace(text[0]) {
			text = text[1:]
		}
		if len(text) == 0 {
			return nil
		}
		end := 0
		for end < len(text) && !isSpace(text[end]) {
			end++
		}
		var reason string
		if field == 1 {
			reason = l.setLabel(text[:end])
		} else {
			reason = l.add(text[:end], field)
		}
		if reason != "" {
			return &Error{l.file, l.line, field, string(text[:end]), reason}
		}
		text = text[end:]
	}
}

// setLabel returns what is wrong with a label, "" if nothing is.
func (l *lines) setLabel(text []byte) string {
	v, err := number(text)
	switch {
	case bytes.IndexByte(text, ',') >= 0:
		return "a sample has one label here; write a file per label for several"
	case bytes.IndexByte(text, ':') >= 0:
		return "the label is missing; a line begins with a number, and 0 serves where it is not known"
	case errors.Is(err, strconv.ErrRange):
		return "the label is beyond the range of float64"
	case err != nil:
		return "a label is a number; write 1 and -1, or other numbers, for classes"
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "a label must be a finite number"
	}
	l.label = v
	return ""
}

// add takes a feature. It returns what is wrong with it, "" if nothing is.
func (l *lines) add(text []byte, field int) string {
	at := bytes.IndexByte(text, ':')
	if at < 0 {
		return "a feature is index:value"
	}
	if string(text[:at]) == "qid" {
		return "there are no learners for groups of a ranking; remove qid"
	}
	index, ok := whole(text[:at])
	if !ok {
		return "the index is not a whole number from 0 on"
	}
	if index > l.options.limit() {
		return "the index is too large; " + l.options.remedy()
	}
	if index == 0 && l.options.Base == OneBased {
		return "the index is 0, but Options.Base is OneBased"
	}
	if last := len(l.index) - 1; last >= 0 && index <= l.index[last] {
		return fmt.Sprintf("the index before it is %d; indices must increase", l.index[last])
	}
	v, err := number(text[at+1:])
	switch {
	case errors.Is(err, strconv.ErrRange):
		return "the value is beyond the range of float64; change the unit of the feature"
	case err != nil:
		return "the value is not a number"
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "values must be finite; leave a feature out if its value is missing, which means 0"
	}
	l.index, l.value = append(l.index, index), append(l.value, v)
	return ""
}

// whole returns the number that at most eight digits stand for.
func whole(text []byte) (int, bool) {
	if len(text) == 0 || len(text) > 8 {
		return 0, false
	}
	var v int
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = 10*v + int(c-'0')
	}
	return v, true
}

// number returns the number that digits stand for. Literals of Go, such as 1_000 and
// 0x1p4, are none.
func number(text []byte) (float64, error) {
	if v, ok := whole(text); ok {
		return float64(v), nil
	}
	if bytes.ContainsAny(text, "_xX") {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(string(text), 64)
}

// Package table reads and writes the CSV files that people edit in spreadsheets:
// whatever the program made of separators and encodings, and never as formulas.
package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A Table is a CSV file with a row of column names.
type Table struct {
	Name    string   // of the file, for messages
	Columns []string // as the file has them
	Rows    []Row
}

// A Row is one row of a table.
type Row struct {
	Number int // as a spreadsheet counts: the column names are row 1
	cells  []string
	table  *Table
}

// Read reads a table in UTF-8, UTF-16, or an encoding of Excel's plain CSV that its bytes
// tell for certain: CP949 (Korean), or any in which its letters are the same. It is
// separated by commas, semicolons or tabs. Rows without text are left out, missing cells
// are empty. The error names the row.
func Read(name string, data []byte) (*Table, error) {
	t := &Table{Name: name}
	if isWorkbook(data) {
		return nil, t.Errorf("", "CSV", ` is a workbook: save the sheet as "CSV UTF-8" in Excel, or as CSV in UTF-8 elsewhere`)
	}
	text, err := decode(name, data)
	if err != nil {
		return nil, err
	}
	text, comma := separator(lines(text))
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = comma
	r.FieldsPerRecord = -1
	number, line, read := 0, 1, 0 // of the row before, of the one after it, bytes up to there
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		var begin int
		if damaged := (*csv.ParseError)(nil); errors.As(err, &damaged) {
			begin = damaged.StartLine
		} else {
			begin, _ = r.FieldPos(0)
		}
		number += 1 + begin - line // r passes over blank lines
		if err != nil {
			return nil, &Error{File: name, Row: number, Want: "CSV", err: fmt.Errorf("%s, row %d: %w", name, number, err)}
		}
		line += strings.Count(text[read:r.InputOffset()], "\n")
		read = int(r.InputOffset())
		if !slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" }) {
			continue
		}
		if t.Columns == nil {
			for _, c := range cells {
				t.Columns = append(t.Columns, strings.TrimSpace(c))
			}
			continue
		}
		t.Rows = append(t.Rows, Row{Number: number, cells: cells, table: t})
	}
	if t.Columns == nil {
		return nil, t.Errorf("", "columns", " is empty: its first row should name the columns")
	}
	return t, nil
}

// Has reports whether there is a column with one of the names. Case, blanks,
// hyphens and underscores matter only between columns that differ in nothing else.
func (t *Table) Has(names ...string) bool { return t.column(names) >= 0 }

func (t *Table) column(names []string) int {
	for _, name := range names {
		if i := slices.Index(t.Columns, name); i >= 0 {
			return i
		}
		i := slices.IndexFunc(t.Columns, func(c string) bool { return bare(c) == bare(name) })
		if i >= 0 {
			return i
		}
	}
	return -1
}

var ignored = strings.NewReplacer(" ", "", "_", "", "-", "", "\u00a0", "")

func bare(name string) string { return ignored.Replace(strings.ToLower(name)) }

// Get returns the text in the first of the columns that the table has, without
// blanks around it, "" if it has none.
func (r Row) Get(names ...string) string {
	if i := r.table.column(names); i >= 0 && i < len(r.cells) {
		return plain(strings.TrimSpace(r.cells[i]))
	}
	return ""
}

// With returns the cells of the row as they were read, with one changed.
func (r Row) With(column, text string) []string {
	cells := make([]string, len(r.table.Columns))
	copy(cells, r.cells)
	cells[r.table.column([]string{column})] = text
	return cells
}

// An Error is about a table, a row or a cell.
type Error struct {
	File   string
	Row    int    // as a spreadsheet counts; 0 for the table
	Column string // "" for the table and for a row
	Value  string // of the cell
	Want   string // what should be there, such as "a number"
	err    error
}

func (e *Error) Error() string { return e.err.Error() }
func (e *Error) Unwrap() error { return e.err }

// Errorf returns an [Error] that begins with the file; its column may be "".
func (t *Table) Errorf(column, want, format string, args ...any) error {
	return &Error{File: t.Name, Column: column, Want: want, err: fmt.Errorf("%s%w", t.Name, fmt.Errorf(format, args...))}
}

// Errorf returns an [Error] that begins with file, row and column.
func (r Row) Errorf(column, value, want, format string, args ...any) error {
	return &Error{r.table.Name, r.Number, column, value, want,
		fmt.Errorf("%s, row %d, column %s: %w", r.table.Name, r.Number, column, fmt.Errorf(format, args...))}
}

// Write writes a table with commas, in UTF-8 with the mark at its beginning by
// which spreadsheets know it. What they would take for a formula, in whatever line of a
// text, gets an apostrophe, which Read takes away.
func Write(columns []string, rows [][]string) []byte {
	safe := make([][]string, len(rows))
	for i, row := range rows {
		for _, cell := range row {
			safe[i] = append(safe[i], guard(cell))
		}
	}
	return append([]byte("\ufeff"), WritePlain(columns, safe)...)
}

// WritePlain writes a table for programs, which want neither mark nor apostrophes.
func WritePlain(columns []string, rows [][]string) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	_ = w.Write(columns) // a buffer takes everything
	_ = w.WriteAll(rows) // and flushes
	return out.Bytes()
}

// formula are the signs by which spreadsheets know one, those of other alphabets too.
const formula = `=+\-@\x{2212}\x{ff1d}\x{ff0b}\x{ff0d}\x{ff20}`

// A cell may begin where the text does, on each line, and for a program that separates
// by semicolons or tabs after each of these; blanks and quotes do not count.
var (
	formulas = regexp.MustCompile(`(^|[\n;\t])([ "']*)([` + formula + `])`)
	guarded  = regexp.MustCompile(`(^|[\n;\t])([ "']*)'([` + formula + `])`)
)

// guard puts an apostrophe before what a spreadsheet would take for a formula, and leaves
// control characters out.
func guard(text string) string {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	text = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || !unicode.IsControl(r) {
			return r
		}
		return -1
	}, strings.ReplaceAll(text, "\r\n", "\n"))
	return formulas.ReplaceAllString(text, "$1$2'$3")
}

// plain takes the apostrophes away.
func plain(text string) string { return guarded.ReplaceAllString(text, "$1$2$3") }

// lines ends lines by \n if a lone \r ends the first, as old programs on the Mac write.
func lines(text string) string {
	if i := strings.IndexAny(text, "\r\n"); i >= 0 && text[i] == '\r' && !strings.HasPrefix(text[i:], "\r\n") {
		return strings.ReplaceAll(text, "\r", "\n")
	}
	return text
}

// separator returns a text and what separates its cells: what its first line has most of, or
// what a line "sep=;" for Excel says, which is left out.
func separator(text string) (string, rune) {
	first, rest, _ := strings.Cut(text, "\n")
	if mark, ok := strings.CutPrefix(strings.TrimSuffix(first, "\r"), "sep="); ok && len(mark) == 1 && strings.Contains(separators, mark) {
		return rest, rune(mark[0])
	}
	best, most := ',', 0
	for _, c := range separators {
		if n := strings.Count(first, string(c)); n > most {
			best, most = c, n
		}
	}
	return text, best
}

const separators = ",;\t"

// isWorkbook reports whether a file is one of Excel or LibreOffice: a ZIP file, or in the old
// format.
func isWorkbook(data []byte) bool {
	return bytes.HasPrefix(data, []byte("PK\x03\x04")) || bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0"))
}

// Number writes a number as short as it can be told from others, with no more
// than four digits after the point.
func Number(x float64) string {
	s := strconv.FormatFloat(x, 'f', 4, 64)
	s = strings.TrimRight(s, "0")
	s = strings.TrimSuffix(s, ".")
	if s == "-0" {
		return "0"
	}
	return s
}

package export

import (
	"slices"
	"strings"

	"linclass/assignments/lgrade/internal/gradebook"
	"linclass/assignments/lgrade/internal/gradebook/roster"
	"linclass/assignments/lgrade/internal/gradebook/table"
)

// canvasColumns are those by which Canvas knows a student; the columns of
// assignments follow.
var canvasColumns = []string{"Student", "ID", "SIS User ID", "SIS Login ID", "Section"}

// Canvas returns a table for the import of Canvas's gradebook. The column is the
// assignment's name there, best with its number, as in "Perceptron (1234)"; Canvas
// makes a new assignment of a name that it does not know.
func Canvas(b *gradebook.Book, column string) []byte {
	rows := [][]string{{"    Points Possible", "", "", "", "", table.Number(worth(b))}}
	for _, r := range b.Records {
		s := r.Student
		rows = append(rows, []string{s.Sortable(), s.LMS, s.ID, s.Login, s.Section, table.Number(r.Score)})
	}
	return table.WritePlain(append(canvasColumns[:5:5], column), rows)
}

// CanvasInto fills the grades into a gradebook that Canvas has exported. The column
// may be named without its number; "" is the one with the assignment's title or name. It also
// returns what is left to do.
func CanvasInto(b *gradebook.Book, column, name string, data []byte) (filled []byte, left Left, err error) {
	t, err := table.Read(name, data)
	if err != nil {
		return nil, Left{}, err
	}
	if !t.Has("Student") || !t.Has("ID") || !t.Has("Section") {
		return nil, Left{}, t.Errorf("", "Student, ID, Section", " is not a Canvas gradebook: it lacks one of the columns Student, ID, Section; export it again from Canvas")
	}
	full, err := columnOf(t, b, column)
	if err != nil {
		return nil, Left{}, err
	}
	records, left, err := owners(b, t, "Student", func(row table.Row) roster.Key {
		if isWorth(row) {
			return roster.Key{}
		}
		return roster.Key{ID: row.Get("SIS User ID"), Login: row.Get("SIS Login ID"), LMS: row.Get("ID"), Name: row.Get("Student")}
	})
	if err != nil {
		return nil, Left{}, err
	}
	var rows [][]string
	for i, row := range t.Rows {
		cells := row.With(full, row.Get(full))
		if r := records[i]; r != nil {
			cells = row.With(full, table.Number(r.Score))
		}
		rows = append(rows, cells)
	}
	return table.WritePlain(t.Columns, rows), left, nil
}

// isWorth reports whether a row has the points that assignments are worth.
func isWorth(row table.Row) bool { return strings.EqualFold(row.Get("Student"), "Points Possible") }

// columnOf finds "Perceptron (1234)" by that or by "Perceptron". If no column is named, it
// looks for one with the title, then one with the name, then one that has the name in it.
func columnOf(t *table.Table, b *gradebook.Book, column string) (string, error) {
	is := func(name string) func(string) bool {
		return func(c string) bool {
			before, _, numbered := strings.Cut(c, " (")
			return strings.EqualFold(c, name) || numbered && strings.EqualFold(before, name)
		}
	}
	ways := []func(string) bool{is(column)}
	if column == "" {
		ways = []func(string) bool{is(b.Title), is(b.Assignment), func(c string) bool {
			return !slices.Contains(canvasColumns, c) && strings.Contains(strings.ToLower(c), strings.ToLower(b.Assignment))
		}}
		column = b.Assignment
	}
	for _, fits := range ways {
		var found []string
		for _, c := range t.Columns {
			if fits(c) {
				found = append(found, c)
			}
		}
		if len(found) == 1 {
			return found[0], nil
		}
		if len(found) > 1 {
			return "", t.Errorf(column, "one column", ": %d columns are called %q (%s): name one with --column", len(found), column, strings.Join(found, ", "))
		}
	}
	return "", t.Errorf(column, "a column", ": no column is called %q: name it with --column (columns: %s)", column, strings.Join(t.Columns, ", "))
}

func worth(b *gradebook.Book) float64 {
	if len(b.Records) == 0 {
		return 0
	}
	return b.Records[0].Max
}

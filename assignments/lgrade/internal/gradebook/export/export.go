// Package export writes grades as other systems import them. Canvas and Moodle know
// their own tables best: given one that they have exported, only the grades in it are
// filled in.
package export

import (
	"fmt"
	"slices"
	"strings"

	"linclass/assignments/lgrade/internal/gradebook"
	"linclass/assignments/lgrade/internal/gradebook/roster"
	"linclass/assignments/lgrade/internal/gradebook/table"
)

// Nbgrader returns the table that nbgrader's own export writes.
func Nbgrader(b *gradebook.Book) []byte {
	var rows [][]string
	for _, r := range b.Records {
		rows = append(rows, gradebook.NbgraderRow(b.Assignment, r))
	}
	return table.WritePlain(gradebook.NbgraderColumns, rows)
}

// A finder finds the records of the rows of a table that a system has exported.
type finder struct {
	book  *gradebook.Book
	class *roster.Roster
	table *table.Table
	rows  map[string]int // of whom a row has been found
}

func newFinder(b *gradebook.Book, t *table.Table) *finder {
	f := &finder{b, &roster.Roster{}, t, map[string]int{}}
	for _, r := range b.Records {
		f.class.Students = append(f.class.Students, r.Student)
	}
	return f
}

// find returns the record of a row, nil if there is none. It is an error if the row fits
// several records, or the record an earlier row.
func (f *finder) find(row table.Row, column string, key roster.Key) (*gradebook.Record, error) {
	found := f.class.Fits(key)
	if len(found) == 0 {
		return nil, nil
	}
	if len(found) > 1 {
		return nil, row.Errorf(column, key.Name, "one student", "%q fits %s and %s: give them different ids or emails in the roster, grade and export again, or delete the row",
			key.Name, found[0].ID, found[1].ID)
	}
	id := found[0].ID
	if before, twice := f.rows[id]; twice {
		return nil, row.Errorf(column, key.Name, "one row per student", "rows %d and %d both fit %s: give the students of that name ids, emails or LMS numbers in the roster, grade and export again, or delete the row that is not of %[3]s",
			before, row.Number, id)
	}
	f.rows[id] = row.Number
	i := slices.IndexFunc(f.book.Records, func(r *gradebook.Record) bool { return r.Student.ID == id })
	return f.book.Records[i], nil
}

// leftOut returns those who have handed in and have no row. It is an error if nobody has one.
func (f *finder) leftOut() (ids []string, err error) {
	for _, r := range f.book.Records {
		if f.rows[r.Student.ID] == 0 && r.File != "" {
			ids = append(ids, r.Student.ID)
		}
	}
	if len(ids) > 0 && len(f.rows) == 0 {
		missed := strings.Join(ids, ", ")
		return nil, f.table.Errorf("", "rows of "+missed, " has no row for any student of the class, such as %s: is the table from this course?", ids[0])
	}
	return ids, nil
}

// comment is what a student reads in a system that takes a text beside the points.
// It begins with a word of ours, so that no spreadsheet takes it for a formula.
func comment(r *gradebook.Record) string {
	var parts []string
	if r.Problem != "" {
		parts = append(parts, "not graded: "+r.Problem)
	}
	for _, t := range r.Tasks {
		parts = append(parts, fmt.Sprintf("%s %s of %s", t.Name, table.Number(t.Earned), table.Number(t.Points)))
	}
	for _, w := range r.Written {
		text := fmt.Sprintf("%s %s of %s", w.Name, table.Number(w.Earned), table.Number(w.Points))
		if !w.Marked {
			text = w.Name + " not marked yet"
		}
		parts = append(parts, text)
	}
	if r.Days > 0 {
		parts = append(parts, fmt.Sprintf("days late: %d, -%s points", r.Days, table.Number(r.Lost)))
	}
	return strings.Join(parts, "; ")
}

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

// Left is what is left to do by hand after a table has been filled in.
type Left struct {
	Rows     []error  // of type *table.Error: rows that are as they were, because nobody can tell whose they are
	Students []string // ids of those who have handed in and have no row, nor one of Rows
}

// owners finds the records of the rows of a table that a system has exported: nil for a row
// of nobody in the class, and for those in Left. The column is that of the names.
func owners(b *gradebook.Book, t *table.Table, column string, key func(row table.Row) roster.Key) ([]*gradebook.Record, Left, error) {
	class := &roster.Roster{}
	for _, r := range b.Records {
		class.Students = append(class.Students, r.Student)
	}
	fits := make([][]string, len(t.Rows))    // ids
	strangers := make([]string, len(t.Rows)) // ids that only the LMS's number fits, and that are not in the roster
	rows := map[string][]int{}               // of an id, those that fit nobody else
	for i, row := range t.Rows {
		of := key(row)
		for _, s := range class.Fits(of) {
			fits[i] = append(fits[i], s.ID)
		}
		for _, r := range b.Records {
			if s := r.Student; !r.InRoster && of.LMS != "" && s.LMS == of.LMS && !slices.Contains(fits[i], s.ID) {
				strangers[i] = s.ID
			}
		}
		if len(fits[i]) == 1 {
			rows[fits[i][0]] = append(rows[fits[i][0]], row.Number)
		}
	}
	found, left, named := make([]*gradebook.Record, len(t.Rows)), Left{}, map[string]bool{}
	for i, row := range t.Rows {
		if len(fits[i]) == 0 {
			continue
		}
		for _, id := range append(fits[i], strangers[i]) {
			named[id] = true
		}
		name, id := key(row).Name, fits[i][0]
		switch {
		case len(fits[i]) > 1:
			left.Rows = append(left.Rows, row.Errorf(column, name, "one student", "%q fits %s: give them different ids, emails or LMS numbers in the roster, grade and export again, or enter the grade by hand",
				name, and(fits[i])))
		case strangers[i] != "":
			left.Rows = append(left.Rows, row.Errorf(column, name, "one student", "%q fits %s, but the submission of %s has the number of this row: if they are one student, give %[2]s the number %s in the column lms of the roster, grade and export again, or enter the grade by hand",
				name, id, strangers[i], key(row).LMS))
		case len(rows[id]) > 1:
			var numbers []string
			for _, n := range rows[id] {
				numbers = append(numbers, fmt.Sprint(n))
			}
			left.Rows = append(left.Rows, row.Errorf(column, name, "one row per student", "rows %s fit %s: give the students of that name ids, emails or LMS numbers in the roster, grade and export again, or enter the grade in the row that is of %[2]s",
				and(numbers), id))
		default:
			at := slices.IndexFunc(b.Records, func(r *gradebook.Record) bool { return r.Student.ID == id })
			found[i] = b.Records[at]
		}
	}
	for _, r := range b.Records {
		if !named[r.Student.ID] && r.File != "" {
			left.Students = append(left.Students, r.Student.ID)
		}
	}
	if len(left.Students) > 0 && len(named) == 0 {
		return nil, Left{}, t.Errorf("", "rows of "+strings.Join(left.Students, ", "), " has no row for any student of the class, such as %s: is the table from this course?", left.Students[0])
	}
	return found, left, nil
}

// and lists words: "a, b and c".
func and(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
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

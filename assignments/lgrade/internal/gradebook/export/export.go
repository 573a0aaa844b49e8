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

// find returns the record of a row of a table that a system has exported.
func find(b *gradebook.Book, key roster.Key) *gradebook.Record {
	class := &roster.Roster{}
	for _, r := range b.Records {
		class.Students = append(class.Students, r.Student)
	}
	s := class.Find(key)
	if s == nil {
		return nil
	}
	i := slices.IndexFunc(b.Records, func(r *gradebook.Record) bool { return r.Student.ID == s.ID })
	return b.Records[i]
}

// missing is the error for records that no row of a table has taken.
func missing(t *table.Table, b *gradebook.Book, taken map[string]bool) error {
	var ids []string
	for _, r := range b.Records {
		if !taken[r.Student.ID] && r.File != "" {
			ids = append(ids, r.Student.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	missed := strings.Join(ids, ", ")
	return t.Errorf("", "rows of "+missed, " has no row for %s, who handed in: is the table from this course?", missed)
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

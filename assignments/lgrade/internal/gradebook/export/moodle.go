package export

import (
	"slices"
	"strings"

	"linclass/assignments/lgrade/internal/gradebook"
	"linclass/assignments/lgrade/internal/gradebook/roster"
	"linclass/assignments/lgrade/internal/gradebook/table"
)

// moodleColumns are those of the worksheet for offline grading.
var moodleColumns = []string{"Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade",
	"Grade can be changed", "Last modified (submission)", "Last modified (grade)", "Feedback comments"}

// Moodle returns a worksheet for offline grading, for those whose number as a
// participant is known: from the files that they handed in, or from the roster. It
// names those who are left out.
func Moodle(b *gradebook.Book) (sheet []byte, leftOut []string) {
	var rows [][]string
	for _, r := range b.Records {
		s := r.Student
		if s.LMS == "" {
			leftOut = append(leftOut, s.ID)
			continue
		}
		status := "No submission"
		if r.File != "" {
			status = "Submitted for grading"
		}
		rows = append(rows, []string{"Participant " + s.LMS, s.Name(), s.Email, status, table.Number(r.Score), table.Number(r.Max), "Yes", "-", "-", comment(r)})
	}
	return table.WritePlain(moodleColumns, rows), leftOut
}

// MoodleInto fills grades and comments into a worksheet that Moodle has exported.
// Moodle takes grades only for those whose row it has not changed since.
// It also returns what is left to do.
func MoodleInto(b *gradebook.Book, name string, data []byte) (filled []byte, left Left, err error) {
	t, err := table.Read(name, data)
	if err != nil {
		return nil, Left{}, err
	}
	if !t.Has("Identifier") || !t.Has("Grade") {
		return nil, Left{}, t.Errorf("", "Identifier, Grade", " is not a Moodle grading worksheet in English: it lacks the column Identifier or Grade; set Moodle's language to English and download it again (columns: %s)", strings.Join(t.Columns, ", "))
	}
	grade := slices.Index(t.Columns, "Grade")
	text := slices.Index(t.Columns, "Feedback comments")
	if grade < 0 {
		return nil, Left{}, t.Errorf("Grade", "a column", ": the column should be called Grade")
	}
	records, left, err := owners(b, t, "Full name", func(row table.Row) roster.Key {
		return roster.Key{ID: row.Get("ID number", "Username"), LMS: roster.Number(row.Get("Identifier")), Email: row.Get("Email address"), Name: row.Get("Full name")}
	})
	if err != nil {
		return nil, Left{}, err
	}
	var rows [][]string
	for i, row := range t.Rows {
		cells := row.With("Grade", row.Get("Grade"))
		if r := records[i]; r != nil {
			cells[grade] = table.Number(r.Score)
			if text >= 0 {
				cells[text] = comment(r)
			}
		}
		rows = append(rows, cells)
	}
	return table.WritePlain(t.Columns, rows), left, nil
}

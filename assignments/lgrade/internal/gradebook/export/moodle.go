package export

import (
	"slices"

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
// It also returns the ids of those who handed in and have no row.
func MoodleInto(b *gradebook.Book, name string, data []byte) (filled []byte, leftOut []string, err error) {
	t, err := table.Read(name, data)
	if err != nil {
		return nil, nil, err
	}
	if !t.Has("Identifier") || !t.Has("Grade") {
		return nil, nil, t.Errorf("", "Identifier, Grade", " is not a Moodle grading worksheet: it lacks the column Identifier or Grade; download it again from Moodle")
	}
	grade := slices.Index(t.Columns, "Grade")
	text := slices.Index(t.Columns, "Feedback comments")
	if grade < 0 {
		return nil, nil, t.Errorf("Grade", "a column", ": the column should be called Grade")
	}
	var rows [][]string
	students := newFinder(b, t)
	for _, row := range t.Rows {
		cells := row.With("Grade", row.Get("Grade"))
		s := lmsStudent(row)
		r, err := students.find(row, "Full name", roster.Key{ID: s.ID, LMS: s.LMS, Email: s.Email, Name: row.Get("Full name")})
		if err != nil {
			return nil, nil, err
		}
		if r != nil {
			cells[grade] = table.Number(r.Score)
			if text >= 0 {
				cells[text] = comment(r)
			}
		}
		rows = append(rows, cells)
	}
	leftOut, err = students.leftOut()
	return table.WritePlain(t.Columns, rows), leftOut, err
}

func lmsStudent(row table.Row) roster.Student {
	return roster.Student{ID: row.Get("ID number", "Username"), Email: row.Get("Email address"), LMS: roster.Number(row.Get("Identifier"))}
}

package gradebook

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"linclass/assignments/lgrade/internal/gradebook/table"
)

// NbgraderColumns are those of the table that nbgrader exports.
var NbgraderColumns = []string{"assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email",
	"raw_score", "late_submission_penalty", "score", "max_score"}

// NbgraderRow returns the cells of these columns.
func NbgraderRow(assignment string, r *Record) []string {
	return []string{assignment, clock(r.Due), clock(r.Handed), r.Student.ID, r.Student.Last, r.Student.First, r.Student.Email,
		table.Number(r.Raw), table.Number(r.Lost), table.Number(r.Score), table.Number(r.Max)}
}

func clock(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2006-01-02 15:04:05 -0700")
}

// Grades returns the table of all grades: nbgrader's columns, one for every task and
// question, then days late, what said so, how many answers wait for marks, and
// everything that there is to note.
func (c *Class) Grades() []byte {
	columns := append([]string{}, NbgraderColumns...)
	for _, t := range c.Assignment.Tasks {
		columns = append(columns, t.Name)
	}
	for _, w := range c.Assignment.Written {
		columns = append(columns, w.Name)
	}
	columns = append(columns, "days_late", "clock", "unmarked", "file", "notes")
	var rows [][]string
	for _, r := range c.Records {
		row := NbgraderRow(c.Assignment.Name, r)
		for _, t := range r.Tasks {
			row = append(row, table.Number(t.Earned))
		}
		for _, w := range r.Written {
			if w.Marked {
				row = append(row, table.Number(w.Earned))
			} else {
				row = append(row, "")
			}
		}
		row = append(row, strconv.Itoa(r.Days), r.Clock, strconv.Itoa(r.Unmarked()), r.File, strings.Join(r.Remarks(), "; "))
		rows = append(rows, row)
	}
	return table.Write(columns, rows)
}

// Remarks returns what is wrong with a submission: what kept it from being graded,
// what was noted, and the problems of the tasks.
func (r *Record) Remarks() []string {
	var remarks []string
	if r.Problem != "" {
		remarks = append(remarks, r.Problem)
	}
	remarks = slices.Concat(remarks, r.Private, r.Notes)
	for _, t := range r.Tasks {
		if t.Problem != "" {
			remarks = append(remarks, t.Name+": "+t.Problem)
		}
	}
	return remarks
}

// Book is what marks.json has: all that export needs.
type Book struct {
	Assignment string    `json:"assignment"`
	Title      string    `json:"title"`
	Feedback   string    `json:"feedback"` // what students see of hidden checks
	Records    []*Record `json:"records"`
}

// JSON returns all that is known, for other programs and for export.
func (c *Class) JSON() ([]byte, error) {
	a := c.Assignment
	data, err := json.MarshalIndent(Book{a.Name, a.Title, a.Feedback, c.Records}, "", " ")
	return append(data, '\n'), err
}

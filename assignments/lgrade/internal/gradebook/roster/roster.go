// Package roster knows who is in the class, and finds the student that a file or a
// folder belongs to.
package roster

import (
	"slices"
	"strings"

	"linclass/assignments/lgrade/internal/gradebook/table"
)

// A Student is a row of the roster.
type Student struct {
	ID    string `json:"id"`
	First string `json:"first,omitempty"`
	Last  string `json:"last,omitempty"`
	Email string `json:"email,omitempty"`

	// LMS is the number by which a learning management system names its files:
	// Canvas's ID, the number of Moodle's participant.
	LMS     string `json:"lms,omitempty"`
	Login   string `json:"login,omitempty"` // Canvas's SIS Login ID
	Section string `json:"section,omitempty"`

	// Team is the name that those share who hand in together.
	Team string `json:"team,omitempty"`

	// Extension is the number of days, or the new date, that the student has for
	// every assignment.
	Extension string `json:"extension,omitempty"`
}

// Name returns first and last name, the ID if there is none.
func (s Student) Name() string {
	if name := strings.TrimSpace(s.First + " " + s.Last); name != "" {
		return name
	}
	return s.ID
}

// Sortable returns the name as Canvas has it: "Last, First".
func (s Student) Sortable() string {
	if s.First == "" || s.Last == "" {
		return s.Name()
	}
	return s.Last + ", " + s.First
}

// A Roster is a class. The nil Roster has nobody.
type Roster struct {
	Students []Student
}

// The names that columns have in the rosters of universities, of Moodle's
// participants and worksheets, and of Canvas's gradebooks.
var (
	idColumns      = []string{"student id", "sid", "id number", "sis user id", "username", "user", "id"}
	loginColumns   = []string{"sis login id", "login"}
	nameColumns    = []string{"name", "full name", "student"}
	firstColumns   = []string{"first name", "first", "given name"}
	lastColumns    = []string{"last name", "last", "surname", "family name"}
	emailColumns   = []string{"email", "email address", "mail"}
	lmsColumns     = []string{"lms user id", "lms", "canvas id", "moodle id", "identifier", "participant"}
	sectionColumns = []string{"section", "group"}
	teamColumns    = []string{"team"}
)

// Read reads a roster. It takes a column for the id (or the email) and knows those
// for name, first and last name, email, section, team, LMS number and extension. The
// gradebook that Canvas exports, and the participants and worksheets that Moodle
// does, are rosters, too.
func Read(name string, data []byte) (*Roster, error) {
	t, err := table.Read(name, data)
	if err != nil {
		return nil, err
	}
	if !t.Has(idColumns...) && !t.Has(loginColumns...) && !t.Has(emailColumns...) {
		return nil, t.Errorf("id", "a column", ": no column identifies the students: name one of them id or email (columns: %s)",
			strings.Join(t.Columns, ", "))
	}
	canvas := t.Has("student") && t.Has("id") && t.Has("section")
	r := &Roster{}
	rows := map[string]int{}
	for _, row := range t.Rows {
		s := Student{
			ID:        row.Get(idColumns...),
			First:     row.Get(firstColumns...),
			Last:      row.Get(lastColumns...),
			Email:     row.Get(emailColumns...),
			LMS:       Number(row.Get(lmsColumns...)),
			Login:     row.Get(loginColumns...),
			Section:   row.Get(sectionColumns...),
			Team:      team(row.Get(teamColumns...)),
			Extension: row.Get("extension"),
		}
		full := row.Get(nameColumns...)
		if canvas {
			if strings.EqualFold(full, "points possible") || strings.EqualFold(full, "student, test") {
				continue
			}
			s.LMS = row.Get("id")
		}
		if s.First == "" && s.Last == "" {
			s.First, s.Last = split(full)
		}
		if s.ID = firstOf(s.ID, s.Login, s.Email); s.ID == "" {
			return nil, row.Errorf("id", "", "a value", "is empty")
		}
		if before, twice := rows[fold(s.ID)]; twice {
			return nil, row.Errorf("id", s.ID, "an id that occurs once", "%q is in row %d, too", s.ID, before)
		}
		rows[fold(s.ID)] = row.Number
		r.Students = append(r.Students, s)
	}
	if len(r.Students) == 0 {
		return nil, t.Errorf("", "students", " has no students: below the names of the columns there should be a row for each")
	}
	return r, nil
}

// team returns the name of a team, "" for what people write where there is none.
func team(name string) string {
	switch strings.ToLower(name) {
	case "-", "–", "—", ".", "/", "n/a", "none":
		return ""
	}
	return name
}

// Number takes the number from the name that Moodle has for a participant:
// "Participant 123".
func Number(text string) string {
	return text[strings.LastIndexByte(text, ' ')+1:]
}

// split parts "Last, First" at the comma and "First Middle Last" at the last blank.
func split(name string) (first, last string) {
	if last, first, ok := strings.Cut(name, ","); ok {
		return strings.TrimSpace(first), strings.TrimSpace(last)
	}
	if i := strings.LastIndexByte(name, ' '); i >= 0 {
		return strings.TrimSpace(name[:i]), name[i+1:]
	}
	return name, ""
}

func firstOf(texts ...string) string {
	if i := slices.IndexFunc(texts, func(t string) bool { return t != "" }); i >= 0 {
		return texts[i]
	}
	return ""
}

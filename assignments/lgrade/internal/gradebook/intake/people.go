package intake

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"linclass/assignments/lgrade/internal/gradebook/roster"
	"linclass/assignments/lgrade/internal/notebook"
)

// A Person is a student with the submission that counts.
type Person struct {
	roster.Student
	InRoster   bool
	Submission *Submission // nil if there is none
	Replaced   bool        // that of the team counts instead of another one
	Notes      []string
	Private    []string // notes for the lecturer alone
}

// People gives every student of the roster, in its order, the newest of his or her
// submissions, and adds those who are not in the roster. It takes their numbers in the
// LMS from the submissions if the roster lacks them.
func (in *Intake) People(r *roster.Roster) []Person {
	var people []Person
	index := map[string]int{} // by id, in lower case
	if r != nil {
		for _, s := range r.Students {
			index[strings.ToLower(s.ID)] = len(people)
			people = append(people, Person{Student: s, InRoster: true})
		}
	}
	for i := range in.Submissions {
		s := &in.Submissions[i]
		for _, key := range s.Keys {
			student, inRoster := key.Student(), false
			if found := r.Find(key); found != nil {
				student, inRoster = *found, true
			} else if members := r.Team(key); members != nil {
				for _, m := range members {
					people[index[strings.ToLower(m.ID)]].take(s)
				}
				continue
			}
			at, known := index[strings.ToLower(student.ID)]
			if known && !inRoster && student.ID == key.LMS && student.Name() != people[at].Name() {
				// the number of two people is none
				student.ID = key.Name + " " + key.LMS
				at, known = index[strings.ToLower(student.ID)]
			}
			if !known {
				at = len(people)
				index[strings.ToLower(student.ID)] = at
				people = append(people, Person{Student: student, InRoster: inRoster})
				if r != nil {
					people[at].Private = append(people[at].Private, stranger(key, student, r))
				}
			}
			people[at].LMS = cmp.Or(people[at].LMS, key.LMS)
			people[at].take(s)
		}
	}
	shareInTeams(people)
	if r != nil {
		shareByList(people, r)
	}
	return people
}

// stranger says why a student is nobody in the roster.
func stranger(key roster.Key, student roster.Student, r *roster.Roster) string {
	fits := r.Fits(key)
	if len(fits) < 2 {
		return student.ID + " is not in the roster"
	}
	var ids []string
	for _, s := range fits {
		ids = append(ids, s.ID)
	}
	remedy := "name the file or folder by the id"
	if key.LMS != "" {
		remedy = fmt.Sprintf("give the right one the number %s in the column lms of the roster", key.LMS)
	}
	return fmt.Sprintf("%s is a submission of %s, and the roster has several: %s; %s", student.ID, student.Name(), strings.Join(ids, ", "), remedy)
}

// shareInTeams gives all of a team, as the roster has it, what one of them handed in: the
// newest that can be read.
func shareInTeams(people []Person) {
	from := map[string]*Person{} // whose submission counts
	for i := range people {
		p := &people[i]
		if p.Team == "" || p.Submission == nil {
			continue
		}
		if best := from[p.Team]; best == nil || newer(p.Submission, best.Submission) {
			from[p.Team] = p
		}
	}
	for i := range people {
		p := &people[i]
		if best := from[p.Team]; best != nil && best.Submission != p.Submission {
			p.Replaced = p.Submission != nil
			p.Submission = best.Submission
			p.Notes = append(p.Notes, fmt.Sprintf("the submission of %s counts for the team %s", best.ID, p.Team))
		}
	}
}

// teamLine is a line of a text cell that lists who worked together: "Team: b1, b2".
var teamLine = regexp.MustCompile(`(?im)^[ *_]*team[ *_]*:[ *_]*(.+)$`)

// shareByList gives those who handed in nothing what somebody did whose notebook lists
// them. For others a list changes nothing: anybody can write one.
func shareByList(people []Person, r *roster.Roster) {
	index := map[string]*Person{}
	for i := range people {
		index[people[i].ID] = &people[i]
	}
	given := map[*Person]*Submission{}
	for i := range people {
		p := &people[i]
		if p.Submission == nil {
			continue
		}
		for _, id := range p.Submission.listed() {
			found := r.Find(roster.Key{ID: id})
			if found == nil || found.ID == p.ID {
				continue
			}
			q := index[found.ID]
			if q.Submission == nil && given[q] == nil {
				given[q] = p.Submission
				q.Notes = append(q.Notes, fmt.Sprintf("the submission of %s counts, because its list of the team names %s", p.ID, q.ID))
			}
		}
	}
	for q, s := range given {
		q.Submission = s
	}
}

// listed returns who is in the list of the notebook.
func (s *Submission) listed() []string {
	data, err := s.Read()
	if err != nil {
		return nil
	}
	n, err := notebook.Read(data)
	if err != nil {
		return nil
	}
	for _, c := range n.Cells {
		if m := teamLine.FindStringSubmatch(c.Source); m != nil && c.Kind == "markdown" {
			return strings.FieldsFunc(m[1], func(c rune) bool { return strings.ContainsRune(",; *_\t\r", c) })
		}
	}
	return nil
}

// newer reports whether a submission counts rather than another: the newer one that can be
// read; of two with the same time, the one asked about.
func newer(s, other *Submission) bool {
	now, then := s.Readable(), other.Readable()
	return now && !then || now == then && !s.Time.Before(other.Time)
}

// take keeps the newer of two submissions that can be read; of two with the same time,
// the later one in the list.
func (p *Person) take(s *Submission) {
	before := p.Submission
	if before == nil {
		p.Submission = s
		return
	}
	winner, loser := s, before
	if !newer(s, before) {
		winner, loser = before, s
	}
	p.Submission = winner
	p.Notes = append(p.Notes, fmt.Sprintf("handed in more than once: %s counts as the newest that can be read, not %s", winner.where(), loser.where()))
}

func (s *Submission) where() string {
	path := s.Path
	if path == "" {
		path = "a submission without a notebook"
	}
	if s.Time.IsZero() {
		return path
	}
	return path + " of " + s.Time.Format("2006-01-02 15:04:05")
}

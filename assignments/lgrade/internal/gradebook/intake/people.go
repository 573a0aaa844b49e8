package intake

import (
	"cmp"
	"fmt"
	"strings"

	"linclass/assignments/lgrade/internal/gradebook/roster"
)

// A Person is a student with the submission that counts.
type Person struct {
	roster.Student
	InRoster   bool
	Submission *Submission // nil if there is none
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
			}
			at, known := index[strings.ToLower(student.ID)]
			if !known {
				at = len(people)
				index[strings.ToLower(student.ID)] = at
				people = append(people, Person{Student: student, InRoster: inRoster})
				if r != nil {
					people[at].Private = append(people[at].Private, fmt.Sprintf("%s is not in the roster, or fits more than one student there", student.ID))
				}
			}
			people[at].LMS = cmp.Or(people[at].LMS, key.LMS)
			people[at].take(s)
		}
	}
	return people
}

// take keeps the newer of two submissions; of two with the same time, the one that
// has a notebook, then the later one in the list.
func (p *Person) take(s *Submission) {
	before := p.Submission
	if before == nil {
		p.Submission = s
		return
	}
	winner, loser := s, before
	if s.Time.Before(before.Time) || s.Time.Equal(before.Time) && s.read == nil && before.read != nil {
		winner, loser = before, s
	}
	p.Submission = winner
	p.Notes = append(p.Notes, fmt.Sprintf("handed in more than once: %s counts as the newest, not %s", winner.where(), loser.where()))
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

// Package intake finds out who handed in what: in a folder, or in the archive that a
// learning management system made. It unpacks nothing, follows no links, and reads a
// file only when it counts.
package intake

import (
	"fmt"
	"os"
	"slices"
	"time"

	"linclass/assignments/lgrade/internal/gradebook/roster"
)

const (
	// mostBytes is the size of the largest file that is read. A notebook with all
	// its figures has a few megabytes.
	mostBytes = 32 << 20
	// mostFiles is how many files a folder or an archive may have.
	mostFiles = 100_000
)

// A Submission is what one student handed in, or several did together.
type Submission struct {
	Keys  []roster.Key // who, as the file names or the LMS say
	Path  string       // of the notebook that counts; "" if there is none
	Time  time.Time    // when it was handed in; zero if nothing says
	Clock string       // what says when: "file", "archive", "timestamp.txt", "Gradescope"
	Late  bool         // the LMS calls it late
	Notes []string

	read func() ([]byte, error)
}

// Read returns the notebook. Without one the error says what there is instead.
func (s *Submission) Read() ([]byte, error) {
	if s.read == nil {
		return nil, fmt.Errorf("no notebook was handed in")
	}
	data, err := s.read()
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", s.Path, err)
	}
	if len(data) == 0 {
		return nil, fmt.Errorf("%s is empty", s.Path)
	}
	return data, nil
}

// An Intake is all that was found.
type Intake struct {
	Submissions []Submission
	Refused     []string // files that were not looked at, and why
}

// Options say what to look for.
type Options struct {
	Assignment string         // the name that notebook and folders should have
	Zone       *time.Location // of times without one, as ZIP has them; nil is local time
	Roster     *roster.Roster // tells students from folders; nil if there is none
}

// Open looks through folders and archives. The error is for what cannot be opened
// at all; files that are refused and submissions without a notebook are none.
func Open(paths []string, o Options) (*Intake, error) {
	if o.Zone == nil {
		o.Zone = time.Local
	}
	in := &Intake{}
	for _, path := range paths {
		files, refused, err := list(path, o.Zone)
		if err != nil {
			return nil, err
		}
		submissions, loose := sortOut(files, o)
		in.Refused = append(in.Refused, slices.Concat(refused, loose)...)
		in.Submissions = append(in.Submissions, submissions...)
	}
	return in, nil
}

func list(path string, zone *time.Location) ([]file, []string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if info.IsDir() {
		return listFolder(path)
	}
	return listArchive(path, zone)
}

// A file is one that was handed in.
type file struct {
	path  string // with slashes, from the folder or the archive on
	time  time.Time
	clock string
	read  func() ([]byte, error)
}

// known returns the submissions' files without what programs leave behind.
func known(files []file) []file {
	return slices.DeleteFunc(files, func(f file) bool { return isLitter(f.path) })
}

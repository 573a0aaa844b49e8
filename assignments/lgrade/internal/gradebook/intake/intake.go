// Package intake finds out who handed in what: in a folder, or in the archive that a
// learning management system made. It unpacks nothing, follows no links, and reads a
// file only when it counts.
package intake

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"linclass/assignments/lgrade/internal/gradebook/roster"
	"linclass/assignments/lgrade/internal/notebook"
)

const (
	// mostBytes is the size of the largest file that is read. A notebook with all
	// its figures has a few megabytes.
	mostBytes = 32 << 20
	// mostFiles is how many files a folder or an archive may have.
	mostFiles = 100_000

	// What is looked at of one student: the files in an archive, the files that are
	// read, and their bytes.
	mostUnpacked  = 10_000
	mostRead      = 1_000
	mostReadBytes = 256 << 20
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
		return nil, fmt.Errorf("%s %w", s.Path, noContent)
	}
	return data, nil
}

// Readable reports whether there is a notebook that can be read.
func (s *Submission) Readable() bool {
	return s.read != nil && file{read: s.read}.unreadable() == nil
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
	Encoding   string         // of tables, as of names in ZIP files that are not in UTF-8; "" if it is not known
}

// Open looks through folders and archives. The error is for what cannot be opened
// at all; files that are refused and submissions without a notebook are none.
//
// When ctx is done, Open ends with its error.
func Open(ctx context.Context, paths []string, o Options) (in *Intake, err error) {
	if o.Zone == nil {
		o.Zone = time.Local
	}
	defer func() {
		if ctx.Err() != nil {
			in, err = nil, fmt.Errorf("interrupted while reading the submissions: %w", ctx.Err())
		}
	}()
	in = &Intake{}
	for _, path := range paths {
		files, refused, err := list(ctx, path, o.Zone)
		if err != nil {
			return nil, err
		}
		if files, err = readNames(ctx, path, files, o); err != nil {
			return nil, err
		}
		submissions, loose, err := sortOut(ctx, files, folderName(path), o)
		if err != nil {
			return nil, err
		}
		in.Refused = append(in.Refused, slices.Concat(refused, loose)...)
		in.Submissions = append(in.Submissions, submissions...)
	}
	return in, nil
}

// One looks through what one student has handed in: a folder, an archive or a notebook.
func One(ctx context.Context, path, assignment string) (*Submission, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	var files []file
	if info.Mode().IsRegular() && isNotebook(path) {
		files = []file{{path: filepath.Base(path), read: func() ([]byte, error) {
			f, err := os.Open(path)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			return readMost(f)
		}}}
	} else if files, _, err = list(ctx, path, time.UTC); err != nil {
		return nil, err
	}
	hidden := filter(files, isHidden)
	p := &parcel{files: slices.Concat(known(files), hidden)}
	if len(p.files) == 0 {
		return &Submission{Notes: []string{"there are no files"}}, nil
	}
	s := choose(ctx, p, Options{Assignment: assignment, Zone: time.UTC})
	return &s, ctx.Err()
}

func list(ctx context.Context, path string, zone *time.Location) ([]file, []string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if info.IsDir() {
		return listFolder(ctx, path)
	}
	return listArchive(ctx, path, zone)
}

// folderName returns the name of a folder, "" if it is a file.
func folderName(path string) string {
	full, err := filepath.Abs(path)
	if info, statErr := os.Stat(path); err != nil || statErr != nil || !info.IsDir() {
		return ""
	}
	return filepath.Base(full)
}

// A file is one that was handed in.
type file struct {
	path  string // with slashes, from the folder or the archive on
	raw   string // the path if it is not in UTF-8; "" if it is
	time  time.Time
	clock string
	read  func() ([]byte, error)
}

// refusedFile is one that is not looked at. It stays where it is, so that the student who
// has handed it in is told why.
func refusedFile(path string, why error) file {
	return file{path: path, read: func() ([]byte, error) { return nil, why }}
}

// A refusal says why a file does not count.
type refusal string

const (
	leadsOut  refusal = "its name leads out of the archive"
	isLink    refusal = "is a link; hand in the file itself"
	notPlain  refusal = "is not a plain file"
	encrypted refusal = "is encrypted"
	noContent refusal = "is empty"
	tooLarge  refusal = "is larger than 32 MB: clear the outputs and save it again"
	tooMuch   refusal = "is not looked at: of one student, lgrade reads at most 1000 files and 256 MB"
)

func (r refusal) Error() string { return string(r) }

// unreadable says why a file is no notebook, nil if it is one.
func (f file) unreadable() error {
	data, err := f.read()
	if err == nil {
		_, err = notebook.Read(data)
	}
	return err
}

// known returns the submissions' files without what programs leave behind.
func known(files []file) []file {
	return slices.DeleteFunc(files, func(f file) bool { return isLitter(f.path) })
}

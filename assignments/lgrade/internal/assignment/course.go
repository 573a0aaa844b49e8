package assignment

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"linclass/assignments/lgrade/internal/gradebook/table"
	"linclass/internal/invalid"
)

// A Course is a course.toml: what a lecturer has set for one class.
type Course struct {
	Dir string `toml:"-"` // where it lies; its paths are relative to it

	Seed       uint64               `toml:"seed"`       // of the data of hidden checks; never 0
	Zone       string               `toml:"zone"`       // "Asia/Bangkok", of times without one; "" is the computer's
	Roster     string               `toml:"roster"`     // a table of the class; "" if there is none
	Extensions string               `toml:"extensions"` // a table of extensions; "" if there is none
	Submitted  string               `toml:"submitted"`  // a table of the times when things were handed in; "" if there is none
	Encoding   string               `toml:"encoding"`   // of tables that are not in UTF-8, such as "windows-1250"; "" is what their bytes tell
	Anonymous  bool                 `toml:"anonymous"`  // written answers are marked without names
	Late       Late                 `toml:"late"`
	Dates      map[string]any       `toml:"due"` // as they are written
	Due        map[string]time.Time `toml:"-"`   // by assignment; one that is not there is never late

	zone *time.Location
}

// Late says what being late costs.
type Late struct {
	Grace  string  `toml:"grace"`   // such as "15m": so long after the date work is in time; "" is none
	PerDay float64 `toml:"per_day"` // percent of the points, for every day that has begun
	Cap    float64 `toml:"cap"`     // percent that are lost at most; 0 is 100
	Days   int     `toml:"days"`    // work that is later than this gets nothing; 0 is no limit
}

const courseFile = "course.toml"

// FindCourse reads the course.toml of the working directory or of the nearest one
// above it. It returns nil if there is none.
func FindCourse() (*Course, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for {
		c, err := OpenCourse(filepath.Join(dir, courseFile))
		if !errors.Is(err, fs.ErrNotExist) {
			return c, err
		}
		above := filepath.Dir(dir)
		if above == dir {
			return nil, nil
		}
		dir = above
	}
}

// OpenCourse reads a course.toml.
func OpenCourse(path string) (*Course, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c := &Course{Dir: filepath.Dir(path)}
	meta, err := toml.Decode(string(text), c)
	if err != nil {
		return nil, &FileError{path, err}
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, &FileError{path, invalid.Worded(unknown[0].String(), nil, "unknown key %s", unknown[0])}
	}
	if err := c.valid(); err != nil {
		return nil, &FileError{path, err}
	}
	return c, nil
}

// A FileError names the file that is not valid.
type FileError struct {
	File string
	err  error
}

func (e *FileError) Error() string { return e.File + ": " + e.err.Error() }
func (e *FileError) Unwrap() error { return e.err }

func (c *Course) valid() error {
	if c.Seed == 0 {
		return invalid.Worded("seed", nil, "seed is missing: set a secret number, such as lgrade init makes")
	}
	for _, p := range []struct {
		name  string
		value float64
	}{{"per_day", c.Late.PerDay}, {"cap", c.Late.Cap}} {
		if !(p.value >= 0 && p.value <= 100) {
			return invalid.Worded("late."+p.name, p.value, "late.%s is %g, want a percentage from 0 to 100", p.name, p.value)
		}
	}
	if c.Late.Days < 0 {
		return invalid.Worded("late.days", c.Late.Days, "late.days is %d, want 0 or more", c.Late.Days)
	}
	if _, err := c.Late.Wait(); err != nil {
		return err
	}
	if c.Encoding != "" && table.Encoding(c.Encoding) == nil {
		return invalid.Worded("encoding", c.Encoding, "encoding is %q, want a name such as windows-1250 (Central European) or windows-1252 (Western European)", c.Encoding)
	}
	zone, err := time.LoadLocation(c.Zone)
	if err != nil {
		return invalid.Worded("zone", c.Zone, "zone: %v: write a name such as Asia/Bangkok or UTC", err)
	}
	if c.zone = zone; c.Zone == "" {
		c.zone = time.Local
	}
	c.Due = map[string]time.Time{}
	for name, written := range c.Dates {
		due, ok := written.(time.Time)
		if !ok {
			return invalid.Worded("due."+name, written, "due.%s is %v: write a date without quotes, such as 2026-10-05T23:59:00+07:00", name, written)
		}
		c.Due[name] = inZone(due, c.zone)
	}
	return nil
}

// Knows returns an error if a due date is of an assignment that is not among names.
func (c *Course) Knows(names []string) error {
	for _, name := range slices.Sorted(maps.Keys(c.Due)) {
		if !slices.Contains(names, name) {
			return &FileError{filepath.Join(c.Dir, courseFile), invalid.Worded("due."+name, c.Due[name],
				"due.%s: there is no assignment %q; there are %s", name, name, strings.Join(names, ", "))}
		}
	}
	return nil
}

// inZone takes a date without a zone, which TOML calls local, for one in that of the
// course, and a date without a time for the end of the day.
func inZone(t time.Time, zone *time.Location) time.Time {
	switch t.Location().String() {
	case "date-local":
		return time.Date(t.Year(), t.Month(), t.Day(), 23, 59, 59, 0, zone)
	case "datetime-local":
		return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, zone)
	}
	return t.In(zone)
}

// Location returns the zone of times without one.
func (c *Course) Location() *time.Location { return c.zone }

// Path returns a path of the course, "" for none.
func (c *Course) Path(name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(c.Dir, name)
}

// Wait returns the grace as a duration.
func (l Late) Wait() (time.Duration, error) {
	if l.Grace == "" {
		return 0, nil
	}
	wait, err := time.ParseDuration(l.Grace)
	if err != nil || wait < 0 {
		return 0, invalid.Worded("late.grace", l.Grace, "late.grace is %q, want a time such as \"15m\" or \"2h\"", l.Grace)
	}
	return wait, nil
}

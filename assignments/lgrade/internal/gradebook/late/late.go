// Package late knows when work was due, when it came, and what that costs.
package late

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"linclass/assignments/lgrade/internal/gradebook/roster"
	"linclass/assignments/lgrade/internal/gradebook/table"
)

// A Policy says what late work costs. The zero Policy costs nothing.
type Policy struct {
	Percent float64       // of the points that were earned, for every day that has begun
	Cap     float64       // percent, at most; 0 is 100
	Grace   time.Duration // so long after the date work is not late; days count from the date all the same
	Limit   int           // days, after which all is lost; 0 is no limit
}

// Days returns how many days late work is, begun days counting as whole ones. A day
// ends at the time of day when the work was due, in the zone of that date, even if
// the clocks change in between. Work is on time if either of the times is not known.
func (p Policy) Days(due, handed time.Time) int {
	if due.IsZero() || handed.IsZero() || !handed.After(due.Add(p.Grace)) {
		return 0
	}
	days := max(int(handed.Sub(due).Hours()/24)-1, 0) // a change of the clocks is less than a day
	for due.AddDate(0, 0, days).Before(handed) {
		days++
	}
	return days
}

// Deduction returns how many of the points are lost by so many days.
func (p Policy) Deduction(points float64, days int) float64 {
	if p.Limit > 0 && days > p.Limit {
		return points
	}
	most := p.Cap
	if most == 0 {
		most = 100
	}
	return points * min(p.Percent*float64(days), most) / 100
}

// written is the form of the times in grades.csv.
const written = "2006-01-02 15:04:05 -0700"

// Parse reads a time such as "2026-10-05T23:59:00+07:00", "2026-10-05 23:59:00 +0700" or
// "2026-10-05 23:59". One
// without a zone is in that of the course, a date alone means the end of the day.
func Parse(text string, zone *time.Location) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t.In(zone), nil
	}
	if t, err := time.Parse(written, text); err == nil {
		return t.In(zone), nil
	}
	for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02T15:04"} {
		if t, err := time.ParseInLocation(layout, text, zone); err == nil {
			return t, nil
		}
	}
	if t, err := time.ParseInLocation(time.DateOnly, text, zone); err == nil {
		return t.AddDate(0, 0, 1).Add(-time.Second), nil
	}
	return time.Time{}, &TimeError{text}
}

// A TimeError has a text that is not a time.
type TimeError struct{ Text string }

func (e *TimeError) Error() string {
	return fmt.Sprintf("%q is not a time; write it as 2026-10-05 23:59 or 2026-10-05T23:59:00+07:00", e.Text)
}

// Extended returns the date of a student who has an extension: a number of days in the
// zone, whatever the clocks do, or a new date, which counts if it is later. "" is none.
func Extended(due time.Time, extension string, zone *time.Location) (time.Time, error) {
	if extension == "" {
		return due, nil
	}
	if days, err := strconv.ParseFloat(strings.TrimSpace(extension), 64); err == nil {
		if !(days >= 0 && days <= 3650) {
			return due, fmt.Errorf("%q should be a number of days, 0 or more, or a date", extension)
		}
		whole, part := math.Modf(days)
		return due.In(zone).AddDate(0, 0, int(whole)).Add(time.Duration(part * 24 * float64(time.Hour))), nil
	}
	until, err := Parse(extension, zone)
	if err != nil {
		return due, fmt.Errorf("an extension is a number of days or a date: %w", err)
	}
	if until.Before(due) {
		return due, nil
	}
	return until, nil
}

// Times are what a list says when students handed in, by their ids in lower case.
type Times map[string]time.Time

// The names that columns have.
var (
	timeColumns      = []string{"time", "submitted", "timestamp"}
	extensionColumns = []string{"extension", "days", "until", "due"}
)

// needs returns an error if a table has none of the columns.
func needs(t *table.Table, columns []string) error {
	if t.Has(columns...) {
		return nil
	}
	return t.Errorf(columns[0], "a column", ": no column is called %s (columns: %s)", strings.Join(columns, " or "), strings.Join(t.Columns, ", "))
}

// ReadTimes reads a list with the columns id and time, such as submitted.csv. Rows
// without a time say nothing; of several of a student the latest counts, as with files.
func ReadTimes(name string, data []byte, r *roster.Roster, zone *time.Location) (Times, error) {
	t, err := table.Read(name, data)
	if err != nil {
		return nil, err
	}
	if err := needs(t, timeColumns); err != nil {
		return nil, err
	}
	times := Times{}
	for _, row := range t.Rows {
		id, err := student(row, r)
		if err != nil {
			return nil, err
		}
		text := row.Get(timeColumns...)
		if text == "" {
			continue
		}
		at, err := Parse(text, zone)
		if err != nil {
			return nil, row.Errorf("time", text, "a time", "%w", err)
		}
		if !at.Before(times[id]) {
			times[id] = at
		}
	}
	return times, nil
}

// Extensions are the extensions of students for one assignment, by their ids in lower case.
type Extensions map[string]string

// ReadExtensions reads a list with the columns id, assignment (one of all, or empty for
// all of them) and extension (days, or a date). A row for the assignment counts rather
// than one for all.
func ReadExtensions(name string, data []byte, r *roster.Roster, assignment string, all []string, zone *time.Location) (Extensions, error) {
	t, err := table.Read(name, data)
	if err != nil {
		return nil, err
	}
	if err := needs(t, extensionColumns); err != nil {
		return nil, err
	}
	extensions, special := Extensions{}, Extensions{}
	rows := map[[2]string]int{}
	for _, row := range t.Rows {
		id, err := student(row, r)
		if err != nil {
			return nil, err
		}
		extension := row.Get(extensionColumns...)
		if _, err := Extended(time.Time{}, extension, zone); err != nil {
			return nil, row.Errorf("extension", extension, "days or a date", "%w", err)
		}
		of := row.Get("assignment")
		key := [2]string{id, strings.ToLower(of)}
		if before, twice := rows[key]; twice {
			return nil, row.Errorf("id", id, "one row per student and assignment", "%s has an extension in row %d, too: leave the one that counts", id, before)
		}
		rows[key] = row.Number
		switch {
		case of == "":
			extensions[id] = extension
		case strings.EqualFold(of, assignment):
			special[id] = extension
		case !slices.ContainsFunc(all, func(name string) bool { return strings.EqualFold(of, name) }):
			return nil, row.Errorf("assignment", of, "an assignment", "there is no assignment %q; there are %s", of, strings.Join(all, ", "))
		}
	}
	maps.Copy(extensions, special)
	return extensions, nil
}

// student returns the id of whom a row is about, in lower case.
func student(row table.Row, r *roster.Roster) (id string, err error) {
	key := roster.Key{ID: row.Get("id", "student id", "sid"), Email: row.Get("email"), Name: row.Get("name")}
	if key == (roster.Key{}) {
		return "", row.Errorf("id", "", "a value", "is empty")
	}
	if s := r.Find(key); s != nil {
		return strings.ToLower(s.ID), nil
	}
	if r != nil {
		return "", row.Errorf("id", key.Student().ID, "a student of the roster", "%q is not in the roster", key.Student().ID)
	}
	return strings.ToLower(key.Student().ID), nil
}

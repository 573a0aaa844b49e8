package late

import (
	"math"
	"testing"
	"time"

	"linclass/assignments/lgrade/internal/gradebook/roster"
	"linclass/assignments/lgrade/internal/gradebook/table"
	"linclass/internal/errtest"
)

var zone = time.FixedZone("+07", 7*3600)

func at(text string) time.Time {
	t, err := Parse(text, zone)
	if err != nil {
		panic(err)
	}
	return t
}

func TestDays(t *testing.T) {
	p := Policy{Percent: 10, Cap: 50, Grace: 15 * time.Minute}
	due := at("2026-10-05 23:59")
	for handed, want := range map[string]int{
		"2026-10-05 23:59":          0,
		"2026-10-06 00:14":          0, // grace
		"2026-10-06 00:15":          1,
		"2026-10-06 23:59":          1,
		"2026-10-07 00:00":          2, // the grace is at the beginning alone
		"2026-10-05T16:59:00Z":      0, // the same moment as the date
		"2026-10-05T17:15:00Z":      1,
		"2026-10-05T23:59:00-07:00": 1,
	} {
		if got := p.Days(due, at(handed)); got != want {
			t.Errorf("%s: %d days, want %d", handed, got, want)
		}
	}
	if p.Days(time.Time{}, at("2026-10-07")) != 0 || p.Days(due, time.Time{}) != 0 {
		t.Error("late without a date or a time")
	}
}

func TestDeduction(t *testing.T) {
	for _, c := range []struct {
		p    Policy
		days int
		want float64
	}{
		{Policy{}, 3, 0},
		{Policy{Percent: 10}, 0, 0},
		{Policy{Percent: 10}, 2, 3},
		{Policy{Percent: 10, Cap: 50}, 9, 7.5},
		{Policy{Percent: 10, Cap: 50, Limit: 7}, 7, 7.5},
		{Policy{Percent: 10, Cap: 50, Limit: 7}, 8, 15},
		{Policy{Percent: 40}, 9, 15}, // never more than there is
	} {
		if got := c.p.Deduction(15, c.days); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%+v, %d days: %g, want %g", c.p, c.days, got, c.want)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"2026-10-05":                "2026-10-05T23:59:59+07:00",
		"2026-10-05 12:30":          "2026-10-05T12:30:00+07:00",
		"2026-10-05 12:30:15":       "2026-10-05T12:30:15+07:00",
		"2026-10-05T12:30:00Z":      "2026-10-05T19:30:00+07:00",
		"2026-10-05 12:30:00 +0100": "2026-10-05T18:30:00+07:00",
		"2026-10-05T12:30:00+07:00": "2026-10-05T12:30:00+07:00",
	} {
		if got := at(text).Format(time.RFC3339); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if _, err := Parse("5/10/26", zone); !errtest.Is(err, &TimeError{"5/10/26"}) {
		t.Error(err)
	}
}

func TestExtended(t *testing.T) {
	due := at("2026-10-05 12:00")
	for extension, want := range map[string]string{
		"": "2026-10-05 12:00", "2": "2026-10-07 12:00", "0.5": "2026-10-06 00:00", "2026-10-09 08:00": "2026-10-09 08:00", "2026-10-01": "2026-10-05 12:00",
	} {
		if got, err := Extended(due, extension, zone); err != nil || !got.Equal(at(want)) {
			t.Errorf("%q: %v, %v, want %s", extension, got, err, want)
		}
	}
	for _, extension := range []string{"-1", "NaN", "Inf", "soon"} {
		if _, err := Extended(due, extension, zone); err == nil {
			t.Errorf("%q is taken", extension)
		}
	}
}

// A day ends at the same time of day also where the clocks change, in either direction.
func TestClockChange(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	parse := func(text string) time.Time {
		at, err := Parse(text, berlin)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for _, c := range []struct {
		due, extension, until string
		handed                string
		days                  int // after due, not after until
	}{
		{"2027-10-30 23:59", "1", "2027-10-31 23:59", "2027-10-31 23:30", 1}, // this day has 25 hours
		{"2027-10-30 23:59", "1", "2027-10-31 23:59", "2027-11-01 00:00", 2},
		{"2027-10-30 23:59", "1.5", "2027-11-01 11:59", "2027-11-01 23:59", 2},
		{"2027-10-30 23:59", "0.5", "2027-10-31 10:59", "2027-10-31 23:59", 1},
		{"2027-03-27 23:59", "1", "2027-03-28 23:59", "2027-03-28 23:59", 1}, // this one has 23
		{"2027-03-27 23:59", "2", "2027-03-29 23:59", "2027-03-29 00:30", 2},
		{"2027-03-27 23:59", "300", "2028-01-21 23:59", "2028-01-22 00:00", 301},
	} {
		until, err := Extended(parse(c.due), c.extension, berlin)
		if err != nil || !until.Equal(parse(c.until)) {
			t.Errorf("%s and %s days: %v, %v, want %s", c.due, c.extension, until, err, c.until)
		}
		if got := (Policy{}).Days(parse(c.due), parse(c.handed)); got != c.days {
			t.Errorf("from %s to %s: %d days, want %d", c.due, c.handed, got, c.days)
		}
	}
}

func TestLists(t *testing.T) {
	r := &roster.Roster{Students: []roster.Student{{ID: "b1", Email: "jane@x.edu"}, {ID: "b2"}}}
	times, err := ReadTimes("submitted.csv", []byte("email,time\njane@x.edu,2026-10-05 12:00\n"), r, zone)
	if err != nil || !times["b1"].Equal(at("2026-10-05 12:00")) {
		t.Error(times, err)
	}
	times, err = ReadTimes("grades.csv", []byte("student_id,timestamp\nb1,2026-10-05 12:00:00 +0700\nb2,\n"), r, zone)
	if err != nil || len(times) != 1 || !times["b1"].Equal(at("2026-10-05 12:00")) {
		t.Error(times, err)
	}
	// Handed in again: the order of the rows does not matter, nor the case of ids without a roster.
	times, err = ReadTimes("submitted.csv", []byte("id,time\nB1,2026-10-05 12:00\nb1,2026-10-07 12:00\nb1,2026-10-06 12:00\n"), nil, zone)
	if err != nil || len(times) != 1 || !times["b1"].Equal(at("2026-10-07 12:00")) {
		t.Error(times, err)
	}
	all := []string{"perceptron", "descent"}
	extensions, err := ReadExtensions("e.csv", []byte("id,assignment,days\nb1,,2\nb2,descent,9\nb2,Perceptron,1\nb2,,3\n"), r, "perceptron", all, zone)
	if err != nil || extensions["b1"] != "2" || extensions["b2"] != "1" {
		t.Error(extensions, err)
	}
	for data, want := range map[string]table.Error{
		"id,time\nb9,2026-10-05\n": {Column: "id", Value: "b9", Want: "a student of the roster"},
		"id,time\nb1,noon\n":       {Column: "time", Value: "noon", Want: "a time"},
		"id,time\n,2026-10-05\n":   {Column: "id", Want: "a value"},
	} {
		want.File, want.Row = "submitted.csv", 2
		if _, err := ReadTimes("submitted.csv", []byte(data), r, zone); !errtest.Is(err, &want) {
			t.Errorf("%q: %v, want %+v", data, err, want)
		}
	}
	want := table.Error{File: "submitted.csv", Column: "time", Want: "a column"}
	if _, err := ReadTimes("submitted.csv", []byte("id,date\nb1,2026-10-05\n"), r, zone); !errtest.Is(err, &want) {
		t.Error(err)
	}
	for data, want := range map[string]table.Error{
		"id,days\nb1,many\n":                   {Row: 2, Column: "extension", Value: "many", Want: "days or a date"},
		"id,days\nb1,2\nb2,1\nB1,3\n":          {Row: 4, Column: "id", Value: "b1", Want: "one row per student and assignment"},
		"id,assignment,extra\nb1,descent,3\n":  {Column: "extension", Want: "a column"},
		"id,assignment,days\nb1,perceptrn,3\n": {Row: 2, Column: "assignment", Value: "perceptrn", Want: "an assignment"},
	} {
		want.File = "e.csv"
		if _, err := ReadExtensions("e.csv", []byte(data), r, "perceptron", all, zone); !errtest.Is(err, &want) {
			t.Errorf("%q: %v, want %+v", data, err, want)
		}
	}
}

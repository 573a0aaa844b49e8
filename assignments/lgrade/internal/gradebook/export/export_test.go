package export

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"linclass/assignments/checking"
	"linclass/assignments/lgrade/internal/gradebook"
	"linclass/assignments/lgrade/internal/gradebook/roster"
	"linclass/assignments/lgrade/internal/gradebook/table"
	"linclass/assignments/lgrade/internal/grading"
	"linclass/internal/errtest"
)

func book() *gradebook.Book {
	result := func(hidden, passed bool, name string) grading.Result {
		r := grading.Result{Hidden: hidden, Result: checking.Result{Check: name, Points: 1, Passed: passed, Hint: "hint of " + name}}
		if !passed {
			r.What, r.Got, r.Want = "Step(…)", "1", "2"
			if hidden {
				r.What, r.Got, r.Want = "secret call", "secret 1", "secret 2"
			}
		}
		return r
	}
	zone := time.FixedZone("+07", 7*3600)
	return &gradebook.Book{Assignment: "perceptron", Title: "The perceptron", Feedback: "hints", Records: []*gradebook.Record{
		{Student: roster.Student{ID: "b1", First: "Jane, Mary", Last: "Doe", Email: "jane@x.edu", LMS: "77", Login: "jdoe", Section: "A"},
			File: "b1/perceptron.ipynb", Handed: time.Date(2026, 10, 6, 8, 0, 0, 0, zone), Due: time.Date(2026, 10, 5, 23, 59, 0, 0, zone), Days: 1,
			Raw: 6, Lost: 0.6, Score: 5.4, Max: 10,
			Tasks: []grading.Task{{Name: "Step", Points: 5, Earned: 4, Results: []grading.Result{
				result(false, true, "a"), result(false, false, "b"), result(true, true, "c"), result(true, false, "d")}}},
			Written: []gradebook.Written{{Name: "xor", Points: 3, Earned: 2, Marked: true, Comment: "Good"}}},
		{Student: roster.Student{ID: "b2", First: "Max", Last: "Roe", LMS: "78"}, Max: 10, Problem: "nothing was handed in",
			Tasks: []grading.Task{{Name: "Step", Points: 5, Problem: "was not found"}}},
	}}
}

func read(t *testing.T, data []byte) *table.Table {
	t.Helper()
	if strings.HasPrefix(string(data), "\ufeff") {
		t.Error("the table begins with a byte order mark")
	}
	got, err := table.Read("x.csv", data)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// The columns are those of nbgrader/plugins/export.py.
func TestNbgrader(t *testing.T) {
	got := read(t, Nbgrader(book()))
	if want := "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,late_submission_penalty,score,max_score"; strings.Join(got.Columns, ",") != want {
		t.Errorf("%q, want %s", got.Columns, want)
	}
	want := []string{"perceptron", "2026-10-05 23:59:00 +0700", "2026-10-06 08:00:00 +0700", "b1", "Doe", "Jane, Mary", "jane@x.edu", "6", "0.6", "5.4", "10"}
	for i, c := range got.Columns {
		if cell := got.Rows[0].Get(c); cell != want[i] {
			t.Errorf("%s: %q, want %q", c, cell, want[i])
		}
	}
	if row := got.Rows[1]; row.Get("timestamp") != "" || row.Get("score") != "0" {
		t.Errorf("%+v", row)
	}
}

// Canvas wants Student and ID first, Section before the assignments, and the row of
// points; see lib/gradebook_importer.rb.
func TestCanvas(t *testing.T) {
	got := read(t, Canvas(book(), "Perceptron (1234)"))
	if want := []string{"Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Perceptron (1234)"}; !slices.Equal(got.Columns, want) {
		t.Errorf("%q", got.Columns)
	}
	want := [][]string{{"Points Possible", "", "", "", "", "10"}, {"Doe, Jane, Mary", "77", "b1", "jdoe", "A", "5.4"}, {"Roe, Max", "78", "b2", "", "", "0"}}
	for i, row := range got.Rows {
		for k, c := range got.Columns {
			if row.Get(c) != want[i][k] {
				t.Errorf("row %d, %s: %q, want %q", i, c, row.Get(c), want[i][k])
			}
		}
	}
	// What is written for Canvas can be read as a roster, and filled in again.
	if r, err := roster.Read("x.csv", Canvas(book(), "P")); err != nil || len(r.Students) != 2 || r.Students[0].LMS != "77" {
		t.Error(r, err)
	}
}

func TestCanvasInto(t *testing.T) {
	exported := "Student,ID,SIS User ID,SIS Login ID,Section,Other (1),Perceptron (1234),Final Score\n" +
		"    Points Possible,,,,,5,10,(read only)\n\"Doe, Jane Mary\",77,b1,jdoe,A,3,,50\n\"New, Person\",79,b3,,A,-,7,-\n"
	got, _, err := CanvasInto(book(), "perceptron", "gradebook.csv", []byte(exported))
	want := "Student,ID,SIS User ID,SIS Login ID,Section,Other (1),Perceptron (1234),Final Score\n" +
		"    Points Possible,,,,,5,10,(read only)\n\"Doe, Jane Mary\",77,b1,jdoe,A,3,5.4,50\n\"New, Person\",79,b3,,A,-,7,-\n"
	if err != nil || strings.ReplaceAll(string(got), `"    Points Possible"`, "    Points Possible") != want {
		t.Errorf("%v\n%s", err, got)
	}
	// Without a name it is the column with the title, then that with the name, then one that
	// has the name in it.
	for columns, want := range map[string]string{
		"The neuron (7),perceptron (8),Perceptron late (9)": "The neuron (7)",
		"Other (1),perceptron (8),Perceptron late (9)":      "perceptron (8)",
		"Other (1),HW 1: Perceptron (9),Final Score":        "HW 1: Perceptron (9)",
		"Other (1),Perceptron A (8),Perceptron B (9)":       "",
		"Other (1)": "",
	} {
		b := book()
		b.Assignment, b.Title = "perceptron", "The neuron"
		text := "Student,ID,SIS User ID,SIS Login ID,Section," + columns + "\n\"Doe, Jane Mary\",77,b1,jdoe,A" + strings.Repeat(",", 1+strings.Count(columns, ",")) + "\n"
		got, _, err := CanvasInto(b, "", "gradebook.csv", []byte(text))
		if err != nil {
			if want != "" {
				t.Errorf("%s: %v", columns, err)
			}
			continue
		}
		if row := read(t, got).Rows[0]; want == "" || row.Get(want) != "5.4" {
			t.Errorf("%s: filled in %s, want %q", columns, got, want)
		}
	}
	for text, want := range map[string]table.Error{
		"a,b\n1,2\n":                     {Want: "Student, ID, Section"},
		"Student,ID,Section,Other (1)\n": {Column: "perceptron", Want: "a column"},
		"Student,ID,Section,Perceptron (1),Perceptron (2)\n":       {Column: "perceptron", Want: "one column"},
		"Student,ID,Section,Perceptron (1)\n\"Q, X\",5,A,\n":       {Want: "rows of b1"},
		"Student,ID,SIS User ID,Section,Perceptron (1)\nX,,b9,A,1": {Want: "rows of b1"},
	} {
		want.File = "gradebook.csv"
		if _, _, err := CanvasInto(book(), "perceptron", "gradebook.csv", []byte(text)); !errtest.Is(err, &want) {
			t.Errorf("%q: %v, want %+v", text, err, want)
		}
	}
}

// The columns are those of Moodle's worksheet for offline grading.
func TestMoodle(t *testing.T) {
	b := book()
	b.Records = append(b.Records, &gradebook.Record{Student: roster.Student{ID: "b4"}})
	sheet, leftOut := Moodle(b)
	got := read(t, sheet)
	if !slices.Equal(leftOut, []string{"b4"}) || len(got.Rows) != 2 {
		t.Errorf("%d rows, left out %q", len(got.Rows), leftOut)
	}
	row := got.Rows[0]
	for column, want := range map[string]string{"Identifier": "Participant 77", "Full name": "Jane, Mary Doe", "Email address": "jane@x.edu",
		"Status": "Submitted for grading", "Grade": "5.4", "Maximum Grade": "10", "Grade can be changed": "Yes",
		"Feedback comments": "Step 4 of 5; xor 2 of 3; days late: 1, -0.6 points"} {
		if row.Get(column) != want {
			t.Errorf("%s: %q, want %q", column, row.Get(column), want)
		}
	}
	if got := got.Rows[1].Get("Feedback comments"); got != "not graded: nothing was handed in; Step 0 of 5" {
		t.Error(got)
	}
}

func TestMoodleInto(t *testing.T) {
	exported := "\ufeffIdentifier,\"Full name\",\"Email address\",Status,Group,Grade,\"Maximum Grade\",\"Grade can be changed\",\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"\n" +
		"\"Participant 77\",\"Jane Mary Doe\",jane@x.edu,Submitted,A,,\"10,00\",Yes,\"Monday, 5 October 2026, 8:00 AM\",-,\n" +
		"\"Participant 80\",Other,o@x.edu,-,A,3,\"10,00\",Yes,-,-,kept\n"
	data, _, err := MoodleInto(book(), "sheet.csv", []byte(exported))
	if err != nil {
		t.Fatal(err)
	}
	got := read(t, data)
	if cells := got.Rows[0].With("Group", "A"); cells[5] != "5.4" || cells[8] != "Monday, 5 October 2026, 8:00 AM" || cells[9] != "-" || !strings.HasPrefix(cells[10], "Step 4 of 5") {
		t.Errorf("%q", cells)
	}
	if cells := got.Rows[1].With("Group", "A"); cells[5] != "3" || cells[10] != "kept" || cells[9] != "-" {
		t.Errorf("%q", cells)
	}
	if len(got.Columns) != 11 {
		t.Errorf("%q", got.Columns)
	}
	for text, want := range map[string]string{"a,b\n": "Identifier, Grade", "Identifier,Grade\nParticipant 5,\n": "rows of b1"} {
		if _, _, err := MoodleInto(book(), "sheet.csv", []byte(text)); !errtest.Is(err, &table.Error{File: "sheet.csv", Want: want}) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Nobody gets the grade of somebody else: names do not count against numbers, ids and emails,
// and a word of a login does not count at all.
func TestIntoOthers(t *testing.T) {
	const canvas = "Student,ID,SIS User ID,SIS Login ID,Section,P (1)\n"
	const moodle = "Identifier,Full name,Email address,Grade\n"
	anna := roster.Student{ID: "104", First: "Anna", Last: "Lee", LMS: "104"}
	listed := roster.Student{ID: "b1", First: "Anna", Last: "Lee"}
	lee := roster.Student{ID: "lee", First: "Bo", Last: "Lee"}
	for _, c := range []struct {
		name     string
		students []roster.Student
		rows     string
		want     []string // grades
		leftOut  []string
		unclear  []*table.Error // rows
	}{
		{"Moodle, two numbers", []roster.Student{anna}, moodle + "Participant 104,Anna Lee,,\nParticipant 204,Anna Lee,,\n", []string{"17", ""}, nil, nil},
		{"Moodle, other number", []roster.Student{anna, lee}, moodle + "Participant 204,Anna Lee,,\nParticipant 5,Bo Lee,,\n", []string{"", "17"}, []string{"104"}, nil},
		{"Moodle, two rows", []roster.Student{listed, lee}, moodle + "Participant 104,Anna Lee,,3\nParticipant 5,Bo Lee,,\nParticipant 204,Anna Lee,,\n", []string{"3", "17", ""}, nil,
			[]*table.Error{{Row: 2, Column: "Full name", Value: "Anna Lee", Want: "one row per student"}, {Row: 4, Column: "Full name", Value: "Anna Lee", Want: "one row per student"}}},
		{"Moodle, two records", []roster.Student{listed, {ID: "b2", First: "Anna", Last: "Lee"}, lee}, moodle + "Participant 104,Anna Lee,,3\nParticipant 5,Bo Lee,,\n", []string{"3", "17"}, nil,
			[]*table.Error{{Row: 2, Column: "Full name", Value: "Anna Lee", Want: "one student"}}},
		{"Moodle, no other row", []roster.Student{listed, {ID: "b2", First: "Anna", Last: "Lee"}, lee}, moodle + "Participant 104,Anna Lee,,\n", []string{""}, []string{"lee"},
			[]*table.Error{{Row: 2, Column: "Full name", Value: "Anna Lee", Want: "one student"}}},
		{"Canvas, two rows", []roster.Student{listed, lee}, canvas + "\"Lee, Anna\",7,,,A,3\n\"Lee, Bo\",8,lee,,A,\n\"Lee, Anna\",9,,,A,\n", []string{"3", "17", ""}, nil,
			[]*table.Error{{Row: 2, Column: "Student", Value: "Lee, Anna", Want: "one row per student"}, {Row: 4, Column: "Student", Value: "Lee, Anna", Want: "one row per student"}}},
		{"Canvas, a word", []roster.Student{lee}, canvas + "\"Lee, Kim\",7,,kim.lee,A,\n\"Lee, Bo\",8,,lee,A,\n", []string{"", "17"}, nil, nil},
		{"Canvas, login beside an id", []roster.Student{lee}, canvas + "\"Lee, B.\",8,900,lee,A,\n", []string{"17"}, nil, nil},
		{"Canvas, other id", []roster.Student{listed, lee}, canvas + "\"Lee, Anna\",7,b9,,A,\n\"Lee, Bo\",8,lee,,A,\n", []string{"", "17"}, []string{"b1"}, nil},
	} {
		b := &gradebook.Book{Assignment: "P"}
		for _, s := range c.students {
			b.Records = append(b.Records, &gradebook.Record{Student: s, File: "x.ipynb", Score: 17})
		}
		into, column := MoodleInto, "Grade"
		if strings.HasPrefix(c.rows, canvas) {
			column = "P (1)"
			into = func(b *gradebook.Book, name string, data []byte) ([]byte, Left, error) {
				return CanvasInto(b, "P", name, data)
			}
		}
		data, left, err := into(b, "sheet.csv", []byte(c.rows))
		if err != nil || !slices.Equal(left.Students, c.leftOut) || len(left.Rows) != len(c.unclear) {
			t.Errorf("%s: left out %q, want %q; unclear %q; %v", c.name, left.Students, c.leftOut, left.Rows, err)
			continue
		}
		for i, want := range c.unclear {
			want.File = "sheet.csv"
			if !errtest.Is(left.Rows[i], want) {
				t.Errorf("%s: %v, want %+v", c.name, left.Rows[i], want)
			}
		}
		for i, row := range read(t, data).Rows {
			if got := row.Get(column); got != c.want[i] {
				t.Errorf("%s, row %d: %q, want %q", c.name, row.Number, got, c.want[i])
			}
		}
	}
}

// Of two students with one name, a file does not tell whose it is. Neither gets the grade of
// somebody who has not handed in.
func TestIntoNamesakes(t *testing.T) {
	b := &gradebook.Book{Assignment: "P", Records: []*gradebook.Record{
		{Student: roster.Student{ID: "b1", First: "Min", Last: "Kim", Email: "1@x.edu"}, InRoster: true},
		{Student: roster.Student{ID: "b2", First: "Min", Last: "Kim", Email: "2@x.edu"}, InRoster: true},
		{Student: roster.Student{ID: "101", First: "Min", Last: "Kim", LMS: "101"}, File: "x.ipynb", Score: 17},
	}}
	data, left, err := MoodleInto(b, "sheet.csv", []byte("Identifier,Full name,Email address,Grade\nParticipant 101,Min Kim,1@x.edu,\nParticipant 102,Min Kim,2@x.edu,\n"))
	if err != nil || len(left.Rows) != 1 || left.Students != nil ||
		!errtest.Is(left.Rows[0], &table.Error{File: "sheet.csv", Row: 2, Column: "Full name", Value: "Min Kim", Want: "one student"}) {
		t.Fatal(left, err)
	}
	for i, want := range []string{"", "0"} {
		if got := read(t, data).Rows[i].Get("Grade"); got != want {
			t.Errorf("row %d: %q, want %q", i, got, want)
		}
	}
}

// The keys are those of Gradescope's specification of results.json.
func TestGradescope(t *testing.T) {
	b := book()
	for mode, c := range map[string]struct {
		names  []string
		output string // of all tests
	}{
		"names": {[]string{"Step: a", "Step: b", "Step: c", "Step: d", "xor"}, "Step(…)\ngot:  1\nwant: 2\nhint: hint of b|Good"},
		"hints": {[]string{"Step: a", "Step: b", "Step: c", "Step: d", "xor"}, "Step(…)\ngot:  1\nwant: 2\nhint: hint of b|hint of d|Good"},
		"count": {[]string{"Step: a", "Step: b", "Step: 1 of 2 further checks", "xor"}, "Step(…)\ngot:  1\nwant: 2\nhint: hint of b|Good"},
	} {
		b.Feedback = mode
		data, err := Gradescope(b, b.Records[0])
		if err != nil || strings.Contains(string(data), "secret") {
			t.Errorf("%s: %v\n%s", mode, err, data)
		}
		var got results
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		var names, outputs []string
		var most float64
		for _, test := range got.Tests {
			names = append(names, test.Name)
			if test.Output != "" {
				outputs = append(outputs, test.Output)
			}
			most += test.MaxScore
			if test.Visibility != "visible" || test.Status != "passed" && test.Status != "failed" {
				t.Errorf("%+v", test)
			}
		}
		if got.Score != 5.4 || got.StdoutVisibility != "hidden" || most != 7 || !slices.Equal(names, c.names) || strings.Join(outputs, "|") != c.output {
			t.Errorf("%s: %s", mode, data)
		}
	}
	data, err := Gradescope(b, b.Records[1])
	if err != nil || !strings.Contains(string(data), `"output": "was not found"`) {
		t.Errorf("%v\n%s", err, data)
	}
}

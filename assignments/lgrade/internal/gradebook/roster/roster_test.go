package roster

import (
	"testing"

	"linclass/assignments/lgrade/internal/gradebook/table"
	"linclass/internal/errtest"
)

// The columns of Moodle and Canvas are those of their own exports.
func TestRead(t *testing.T) {
	for name, c := range map[string]struct {
		data string
		want Student
	}{
		"own":                  {"id,name,email,extension\nb123,Jane Mary Doe,jd@x.edu,2\n", Student{ID: "b123", First: "Jane Mary", Last: "Doe", Email: "jd@x.edu", Extension: "2"}},
		"email alone":          {"Email;Name\njd@x.edu;Jane Doe\n", Student{ID: "jd@x.edu", First: "Jane", Last: "Doe", Email: "jd@x.edu"}},
		"Moodle, participants": {"First name,Last name,ID number,Email address,Groups\nJane,Doe,b123,jd@x.edu,A\n", Student{ID: "b123", First: "Jane", Last: "Doe", Email: "jd@x.edu"}},
		"Moodle, worksheet":    {"Identifier,Full name,Email address,Status,Grade\nParticipant 77,Jane Doe,jd@x.edu,-,\n", Student{ID: "jd@x.edu", First: "Jane", Last: "Doe", Email: "jd@x.edu", LMS: "77"}},
		"Canvas": {"Student,ID,SIS User ID,SIS Login ID,Section,HW (1)\n    Points Possible,,,,,20\n\"Doe, Jane\",77,b123,jdoe,A,\n\"Student, Test\",78,,,A,\n",
			Student{ID: "b123", First: "Jane", Last: "Doe", LMS: "77", Login: "jdoe", Section: "A"}},
		"no team":  {"id,team\rb1,-\r", Student{ID: "b1"}},
		"one name": {"id,name\nb1,Plato\n", Student{ID: "b1", First: "Plato"}},
	} {
		r, err := Read("roster.csv", []byte(c.data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(r.Students) != 1 || r.Students[0] != c.want {
			t.Errorf("%s: %+v, want %+v", name, r.Students, c.want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for data, want := range map[string]table.Error{
		"name\nJane\n":         {Column: "id", Want: "a column"},
		"id,name\n,Jane\n":     {Row: 2, Column: "id", Want: "a value"},
		"id,name\n":            {Want: "students"},
		"id\nb1\nB1\n":         {Row: 3, Column: "id", Value: "B1", Want: "an id that occurs once"},
		"":                     {Want: "columns"},
		"id,name\n\"b1,Jane\n": {Row: 2, Want: "CSV"},
	} {
		want.File = "roster.csv"
		if _, err := Read("roster.csv", []byte(data)); !errtest.Is(err, &want) {
			t.Errorf("%q: %v, want %+v", data, err, want)
		}
	}
}

func TestFind(t *testing.T) {
	r := &Roster{Students: []Student{
		{ID: "b123", First: "Jane", Last: "Doe", Email: "jane.doe@x.edu", LMS: "77"},
		{ID: "b124", First: "Zoë", Last: "van Dyke", Email: "zoe@x.edu", LMS: "78"},
		{ID: "b125", First: "Lee", Last: "Min", Email: "lee1@x.edu"},
		{ID: "b126", First: "Min", Last: "Lee", Email: "lee2@x.edu"},
		{ID: "b1", First: "Plato", Email: "plato@x.edu"},
		{ID: "b2", First: "김민수"},
		{ID: "b3", First: "이서연"},
		{ID: "b4", First: "박", Last: "지우"},
		{ID: "b5", First: "かんだ"},
	}}
	for _, c := range []struct {
		key  Key
		want string
	}{
		{Key{ID: "B123"}, "b123"},
		{Key{ID: "b123\u200b"}, "b123"},
		{Key{Email: "Jane.Doe@x.edu"}, "b123"},
		{Key{LMS: "78"}, "b124"},
		{Key{ID: "jane.doe"}, "b123"},
		{Key{Name: "Jane Doe"}, "b123"},
		{Key{Name: "doejane"}, "b123"},
		{Key{Name: "Zoe\u0308 van Dyke"}, "b124"}, // as macOS writes it
		{Key{Name: "vandykezoe"}, "b124"},
		{Key{ID: "perceptron-b123-final"}, "b123"},
		{Key{ID: "b1234"}, ""},
		{Key{Name: "Lee Min"}, ""}, // two of them
		{Key{Name: "Nobody Known"}, ""},
		{Key{}, ""},
		{Key{ID: "b9", Name: "Jane Doe"}, ""},
		{Key{ID: "jane.d@y.edu", Name: "Jane Doe"}, "b123"},
		{Key{LMS: "79", Name: "Jane Doe"}, ""},
		{Key{Email: "jd@y.edu", Name: "Jane Doe"}, ""},
		{Key{Login: "zoe", ID: "9"}, "b124"},
		{Key{Name: "김민수", LMS: "5"}, "b2"},
		{Key{Name: "이 서연"}, "b3"},
		{Key{Name: "박지우"}, "b4"},
		{Key{Name: "かんた"}, ""},
		{Key{ID: "x-b1-y"}, ""}, // too short to be sure
	} {
		got := ""
		if s := r.Find(c.key); s != nil {
			got = s.ID
		}
		if got != c.want {
			t.Errorf("%+v: %q, want %q", c.key, got, c.want)
		}
	}
	if r.Find(Key{ID: "perceptron-b123-final"}) == nil || r.Fits(Key{ID: "perceptron-b123-final"}) != nil {
		t.Error("a word should be enough for Find and not for Fits")
	}
	if (*Roster)(nil).Find(Key{ID: "b1"}) != nil {
		t.Error("somebody in no roster")
	}
}

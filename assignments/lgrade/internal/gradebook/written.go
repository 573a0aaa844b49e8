package gradebook

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"linclass/assignments/lgrade/internal/gradebook/table"
)

// The written answers are marked in written.csv, of which points and comment are to
// be filled in. The program never writes into a sheet that is there: answers that
// are new go to written-2.csv and so on, and the last sheet that has points for an
// answer counts.
var writtenColumns = []string{"student", "question", "most", "version", "answer", "points", "comment"}

// Sheets are the written answers of a class, as they are marked.
type Sheets struct {
	Store     *Store
	Secret    []byte // names are hidden by codes made with it
	Anonymous bool   // the sheets have codes and not ids
	Encoding  string // of sheets that are not in UTF-8; "" is what their bytes tell
}

// code is what stands for a student in an anonymous sheet. Without the secret it
// does not lead back.
func (s Sheets) code(student string) string {
	h := hmac.New(sha256.New, s.Secret)
	h.Write([]byte("written answers of " + student))
	return "A" + strings.ToUpper(hex.EncodeToString(h.Sum(nil))[:8])
}

// version tells an answer from what it was before. It begins with a letter, so that no
// spreadsheet reads it as a number, such as 39811e43.
func version(answer string) string { return "v" + Fingerprint([]byte(answer))[:8] }

var versions = regexp.MustCompile(`^v[0-9a-f]{8}$`)

// versionOf returns the version in a row, "" if there is none. Sheets of earlier releases
// lack the v.
func versionOf(row table.Row) (string, error) {
	text := row.Get("version")
	if text == "" {
		return "", nil
	}
	v := "v" + strings.TrimPrefix(strings.ToLower(text), "v")
	if !versions.MatchString(v) {
		return "", row.Errorf("version", text, "a version", "%q is not what lgrade wrote, perhaps because a spreadsheet read it as a number: empty the cell if the points are for the newest answer, else delete the row", text)
	}
	return v, nil
}

// A stale mark is for an answer that has changed since.
type stale struct {
	record         *Record
	question, note string
}

// answerKey is what a row of a sheet is about.
type answerKey struct{ student, question, version string }

// Merge gives the written answers of a class the points and comments of the sheets,
// and returns the name of the sheet that it has written for answers that were in
// none, "" if there are none. An error names row and column; then nothing is written.
func (s Sheets) Merge(c *Class) (added string, err error) {
	listed := map[answerKey]bool{}
	var old []stale
	last := 0
	for ; ; last++ {
		data, err := os.ReadFile(s.Store.Path(sheetName(last)))
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return "", err
		}
		of, err := s.read(c, s.Store.Path(sheetName(last)), data, listed)
		if err != nil {
			return "", err
		}
		old = append(old, of...)
	}
	for _, o := range old {
		if !o.record.question(o.question).Marked {
			o.record.Private = append(o.record.Private, o.note)
		}
	}
	rows := s.missing(c, listed)
	if len(rows) == 0 {
		return "", nil
	}
	added = sheetName(last)
	return added, s.Store.Write(table.Write(writtenColumns, rows), added)
}

func sheetName(i int) string {
	if i == 0 {
		return "written.csv"
	}
	return fmt.Sprintf("written-%d.csv", i+1)
}

// read takes the marks of one sheet over, and returns those that do not count.
func (s Sheets) read(c *Class, path string, data []byte, listed map[answerKey]bool) (old []stale, err error) {
	if data, err = table.UTF8(path, data, s.Encoding); err != nil {
		return nil, err
	}
	t, err := table.Read(path, data)
	if err != nil {
		return nil, err
	}
	for _, column := range []string{"student", "question", "points"} {
		if !t.Has(column) {
			return nil, t.Errorf(column, "a column", ": the column %s is missing (columns: %s)", column, strings.Join(t.Columns, ", "))
		}
	}
	rows := map[answerKey]int{}
	for _, row := range t.Rows {
		r := s.record(c, row)
		if r == nil && row.Get("points") == "" {
			continue // of somebody who has another id now, perhaps
		}
		if r == nil {
			who := row.Get("student")
			return nil, row.Errorf("student", who, "a student of the class", "nobody in the class is %q: write the id that the student has now, or delete the row", who)
		}
		w := r.question(row.Get("question"))
		if w == nil {
			return nil, row.Errorf("question", row.Get("question"), "a question", "%q is not a written question of %s", row.Get("question"), c.Assignment.Name)
		}
		points, given, err := markOf(row, *w)
		if err != nil {
			return nil, err
		}
		of, err := versionOf(row)
		if err != nil {
			return nil, err
		}
		key := answerKey{r.Student.ID, w.Name, of}
		if before, twice := rows[key]; twice {
			return nil, row.Errorf("student", row.Get("student"), "one row per answer", "the answer of %s to %s is in row %d, too", row.Get("student"), w.Name, before)
		}
		rows[key] = row.Number
		for _, r := range c.team(r) {
			w := r.question(w.Name)
			listed[answerKey{r.Student.ID, w.Name, cmp.Or(key.version, version(w.Answer))}] = true
			if !given {
				continue
			}
			if key.version != "" && key.version != version(w.Answer) {
				old = append(old, stale{r, w.Name, fmt.Sprintf("the points for %s in row %d of %s do not count, because the answer has changed: mark the new one in a later sheet",
					w.Name, row.Number, filepath.Base(path))})
				continue
			}
			w.Earned, w.Comment, w.Marked = points, row.Get("comment"), true
		}
	}
	return old, nil
}

// team returns the records of those who hand in together with somebody.
func (c *Class) team(one *Record) []*Record {
	if one.Student.Team == "" {
		return []*Record{one}
	}
	var all []*Record
	for _, r := range c.Records {
		if r.Student.Team == one.Student.Team {
			all = append(all, r)
		}
	}
	return all
}

// record returns whom a row is about, by id or code, nil if nobody is.
func (s Sheets) record(c *Class, row table.Row) *Record {
	who := row.Get("student")
	for _, r := range c.Records {
		if strings.EqualFold(r.Student.ID, who) || s.code(r.Student.ID) == who {
			return r
		}
	}
	return nil
}

func (r *Record) question(name string) *Written {
	for i := range r.Written {
		if r.Written[i].Name == name {
			return &r.Written[i]
		}
	}
	return nil
}

// markOf reads the points of a row; given is false if the cell is empty.
func markOf(row table.Row, w Written) (points float64, given bool, err error) {
	text := row.Get("points")
	if text == "" {
		return 0, false, nil
	}
	points, err = strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if err != nil {
		return 0, false, row.Errorf("points", text, "a number", "%q is not a number", text)
	}
	if math.IsNaN(points) || points < 0 || points > w.Points {
		most := table.Number(w.Points)
		return 0, false, row.Errorf("points", text, "0 to "+most, "%s is not between 0 and %s, the points of %s", text, most, w.Name)
	}
	return points, true, nil
}

// missing returns rows for the answers that are in no sheet. Question by question,
// as they are marked best; in an anonymous sheet the order does not tell the names.
func (s Sheets) missing(c *Class, listed map[answerKey]bool) [][]string {
	var rows [][]string
	for i, question := range c.Assignment.Written {
		var some [][]string
		for _, r := range c.Records {
			w := r.Written[i]
			if w.Answer == "" || listed[answerKey{r.Student.ID, w.Name, version(w.Answer)}] {
				continue
			}
			for _, r := range c.team(r) {
				listed[answerKey{r.Student.ID, w.Name, version(w.Answer)}] = true
			}
			who := r.Student.ID
			if s.Anonymous {
				who = s.code(who)
			}
			some = append(some, []string{who, question.Name, table.Number(question.Points), version(w.Answer), w.Answer, "", ""})
		}
		if s.Anonymous {
			sortByFirst(some)
		}
		rows = append(rows, some...)
	}
	return rows
}

func sortByFirst(rows [][]string) {
	slices.SortFunc(rows, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
}

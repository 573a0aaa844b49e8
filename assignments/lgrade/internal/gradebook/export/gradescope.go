package export

import (
	"encoding/json"
	"fmt"
	"strings"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/gradebook"
	"linclass/assignments/lgrade/internal/gradebook/table"
	"linclass/assignments/lgrade/internal/grading"
)

// results is the results.json of a Gradescope autograder.
type results struct {
	Score            float64 `json:"score"`
	Output           string  `json:"output,omitempty"`
	Visibility       string  `json:"visibility"`
	StdoutVisibility string  `json:"stdout_visibility"`
	Tests            []test  `json:"tests"`
}

type test struct {
	Name       string  `json:"name"`
	Number     string  `json:"number"`
	Score      float64 `json:"score"`
	MaxScore   float64 `json:"max_score"`
	Status     string  `json:"status"`
	Output     string  `json:"output,omitempty"`
	Visibility string  `json:"visibility"`
}

// Gradescope returns the results.json of one submission, with a test for every check
// and every written answer. Of hidden checks students see no more than on their
// feedback page.
func Gradescope(b *gradebook.Book, r *gradebook.Record) ([]byte, error) {
	out := results{Score: r.Score, Output: comment(r), Visibility: "visible", StdoutVisibility: "hidden", Tests: []test{}}
	if len(r.Notes) > 0 {
		out.Output += "\n" + strings.Join(r.Notes, "\n")
	}
	for i, t := range r.Tasks {
		out.Tests = append(out.Tests, tests(i+1, t, b.Feedback)...)
	}
	for i, w := range r.Written {
		out.Tests = append(out.Tests, test{Name: w.Name, Number: fmt.Sprint(len(r.Tasks) + i + 1), Score: w.Earned, MaxScore: w.Points,
			Status: status(w.Earned >= w.Points), Output: w.Comment, Visibility: "visible"})
	}
	data, err := json.MarshalIndent(out, "", " ")
	return append(data, '\n'), err
}

func tests(number int, t grading.Task, mode string) []test {
	if len(t.Results) == 0 {
		return []test{{Name: t.Name, Number: fmt.Sprint(number), Score: t.Earned, MaxScore: t.Points, Status: status(t.Earned >= t.Points), Output: t.Problem, Visibility: "visible"}}
	}
	var all []test
	var counted test
	var passed, hidden int
	for _, r := range t.Results {
		one := test{Name: t.Name + ": " + r.Check, Number: fmt.Sprintf("%d.%d", number, len(all)+1), MaxScore: r.Points, Status: status(r.Passed), Visibility: "visible"}
		if r.Passed {
			one.Score = r.Points
		}
		if !r.Hidden {
			if !r.Passed {
				one.Output = explain(r)
			}
			all = append(all, one)
			continue
		}
		hidden++
		if r.Passed {
			passed++
		}
		switch mode {
		case assignment.Hints:
			if !r.Passed {
				one.Output = r.Hint
			}
			all = append(all, one)
		case assignment.Names:
			all = append(all, one)
		default:
			counted.Score += one.Score
			counted.MaxScore += one.MaxScore
		}
	}
	if counted.MaxScore > 0 {
		counted.Name = fmt.Sprintf("%s: %d of %d further checks", t.Name, passed, hidden)
		counted.Number = fmt.Sprintf("%d.%d", number, len(all)+1)
		counted.Status, counted.Visibility = status(passed == hidden), "visible"
		all = append(all, counted)
	}
	if t.Problem != "" {
		all[0].Output = strings.TrimSpace(t.Problem + "\n" + all[0].Output)
	}
	return all
}

func explain(r grading.Result) string {
	var lines []string
	for _, part := range [][2]string{{"", r.What}, {"got:  ", r.Got}, {"want: ", r.Want}, {"hint: ", r.Hint}} {
		if part[1] != "" {
			lines = append(lines, part[0]+part[1])
		}
	}
	return strings.Join(lines, "\n")
}

func status(passed bool) string {
	if passed {
		return "passed"
	}
	return "failed"
}

// GradescopeScores returns a table of the scores, for those who grade outside
// Gradescope and enter the points there.
func GradescopeScores(b *gradebook.Book) []byte {
	var rows [][]string
	for _, r := range b.Records {
		rows = append(rows, []string{r.Student.First, r.Student.Last, r.Student.ID, r.Student.Email, table.Number(r.Score), table.Number(r.Max)})
	}
	return table.WritePlain([]string{"First Name", "Last Name", "SID", "Email", "Total Score", "Max Points"}, rows)
}

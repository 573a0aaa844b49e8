package questions

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var record = flag.Bool("record", false, "write the computed answers into the files")

// answers computes the answers of the questions of a page, by name: a float64 for a number,
// a []float64 for a place, a string with which the right choice begins, and a []string with
// which the steps begin in their order.
type answers map[string]func() any

var computed = map[string]answers{
	"read": reading, "lab": lab, "regression": regression, "discriminants": discriminants, "perceptron": perceptron,
	"steps": steps, "losses": losses, "mle": likelihood, "logistic": logistic, "irls": irls,
	"leastsquares": leastsquares, "svm": svm, "manyclasses": manyclasses, "multilabel": multilabel,
	"metrics": metrics, "selection": selection, "titanic": titanic, "mnist": mnist, "words": wordsPage,
}

var (
	valueLine  = regexp.MustCompile(`^answer: (.+) ± ([0-9.]+)(, computed)?$`)
	choiceLine = regexp.MustCompile(`^- \[([ x])\] (.*)$`)
	stepLine   = regexp.MustCompile(`^(\d+)\. (.*)$`)
)

// A question is what this test needs of one; tools/questions.py reads the rest.
type question struct {
	lines    []string // a part of those of the file
	computed bool
}

// read returns the lines of a file and its questions by name.
func read(t *testing.T, path string) ([]string, map[string]*question) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, found, start, name := strings.Split(string(text), "\n"), map[string]*question{}, 0, ""
	add := func(end int) {
		if name != "" {
			q := &question{lines: lines[start:end]}
			q.computed = slices.ContainsFunc(q.lines, func(line string) bool {
				return line == "answer: computed" || strings.HasPrefix(line, "answer: ") && strings.HasSuffix(line, ", computed")
			})
			found[name] = q
		}
		name = ""
	}
	for i, line := range lines {
		if strings.HasPrefix(line, "#") {
			add(i)
		}
		if after, ok := strings.CutPrefix(line, "## "); ok {
			start, name = i, after
		}
	}
	add(len(lines))
	return lines, found
}

// A change is a line of a question and what it should be.
type change struct {
	at   int
	want string
}

// changes compares the question with a computed answer.
func (q *question) changes(answer any) ([]change, error) {
	switch a := answer.(type) {
	case float64:
		return q.values([]float64{a})
	case []float64:
		return q.values(a)
	case string:
		return q.choice(a)
	case []string:
		return nil, q.order(a)
	}
	return nil, fmt.Errorf("an answer of the type %T", answer)
}

func (q *question) values(answer []float64) ([]change, error) {
	for i, line := range q.lines {
		found := valueLine.FindStringSubmatch(line)
		if found == nil {
			continue
		}
		// One decimal more than the tolerance has, and none if it is 0.
		_, after, _ := strings.Cut(found[2], ".")
		decimals := len(after) + 1
		if found[2] == "0" {
			decimals = 0
		}
		var text []string
		for _, v := range answer {
			s := fmt.Sprintf("%.*f", decimals, v)
			if decimals > 0 {
				s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
			}
			if s == "-0" {
				s = "0"
			}
			text = append(text, s)
		}
		want := fmt.Sprintf("answer: %s ± %s, computed", strings.Join(text, " "), found[2])
		if line == want {
			return nil, nil
		}
		return []change{{i, want}}, nil
	}
	return nil, fmt.Errorf("no line 'answer: … ± …'")
}

func (q *question) choice(answer string) (list []change, err error) {
	hits, others := 0, 0
	for i, line := range q.lines {
		found := choiceLine.FindStringSubmatch(line)
		if found == nil {
			continue
		}
		mark := " "
		if strings.HasPrefix(found[2], answer) {
			mark = "x"
			hits++
		} else {
			others++
		}
		if found[1] != mark {
			list = append(list, change{i, "- [" + mark + "] " + found[2]})
		}
	}
	if hits != 1 || others < 2 {
		return nil, fmt.Errorf("%d choices begin with %q, and %d do not", hits, answer, others)
	}
	return list, nil
}

func (q *question) order(answer []string) error {
	var got []string
	for _, line := range q.lines {
		if found := stepLine.FindStringSubmatch(line); found != nil {
			got = append(got, found[2])
		}
	}
	if !slices.EqualFunc(got, answer, strings.HasPrefix) {
		return fmt.Errorf("the steps are %q; computed: %q", got, answer)
	}
	return nil
}

func TestAnswers(t *testing.T) {
	files, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	all, some := 0, 0
	for _, file := range files {
		page := strings.TrimSuffix(file, ".md")
		t.Run(page, func(t *testing.T) {
			lines, questions := read(t, file)
			all += len(questions)
			changed := false
			for name, answer := range computed[page] {
				q := questions[name]
				switch {
				case q == nil:
					t.Errorf("%s has no question %q, whose answer is computed", file, name)
					continue
				case !q.computed:
					t.Errorf("%s: the answer of %q is typed, and there is a function for it; write 'computed'", file, name)
					continue
				}
				some++
				list, err := q.changes(answer())
				if err != nil {
					t.Errorf("%s: %s: %v", file, name, err)
				}
				for _, c := range list {
					if *record {
						q.lines[c.at], changed = c.want, true
					} else {
						t.Errorf("%s: %s: %q; computed: %q", file, name, q.lines[c.at], c.want)
					}
				}
			}
			for name, q := range questions {
				if q.computed && computed[page][name] == nil {
					t.Errorf("%s: the answer of %q should be computed, and no function does", file, name)
				}
			}
			if changed {
				if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	for page := range computed {
		if !slices.Contains(files, page+".md") {
			t.Errorf("there are answers for %s, and no file", page)
		}
	}
	t.Logf("%d questions, %d of the answers computed", all, some)
}

// A reader who always takes the same letter should not learn much.
func TestRightChoicesAreSpread(t *testing.T) {
	files, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	at, n := map[int]int{}, 0
	for _, file := range files {
		_, questions := read(t, file)
		for _, q := range questions {
			i := 0
			for _, line := range q.lines {
				if found := choiceLine.FindStringSubmatch(line); found != nil {
					if found[1] == "x" {
						at[i]++
						n++
					}
					i++
				}
			}
		}
	}
	for i, count := range at {
		if 2*count > n {
			t.Errorf("%d of %d right choices are number %d; spread them", count, n, i+1)
		}
	}
}

func TestChanges(t *testing.T) {
	for _, c := range []struct {
		name   string
		lines  []string
		answer any
		want   []change
		fails  bool
	}{
		{"same number", []string{"answer: 0.25 ± 0.01, computed"}, 0.25004, nil, false},
		{"other number", []string{"answer: 0.25 ± 0.01, computed"}, 0.2, []change{{0, "answer: 0.2 ± 0.01, computed"}}, false},
		{"no negative zero", []string{"answer: 0 ± 0.5, computed"}, -0.001, nil, false},
		{"place", []string{"answer: 1.0 2.0 ± 0.3, computed"}, []float64{1, 20}, []change{{0, "answer: 1 20 ± 0.3, computed"}}, false},
		{"no answer", []string{"why: because"}, 1.0, nil, true},
		{"integer", []string{"answer: 70 ± 0, computed"}, 69.6, nil, false},
		{"other choice", []string{"- [x] no", "- [ ] yes", "- [ ] never"}, "yes", []change{{0, "- [ ] no"}, {1, "- [x] yes"}}, false},
		{"two choices", []string{"- [x] no", "- [ ] not", "- [ ] yes"}, "no", nil, true},
		{"order", []string{"1. a", "2. b", "3. c"}, []string{"a", "b", "c"}, nil, false},
		{"other order", []string{"1. a", "2. b", "3. c"}, []string{"a", "c", "b"}, nil, true},
		{"no kind", nil, 1, nil, true},
	} {
		got, err := (&question{lines: c.lines}).changes(c.answer)
		if !slices.Equal(got, c.want) || (err != nil) != c.fails {
			t.Errorf("%s: %v, %v; want %v", c.name, got, err, c.want)
		}
	}
}

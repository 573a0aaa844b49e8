package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/natefinch/atomic"
	"github.com/spf13/cobra"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/gradebook/intake"
	"linclass/assignments/lgrade/internal/gradebook/roster"
	"linclass/assignments/lgrade/internal/notebook"
	"linclass/assignments/lgrade/internal/similar"
)

func newSimilar(o *options) *cobra.Command {
	var s comparison
	cmd := &cobra.Command{
		Use:   "similar NAME DIR|ZIP...",
		Short: "List similar programs in a class: a report, not a verdict",
		Long: `Similar compares the code of students and ignores names, numbers, comments and order.
It writes similar.html, with the lines side by side, and similar.csv. Code that
everybody was given does not count, nor code that many have in common; but Similar
names a large group that shares nearly all of its code. It compares the solution, too.

It finds programs with the same structure. It cannot tell why: the tasks are short and
have few right solutions. Read the lines before you suspect anybody.`,
		Example: "  lgrade similar perceptron submissions/perceptron.zip",
		Args:    wants(2, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s.say = func(refused string) { fmt.Fprintf(cmd.ErrOrStderr(), "lgrade: skipped: %s\n", refused) }
			report, err := s.run(cmd.Context(), o, args[0], args[1:])
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d programs, %d pairs to look at, in %s\n", report.Programs, len(report.Pairs), s.page())
			for _, g := range report.Groups {
				fmt.Fprintf(cmd.OutOrStdout(), "%d students share %.0f %% of their code beyond what was given: %s\n", len(g.Students), 100*g.Share, strings.Join(g.Students, ", "))
			}
			for _, p := range report.Pairs[:min(len(report.Pairs), 20)] {
				fmt.Fprintf(cmd.OutOrStdout(), "%4.0f %%  %s and %s\n", 100*p.Share, p.A, p.B)
			}
			fmt.Fprintln(cmd.OutOrStdout(), "This is a report, not a verdict.")
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVarP(&s.output, "output", "o", ".", "the directory to write to, or the page: x.html, with x.csv beside it")
	f.StringVar(&s.roster, "roster", "", "the roster, instead of the one in course.toml")
	s.encoding.flag(f)
	f.StringArrayVar(&s.earlier, "earlier", nil, "a folder or zip of an earlier year to compare with; may be given several times")
	f.Float64Var(&s.Share, "share", 0.5, "the part of the smaller program's fingerprints (hashes of short pieces of code) that a pair must share")
	f.IntVar(&s.Least, "least", 12, "how many fingerprints a pair must share; 12 are about eight lines")
	f.Float64Var(&s.Common, "common", 0.25, "code that more than this part of the class has does not count")
	return cmd
}

type comparison struct {
	similar.Options
	output, roster string
	earlier        []string
	encoding       encoding
	say            func(refused string) // of files that are not looked at
}

func (s *comparison) run(ctx context.Context, o *options, name string, paths []string) (similar.Report, error) {
	home, err := o.home()
	if err != nil {
		return similar.Report{}, err
	}
	a, err := home.Open(name)
	if err != nil {
		return similar.Report{}, err
	}
	class, err := s.class()
	if err != nil {
		return similar.Report{}, err
	}
	in, err := intake.Open(ctx, paths, intake.Options{Assignment: name, Roster: class, Encoding: string(s.encoding)})
	if err != nil {
		return similar.Report{}, err
	}
	for _, refused := range in.Refused {
		s.say(refused)
	}
	given, err := givenOf(a)
	if err != nil {
		return similar.Report{}, err
	}
	programs, unread := programsOf(in.People(class), "")
	others, err := s.others(ctx, a)
	if err != nil {
		return similar.Report{}, err
	}
	report := similar.Compare(programs, others, given, s.Options)
	report.Unread = unread
	page, err := report.HTML(a.Title)
	if err != nil {
		return report, err
	}
	return report, errors.Join(
		writeFile(s.page(), page),
		writeFile(strings.TrimSuffix(s.page(), filepath.Ext(s.page()))+".csv", report.CSV()),
	)
}

// page returns where the page goes.
func (s *comparison) page() string {
	switch strings.ToLower(filepath.Ext(s.output)) {
	case ".html", ".htm":
		return s.output
	}
	return filepath.Join(s.output, "similar.html")
}

// class returns the roster, nil if there is none, and takes the encoding of the course.
func (s *comparison) class() (*roster.Roster, error) {
	path := s.roster
	if c, err := assignment.FindCourse(); err != nil {
		return nil, err
	} else if c != nil {
		path, s.encoding = firstSet(path, c.Path(c.Roster)), cmp.Or(s.encoding, encoding(c.Encoding))
	}
	if path == "" {
		return nil, nil
	}
	data, err := s.encoding.read(path)
	if err != nil {
		return nil, err
	}
	return roster.Read(path, data)
}

// givenOf returns what the release has, in which panics stand for the solutions.
func givenOf(a *assignment.Assignment) (similar.Given, error) {
	data, err := os.ReadFile(a.Notebook())
	if err != nil {
		return nil, err
	}
	n, err := notebook.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Notebook(), err)
	}
	for i := range n.Cells {
		c := &n.Cells[i]
		if c.Kind != "code" {
			continue
		}
		if c.Source, _, err = notebook.Cut(c.Source, notebook.Stub); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", a.Notebook(), n.Name(i), err)
		}
	}
	return similar.NewGiven(similar.Everything(n)), nil
}

// others returns the solution and what was handed in in earlier years.
func (s *comparison) others(ctx context.Context, a *assignment.Assignment) ([]similar.Program, error) {
	data, err := os.ReadFile(a.Notebook())
	if err != nil {
		return nil, err
	}
	n, err := notebook.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Notebook(), err)
	}
	all := []similar.Program{similar.New("the solution", n)}
	for _, path := range s.earlier {
		in, err := intake.Open(ctx, []string{path}, intake.Options{Assignment: a.Name, Encoding: string(s.encoding)})
		if err != nil {
			return nil, err
		}
		programs, _ := programsOf(in.People(nil), filepath.Base(path)+": ")
		all = append(all, programs...)
	}
	return all, nil
}

// programsOf also returns the students who handed in nothing that can be read. Those who
// handed in together have one program, and their ids are its name.
func programsOf(people []intake.Person, prefix string) (programs []similar.Program, unread []string) {
	var shared []*intake.Submission // each once
	ids := map[*intake.Submission][]string{}
	for _, p := range people {
		if p.Submission == nil {
			continue
		}
		if ids[p.Submission] == nil {
			shared = append(shared, p.Submission)
		}
		ids[p.Submission] = append(ids[p.Submission], p.ID)
	}
	for _, s := range shared {
		who := strings.Join(ids[s], ", ")
		data, err := s.Read()
		if err == nil {
			var n *notebook.Notebook
			if n, err = notebook.Read(data); err == nil {
				programs = append(programs, similar.New(prefix+who, n))
			}
		}
		if err != nil {
			unread = append(unread, who)
		}
	}
	return programs, unread
}

// writeFile makes the directory, too: who suspects whom is for its owner alone.
func writeFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return atomic.WriteFile(path, bytes.NewReader(data))
}

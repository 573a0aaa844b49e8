package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/gradebook"
	"linclass/assignments/lgrade/internal/gradebook/export"
)

func newExport(*options) *cobra.Command {
	var e exporter
	cmd := &cobra.Command{
		Use:   "export NAME",
		Short: "Write the grades as another system imports them",
		Long: `Export writes the grades that lgrade grade has computed, as

  nbgrader     the table that nbgrader's export writes
  canvas       a table for the import of Canvas's gradebook
  moodle       a worksheet for Moodle's offline grading
  gradescope   a folder with the results.json of each submission, and grades.csv

Canvas and Moodle accept their own table best: export it there and name it with --into.
Then lgrade fills in only the grades. It leaves a row that fits two students as it was,
and names it, and those who handed in and have no row; the exit code is then 1.`,
		Example: "  lgrade export perceptron --format canvas --into gradebook.csv --column Perceptron",
		Args:    wants(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			e.say = func(format string, args ...any) { fmt.Fprintf(cmd.OutOrStdout(), format+"\n", args...) }
			return e.run(args[0])
		},
	}
	f := cmd.Flags()
	f.StringVarP(&e.format, "format", "f", "", "nbgrader, canvas, moodle or gradescope")
	f.StringVarP(&e.output, "output", "o", "", "the file to write, or the folder for gradescope; if not given, beside the grades")
	f.StringVar(&e.into, "into", "", "the table to fill in, exported from Canvas or Moodle")
	e.encoding.flag(f)
	f.StringVar(&e.column, "column", "", "the assignment's column in Canvas; if not given, the one with its title or its name")
	f.StringVar(&e.graded, "graded", "", "the directory that lgrade grade wrote; if not given, graded/NAME beside course.toml")
	return cmd
}

type exporter struct {
	format, output, into, column, graded string
	say                                  func(format string, args ...any)
	encoding                             encoding
	todo                                 bool // some grades are left to be entered by hand
}

func (e *exporter) run(name string) error {
	dir, err := e.from(name)
	if err != nil {
		return err
	}
	book, err := openBook(filepath.Join(dir, "marks.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: run lgrade grade %s first", err, name)
	}
	if err != nil {
		return err
	}
	if n := unmarked(book); n > 0 {
		e.say("written answers not marked yet, which count 0: %d", n)
	}
	if e.format == "gradescope" {
		return e.gradescope(book, firstSet(e.output, filepath.Join(dir, "gradescope")))
	}
	data, err := e.table(book)
	if err != nil {
		return err
	}
	path := firstSet(e.output, filepath.Join(dir, e.format+".csv"))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return err
	}
	e.say("%s", path)
	if e.todo {
		return errSaid
	}
	return nil
}

// from returns the directory with the grades, and takes the settings of the course.
func (e *exporter) from(name string) (string, error) {
	c, err := assignment.FindCourse()
	if err != nil {
		return "", err
	}
	if c != nil {
		e.encoding = cmp.Or(e.encoding, encoding(c.Encoding))
	}
	if e.graded != "" {
		return e.graded, nil
	}
	if c == nil {
		return "", errors.New("no course.toml in this directory or above: change to the directory of the course, or name that of the grades with --graded")
	}
	return filepath.Join(c.Dir, "graded", name), nil
}

func openBook(path string) (*gradebook.Book, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	book := &gradebook.Book{}
	if err := json.Unmarshal(data, book); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return book, nil
}

func unmarked(b *gradebook.Book) int {
	n := 0
	for _, r := range b.Records {
		n += r.Unmarked()
	}
	return n
}

func (e *exporter) table(book *gradebook.Book) ([]byte, error) {
	var into []byte
	if e.into != "" {
		if e.format != "canvas" && e.format != "moodle" {
			return nil, wrongUse(fmt.Errorf("--into is for canvas and moodle, not for %q", e.format))
		}
		var err error
		if into, err = e.encoding.read(e.into); err != nil {
			return nil, err
		}
	}
	switch {
	case e.format == "nbgrader":
		return export.Nbgrader(book), nil
	case e.format == "canvas" && into != nil:
		return e.fill(export.CanvasInto(book, e.column, e.into, into))
	case e.format == "canvas":
		return export.Canvas(book, firstSet(e.column, book.Title)), nil
	case e.format == "moodle" && into != nil:
		return e.fill(export.MoodleInto(book, e.into, into))
	case e.format == "moodle":
		sheet, leftOut := export.Moodle(book)
		if len(leftOut) > 0 {
			e.say("left out, because their Moodle numbers are unknown (use --into): %s", strings.Join(leftOut, ", "))
		}
		return sheet, nil
	}
	return nil, wrongUse(fmt.Errorf("--format is %q, want nbgrader, canvas, moodle or gradescope", e.format))
}

// fill says what is left to do by hand.
func (e *exporter) fill(filled []byte, left export.Left, err error) ([]byte, error) {
	for _, row := range left.Rows {
		e.say("left as it was: %v", row)
	}
	if len(left.Students) > 0 {
		e.say("handed in, but left out, because %s has no row that is certainly theirs: %s\nenter these grades by hand, or correct the roster, grade and export again",
			e.into, strings.Join(left.Students, ", "))
	}
	e.todo = len(left.Rows)+len(left.Students) > 0
	return filled, err
}

func (e *exporter) gradescope(book *gradebook.Book, dir string) error {
	for _, r := range book.Records {
		if r.File == "" {
			continue
		}
		data, err := export.Gradescope(book, r)
		if err != nil {
			return err
		}
		of := filepath.Join(dir, gradebook.FileName(r.Student.ID))
		if err := os.MkdirAll(of, 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(of, "results.json"), data, 0o600); err != nil {
			return err
		}
	}
	e.say("%s", dir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "grades.csv"), export.GradescopeScores(book), 0o600)
}

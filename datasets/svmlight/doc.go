// Package svmlight reads and writes files of svmlight, LIBSVM and LIBLINEAR: one sample
// per line, a label and the features that are not 0, each as index:value:
//
//	+1 3:0.5 17:1 # a comment
//	-1 1:2.25
//
// [Read] keeps the file in memory, without the zeros: for texts and other sparse data.
// [Open] reads it again, block by block, in each pass of a fit: for files of few features
// that do not fit into memory. [Write] writes one.
//
//	train, err := svmlight.Read("train.svm", svmlight.Options{Base: svmlight.OneBased})
//	test, err := svmlight.Read("test.svm", svmlight.Options{Base: svmlight.OneBased, Features: train.D()})
//
// Set Base for both files. Without it, each file is read by its own indices, and if only one of
// them has the index 0, the features of the other are shifted by one. OneBased returns an error
// for the index 0; set ZeroBased then.
//
// Labels are finite numbers. Whole ones, up to 1000 different ones, are classes as well,
// in increasing order, as in [lclass.RegressionFromMatrix]: +1 is the class "1". Features
// are called x1 … xd. Their indices increase within a line. Empty lines and lines of a
// comment alone are not samples. Lines may end in \r\n, and the last line needs no end.
//
// A group of a ranking, qid:7, is an error, because lclass has no learner for it. So is a
// label with commas, as in files with several labels per sample. An error about the
// content of a file is an [Error].
package svmlight

import (
	"fmt"

	"linclass/internal/brief"
)

// An Error names what is wrong in a file, and where.
type Error struct {
	File   string
	Line   int    // counted from 1
	Field  int    // counted from 1, which is the label
	Text   string // what is there
	Reason string
}

func (e *Error) Error() string {
	return fmt.Sprintf("svmlight: %s, line %d, field %d is %q: %s", e.File, e.Line, e.Field, brief.Text(e.Text), e.Reason)
}

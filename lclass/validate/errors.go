package validate

import (
	"errors"
	"strings"

	"linclass/internal/invalid"
)

// ErrUndefined is the reason, for errors.Is, of a [FoldError] whose score has no value on
// the test set, such as the area under a ROC curve on samples of one class.
var ErrUndefined = errors.New("validate: the score is undefined on the test set")

var errPairs = errors.New("validate: OneVsOne has scores of pairs of classes, not of classes; use OneVsRest")

// Errors that tests tell apart.
var (
	errLabels = errors.New("validate: the model has other labels than the data")
	errAbsent = errors.New("validate: a training set lacks classes")
	errNoFit  = errors.New("validate: there is no fitted model")
)

// undefined is an ErrUndefined with a text that says why.
type undefined string

func (e undefined) Error() string        { return string(e) }
func (e undefined) Is(target error) bool { return target == ErrUndefined }

// trimmed is an error in the middle of a message.
type trimmed struct{ err error }

func (e trimmed) Error() string { return plain(e.err) }
func (e trimmed) Unwrap() error { return e.err }

// plain returns a message without the name of its package.
func plain(err error) string {
	return strings.TrimPrefix(strings.TrimPrefix(err.Error(), "lclass: "), "validate: ")
}

func badSetting(name string, value any, remedy string, args ...any) error {
	return invalid.Setting("validate: "+name, value, remedy, args...)
}

func badLength(of string, have int, what string, want int) error {
	return invalid.Length("validate: "+of, have, what, want)
}

func badTarget(target, want, is string, args ...any) error {
	return invalid.Target("validate", target, want, is, args...)
}

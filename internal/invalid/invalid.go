// Package invalid has the errors of settings, targets and numbers of values that are not valid.
package invalid

import (
	"cmp"
	"fmt"
	"strings"
)

// A SettingError names a field of a specification, solver or option, or an argument, whose
// value is not valid. Value is nil if there is none.
type SettingError struct {
	Setting string // such as KFold.K
	Value   any
	text    string
}

func (e *SettingError) Error() string {
	return cmp.Or(e.text, fmt.Sprintf("%s = %v is not valid", e.Setting, e.Value))
}

// Setting returns a [SettingError]. The name begins with the package, as in
// "validate: KFold.K"; the remedy is the format of fmt.Sprintf.
func Setting(name string, value any, remedy string, args ...any) error {
	_, setting, _ := strings.Cut(name, ": ")
	is := fmt.Sprintf("= %v", value)
	if value == nil {
		is = "is missing"
	}
	return &SettingError{setting, value, name + " " + is + "; " + fmt.Sprintf(remedy, args...)}
}

// Worded returns a [SettingError] with a text of its own, in the format of fmt.Sprintf.
func Worded(setting string, value any, text string, args ...any) error {
	return &SettingError{setting, value, fmt.Sprintf(text, args...)}
}

// A LengthError says that the number of values is not that of the samples, features or
// classes that they are for.
type LengthError struct {
	Of         string // what there is, such as "weights"
	Have, Want int
	text       string
}

func (e *LengthError) Error() string { return e.text }

// Length returns a [LengthError], such as "lclass: 3 weights for 4 samples". The name begins
// with the package, as in "lclass: weights".
func Length(name string, have int, what string, want int) error {
	owner, of, _ := strings.Cut(name, ": ")
	return &LengthError{of, have, want, fmt.Sprintf("%s: %d %s for %d %s", owner, have, of, want, what)}
}

// A TargetError names a target that is not what a learner or a measure needs.
type TargetError struct {
	Target string
	Want   string // what is needed, such as "classes", "two classes" or "numbers"
	text   string
}

func (e *TargetError) Error() string { return e.text }

// Target returns a [TargetError]. The format of fmt.Sprintf says what the target is, as in
// "is a measured number, not a class".
func Target(owner, target, want, is string, args ...any) error {
	return &TargetError{target, want, fmt.Sprintf("%s: target %q ", owner, target) + fmt.Sprintf(is, args...)}
}

// A RewordedError is an error whose text a reader of files, or another caller, has replaced.
type RewordedError struct {
	err  error
	text string
}

func (e *RewordedError) Error() string { return e.text }

// Unwrap returns the error with its own text.
func (e *RewordedError) Unwrap() error { return e.err }

// Reworded returns err as a [RewordedError], whose text is in the format of fmt.Sprintf.
func Reworded(err error, text string, args ...any) error {
	return &RewordedError{err, fmt.Sprintf(text, args...)}
}

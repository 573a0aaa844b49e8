package validate

import "strings"

// trimmed is an error in the middle of a message.
type trimmed struct{ err error }

func (e trimmed) Error() string { return plain(e.err) }
func (e trimmed) Unwrap() error { return e.err }

// plain returns a message without the name of its package.
func plain(err error) string {
	return strings.TrimPrefix(strings.TrimPrefix(err.Error(), "lclass: "), "validate: ")
}

//go:build !unix

package plots

import "errors"

func mkfifo(string) error { return errors.ErrUnsupported }

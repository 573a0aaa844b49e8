package lclass

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/natefinch/atomic"
)

// KeepDir is the directory, below the working directory, where Keep stores
// values. The environment variable LCLASS_KEEP names another one.
const KeepDir = ".lclass"

// Keep returns the value that fit returned when it was last called with the
// same name, the same parameters and the same type of value, and calls fit
// only if there is none. In a notebook, where each cell is a program of its
// own, it carries a fitted model from one cell to the next:
//
//	func model() *lclass.Model {
//		spec := lclass.Softmax{Penalty: lclass.L2(1e-4)}
//		return lclass.Must(lclass.Keep("digits", func() (*lclass.Model, error) {
//			return spec.Fit(train())
//		}, spec))
//	}
//
// Keep cannot see the code of fit nor the data it uses: give as parameters
// what may change, such as the specification, or call [Forget]. The value must
// survive a round trip through JSON, and so must each parameter. Files are
// written as a whole or not at all; one that cannot be read is replaced.
func Keep[T any](name string, fit func() (T, error), params ...any) (T, error) {
	var value T
	if fit == nil {
		return value, errors.New("lclass: Keep: fit is nil; give a func that makes the value")
	}
	path, err := keepPath(name, fmt.Sprintf("%T", &value), params)
	if err != nil {
		return value, err
	}
	if text, err := os.ReadFile(path); err == nil {
		if json.Unmarshal(text, &value) == nil {
			return value, nil
		}
		value = *new(T)
	}
	value, err = fit()
	if err != nil {
		return value, err
	}
	text, err := json.Marshal(value)
	if err == nil && string(text) == "{}" {
		err = fmt.Errorf("a %T has nothing that JSON can hold, such as exported fields", value)
	}
	if err != nil {
		return value, fmt.Errorf("lclass: Keep(%q): %w", name, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return value, keepError(name, err)
	}
	if err := atomic.WriteFile(path, bytes.NewReader(text)); err != nil {
		return value, keepError(name, err)
	}
	return value, nil
}

func keepError(name string, err error) error {
	return fmt.Errorf("lclass: Keep(%q) cannot store the value: %w; set LCLASS_KEEP to a directory that can be written", name, err)
}

// Forget removes what [Keep] stored under the name, whatever the parameters.
func Forget(name string) error {
	err := os.RemoveAll(filepath.Join(keepRoot(), keepName(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func keepRoot() string {
	if dir := os.Getenv("LCLASS_KEEP"); dir != "" {
		return dir
	}
	return KeepDir
}

// keepName is a directory for the name, whatever characters it has.
func keepName(name string) string {
	h := fnv.New64a()
	h.Write([]byte(name))
	return fmt.Sprintf("%016x", h.Sum64())
}

func keepPath(name, kind string, params []any) (string, error) {
	h := fnv.New128a()
	fmt.Fprintf(h, "%s\x00", kind)
	for i, p := range params {
		text, err := json.Marshal(p)
		if err != nil {
			return "", fmt.Errorf("lclass: Keep(%q): parameter %d: %w", name, i+1, err)
		}
		fmt.Fprintf(h, "%T\x00%s\x00", p, text)
	}
	return filepath.Join(keepRoot(), keepName(name), fmt.Sprintf("%x.json", h.Sum(nil))), nil
}

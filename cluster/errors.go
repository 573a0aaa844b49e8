package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/temporal"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"linclass/datasets/stream"
	"linclass/datasets/svmlight"
	"linclass/lclass"
	"linclass/lclass/shard"
)

// Reasons why a pass has no sum, for errors.Is.
//
// The errors of a worker keep their types on the way to the fit: errors.Is finds those of
// lclass, such as lclass.ErrChanged for a shard whose file has changed, and
// shard.ErrCategories, shard.ErrNames, fs.ErrNotExist and fs.ErrPermission, and errors.As finds those of
// lclass, stream, svmlight and parquet with all their fields. The text of such an error alone may
// lack the remedy; the text of the error that wraps it is complete.
var (
	ErrNoWorkers = errors.New("cluster: no workers")
	ErrNotHeld   = errors.New("cluster: no worker has the shard")
	ErrVersion   = errors.New("cluster: workers of another version")
	ErrTables    = errors.New("cluster: shards differ in their columns")
	ErrTooLarge  = errors.New("cluster: too large for the Temporal server without a storage")
	ErrNoEngine  = errors.New("cluster: no connection to the Temporal server")
)

// values are the errors for errors.Is that cross the network, by their codes.
var values = map[string]error{
	"NotHeld":  ErrNotHeld,
	"Version":  ErrVersion,
	"Tables":   ErrTables,
	"TooLarge": ErrTooLarge,

	"Changed":    lclass.ErrChanged,
	"Diverged":   lclass.ErrDiverged,
	"NoSamples":  lclass.ErrNoSamples,
	"OneClass":   lclass.ErrOneClass,
	"Categories": shard.ErrCategories,
	"Names":      shard.ErrNames,

	"NotExist":   fs.ErrNotExist,
	"Permission": fs.ErrPermission,
	"Cancelled":  context.Canceled,
}

// valueReasons are the errors in a lclass.ValueError, by their codes.
var valueReasons = map[string]error{
	"Kind":            lclass.ErrKind,
	"Missing":         lclass.ErrMissing,
	"Overflow":        lclass.ErrOverflow,
	"UnknownCategory": lclass.ErrUnknownCategory,
}

// kinds are the types for errors.As that cross the network, by their codes.
var kinds = map[string]kind{
	"ColumnError":  kindOf[lclass.ColumnError](),
	"FileError":    {fileError, asFileError},
	"SettingError": {settingError, kindOf[lclass.SettingError]().decode},
	"ValueError":   {valueError, asValueError},

	"stream.FileError": kindOf[stream.FileError](),

	"svmlight.Error": kindOf[svmlight.Error](),
}

// A kind is how errors of one type cross the network.
type kind struct {
	encode func(err error) (fields []byte, ok bool) // not ok if there is none of the type
	decode func(fields []byte) (error, error)
}

// kindOf is that of a type of errors whose exported fields gob can encode.
func kindOf[E any, P interface {
	*E
	error
}]() kind {
	return kind{
		func(err error) ([]byte, bool) {
			e, ok := errors.AsType[P](err)
			if !ok {
				return nil, false
			}
			fields, failure := encode(e)
			return fields, failure == nil
		},
		func(fields []byte) (error, error) {
			e, err := decode[E](fields)
			return P(&e), err
		},
	}
}

// A sentValue is a lclass.ValueError with the code of its reason, empty if it has none.
type sentValue struct {
	Code  string
	Error lclass.ValueError
}

func valueError(err error) ([]byte, bool) {
	e, ok := errors.AsType[*lclass.ValueError](err)
	if !ok {
		return nil, false
	}
	sent := sentValue{Error: *e}
	sent.Error.Err = nil
	for code, reason := range valueReasons {
		if e.Err == reason {
			sent.Code = code
		}
	}
	fields, failure := encode(sent)
	return fields, failure == nil
}

func asValueError(fields []byte) (error, error) {
	sent, err := decode[sentValue](fields)
	sent.Error.Err = valueReasons[sent.Code]
	return &sent.Error, err
}

// settingError encodes a value that gob does not know as its text.
func settingError(err error) ([]byte, bool) {
	e, ok := errors.AsType[*lclass.SettingError](err)
	if !ok {
		return nil, false
	}
	fields, failure := encode(e)
	if failure != nil {
		fields, failure = encode(lclass.SettingError{Setting: e.Setting, Value: fmt.Sprint(e.Value)})
	}
	return fields, failure == nil
}

// fileError encodes the path and the text of the reason.
func fileError(err error) ([]byte, bool) {
	e, ok := errors.AsType[*lclass.FileError](err)
	if !ok {
		return nil, false
	}
	fields, failure := encode([]string{e.Path, e.Err.Error()})
	return fields, failure == nil
}

func asFileError(fields []byte) (error, error) {
	e, err := decode[[]string](fields)
	if err != nil || len(e) != 2 {
		return nil, errors.Join(errors.New("cluster: a FileError is damaged"), err)
	}
	return &lclass.FileError{Path: e[0], Err: errors.New(e[1])}, nil
}

// A reason is an error of the tables above in the details of a Temporal error.
type reason struct {
	Code   string
	Fields []byte `json:",omitempty"`
}

// ours is the type of our errors in the server.
const ours = "lclass"

// failed returns an error that ends the workflow, or the activity when no other worker
// could do better.
func failed(err error) error {
	if err == nil {
		return nil
	}
	return temporal.NewNonRetryableApplicationError(err.Error(), ours, nil, reasonsOf(err))
}

// elsewhere returns an error of an activity that another worker may avoid.
func elsewhere(err error) error {
	return temporal.NewApplicationError(err.Error(), ours, reasonsOf(err))
}

func reasonsOf(err error) []reason {
	var all []reason
	for _, code := range slices.Sorted(maps.Keys(values)) {
		if errors.Is(err, values[code]) {
			all = append(all, reason{Code: code})
		}
	}
	for _, code := range slices.Sorted(maps.Keys(kinds)) {
		if fields, ok := kinds[code].encode(err); ok {
			all = append(all, reason{code, fields})
		}
	}
	return all
}

// A remoteError is an error from another machine.
type remoteError struct {
	text    string
	reasons []error
}

func (e *remoteError) Error() string { return e.text }

func (e *remoteError) Unwrap() []error { return e.reasons }

// tooLarge adds the remedy to an error about the size of a message.
func tooLarge(err error) error {
	return fmt.Errorf("%w: %w; give lclass-fit and all workers the same --storage, or their clients the same Storage", ErrTooLarge, err)
}

// isTooLarge reports whether that may be the reason why the server refuses a message of so
// many bytes.
func isTooLarge(err error, bytes int) bool {
	return bytes > 1<<20 && (errors.As(err, new(*serviceerror.InvalidArgument)) || status.Code(err) == codes.ResourceExhausted)
}

// remote returns what failed and elsewhere have made an error of Temporal, and other
// errors as they are.
func remote(err error) error {
	app, ok := errors.AsType[*temporal.ApplicationError](err)
	switch {
	case temporal.IsCanceledError(err):
		return fmt.Errorf("cluster: the pass was cancelled at the server: %w", context.Canceled)
	case !ok:
		return err
	case app.Type() != ours:
		return errors.New(app.Message())
	}
	var reasons []reason
	if err := app.Details(&reasons); err != nil {
		return fmt.Errorf("%s (its type is lost: %w)", app.Message(), err)
	}
	e := &remoteError{text: app.Message()}
	for _, r := range reasons {
		if value := values[r.Code]; value != nil {
			e.reasons = append(e.reasons, value)
		} else if k, ok := kinds[r.Code]; ok {
			if is, err := k.decode(r.Fields); err == nil {
				e.reasons = append(e.reasons, is)
			}
		}
	}
	return e
}

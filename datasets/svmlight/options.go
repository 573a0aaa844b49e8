package svmlight

import (
	"fmt"

	"linclass/internal/invalid"
)

// Options say how a file is read. The zero value suits a single file.
type Options struct {
	// Features is the number d of features; 0 means the largest index. Set it for new
	// samples of a model, whose largest index may be smaller, and for more than a million
	// features.
	Features int
	// Base is the index of the first feature. Set it if you read several files, such as
	// training and test data.
	Base Base
	// Classes names the classes of the target, in order, by their digits: "-1" and "1" for
	// labels -1 and +1. Other labels are [lclass.ErrUnknownCategory]. Nil means that the
	// target is numeric, and that its classes are those of the file.
	Classes []string
	// BlockRows is the number of samples that Open reads at a time, rounded up to a
	// multiple of 256; 0 means blocks of about 4 MB. Read ignores it.
	BlockRows int
}

// A Base is the index of the first feature.
type Base int

const (
	// DetectBase is ZeroBased if the index 0 occurs in the file, and OneBased otherwise.
	// It is the choice for a single file: another one of the same source, such as small test
	// data, may lack the index 0, and its features would be shifted by one.
	DetectBase Base = iota
	// OneBased is the convention of svmlight, LIBSVM and LIBLINEAR.
	OneBased
	// ZeroBased is scikit-learn's default when it writes.
	ZeroBased
)

// mostDetected is the largest number of features that a file may have without
// Options.Features: a typo in an index must not take all memory.
const mostDetected = 1 << 20

// most is the largest number of features.
const most = 1 << 24

func (o Options) check() error {
	switch {
	case o.Features < 0 || o.Features > most:
		return invalid.Setting("svmlight: Options.Features", o.Features, "it must be between 0, for as many as the file has, and %d", most)
	case o.Base < DetectBase || o.Base > ZeroBased:
		return invalid.Setting("svmlight: Options.Base", o.Base, "it must be DetectBase, OneBased or ZeroBased")
	case o.BlockRows < 0:
		return invalid.Setting("svmlight: Options.BlockRows", o.BlockRows, "it must not be negative")
	}
	return nil
}

// limit returns the largest index that may occur, as long as the base is not known.
func (o Options) limit() int {
	d := o.Features
	if d == 0 {
		d = mostDetected
	}
	if o.Base == ZeroBased {
		return d - 1
	}
	return d
}

// remedy says what to do about an index beyond the limit.
func (o Options) remedy() string {
	if o.Features > 0 {
		return fmt.Sprintf("there are %d features, as Options.Features says; correct one of them", o.Features)
	}
	return fmt.Sprintf("without Options.Features there may be %d features; set it if there are more", mostDetected)
}

package stream

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"linclass/datasets/internal/idx"
	"linclass/internal/invalid"
	"linclass/lclass"
)

// IDX returns the Data of images and their labels in two files of the IDX format
// of MNIST: n×h×w, or n×d, and n unsigned bytes, not compressed. Pixels are
// scaled by 1/255 and called "p0,0" … by row and column, or x1 … xd; the classes
// are "0", "1" … up to the largest label. It is what datasets.ReadImages returns,
// but the pixels stay in their file.
//
// If classes are given, such as "0" … "9" for a file that may lack the last ones, they are
// the classes, in that order, and other labels are [lclass.ErrUnknownCategory].
func IDX(images, labels string, classes ...string) (*lclass.Data, error) {
	x, err := openIDX(images)
	if err != nil {
		return nil, err
	}
	t, err := openIDX(labels)
	if err != nil {
		return nil, err
	}
	if len(x.dims) < 2 || len(x.dims) > 3 || len(t.dims) != 1 || x.dims[0] != t.dims[0] {
		return nil, invalid.Reworded(&idx.ShapeError{Images: x.dims, Labels: t.dims}, "stream: images %s of dimensions %v and labels %s of dimensions %v do not fit; n×h×w and n do", images, x.dims, labels, t.dims)
	}
	n, d := x.dims[0], 1
	for _, size := range x.dims[1:] {
		d *= size
	}
	label := make([]byte, n)
	if err := t.read(label, 0); err != nil {
		return nil, err
	}
	if classes == nil {
		for k := range int(slices.Max(append(label, 0))) + 1 {
			classes = append(classes, strconv.Itoa(k))
		}
	}
	class := make([]int, n)
	for i, v := range label {
		name := strconv.Itoa(int(v))
		if class[i] = slices.Index(classes, name); class[i] < 0 {
			return nil, &tableError{labels, &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "label", Row: i, Value: name, Want: classes}}
		}
	}
	data, err := lclass.FromMatrix(lclass.Blocks{
		N: n, D: d, Scale: 1. / 255, Features: idx.PixelNames(x.dims[1:]),
		ReadBytes: func(dst []byte, lo, _ int) error { return x.read(dst, int64(lo)*int64(d)) },
	}, class, classes)
	if err != nil {
		return nil, &tableError{images, err}
	}
	return data, nil
}

// An idxFile is an array of bytes in a file.
type idxFile struct {
	*File
	dims  []int
	start int64 // offset of the first value
}

func openIDX(path string) (*idxFile, error) {
	file, err := NewFile(path)
	if err != nil {
		return nil, err
	}
	x := &idxFile{File: file}
	r, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if x.dims, x.start, err = idx.Header(path, r, file.Size()); err != nil {
		return nil, fmt.Errorf("stream: %w", err)
	}
	return x, nil
}

// read fills dst with the values from number at on.
func (x *idxFile) read(dst []byte, at int64) error {
	r, err := x.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	if _, err = r.ReadAt(dst, x.start+at); err != nil {
		err = fmt.Errorf("stream: %s: %w", x.path, err)
	}
	return cmp.Or(x.Check(), err)
}

package datasets

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"linclass/datasets/internal/idx"
	"linclass/lclass"
)

// ReadImages reads images and their labels from two files in the IDX format of MNIST,
// such as those of Fashion-MNIST: n×h×w unsigned bytes, the pixels, and n unsigned bytes,
// the labels. It returns n×(h·w) samples. A file whose name ends in .gz is decompressed.
//
// Pixels are scaled by 1/255 to lie between 0 and 1 and called "p0,0" … by row and column;
// the classes are "0", "1" … up to the largest label. Errors name file and offset.
func ReadImages(images, labels string) (*lclass.Data, error) {
	var t idx.Array
	err := openIDX(labels, func(r io.Reader) (err error) {
		t, err = idx.Read(labels, r)
		return err
	})
	if err != nil {
		return nil, err
	}
	var data *lclass.Data
	err = openIDX(images, func(r io.Reader) (err error) {
		data, err = imageData(images, r, t, 1./255)
		var broken *idx.Error
		if err != nil && !errors.As(err, &broken) {
			err = fmt.Errorf("%s and %s: %w", images, labels, err)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return data, nil
}

// openIDX uses the content of a file, decompressed if need be.
func openIDX(path string, use func(content io.Reader) error) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("datasets: %w", err)
	}
	defer file.Close()
	var r io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		if r, err = gzip.NewReader(file); err != nil {
			return fmt.Errorf("datasets: %w", &idx.Error{Name: path, Reason: "not a gzip file: " + err.Error()})
		}
	}
	if err := use(r); err != nil {
		return fmt.Errorf("datasets: %w", err)
	}
	return nil
}

// imageData makes a Data of n labels and n images of h×w bytes, which it reads
// from the file of that name.
func imageData(name string, images io.Reader, labels idx.Array, scale float64) (*lclass.Data, error) {
	x, err := idx.NewReader(name, images)
	if err != nil {
		return nil, err
	}
	if len(x.Dims) != 3 || len(labels.Dims) != 1 || x.Dims[0] != labels.Dims[0] {
		return nil, &idx.ShapeError{Images: x.Dims, Labels: labels.Dims}
	}
	h, w := x.Dims[1], x.Dims[2]
	t := make([]int, len(labels.Values))
	largest := 0
	for i, label := range labels.Values {
		t[i] = int(label)
		largest = max(largest, t[i])
	}
	classes := make([]string, largest+1)
	for k := range classes {
		classes[k] = strconv.Itoa(k)
	}
	data, err := lclass.FromReader(x, h*w, scale, t, classes)
	var broken *idx.Error
	if errors.As(err, &broken) {
		return nil, broken
	}
	if err != nil {
		return nil, err
	}
	return data.WithFeatures(idx.PixelNames(x.Dims[1:])...)
}

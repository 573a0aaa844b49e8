package datasets

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"linclass/datasets/internal/idx"
	"linclass/lclass"
)

// ReadImages reads images and their labels from two files in the IDX format of
// MNIST, such as those of Fashion-MNIST: n×h×w and n unsigned bytes. A file
// whose name ends in .gz is decompressed.
//
// Pixels are scaled by 1/255 and called "p0,0" … by row and column; the
// classes are "0", "1" … up to the largest label. Errors name file and offset.
func ReadImages(images, labels string) (*lclass.Data, error) {
	x, err := readIDX(images)
	if err != nil {
		return nil, err
	}
	t, err := readIDX(labels)
	if err != nil {
		return nil, err
	}
	data, err := imageData(x, t, 1./255)
	if err != nil {
		return nil, fmt.Errorf("datasets: %s and %s: %w", images, labels, err)
	}
	return data, nil
}

func readIDX(path string) (idx.Array, error) {
	file, err := os.Open(path)
	if err != nil {
		return idx.Array{}, fmt.Errorf("datasets: %w", err)
	}
	defer file.Close()
	var r io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		if r, err = gzip.NewReader(file); err != nil {
			return idx.Array{}, fmt.Errorf("datasets: %w", &idx.Error{Name: path, Reason: "not a gzip file: " + err.Error()})
		}
	}
	array, err := idx.Read(path, r)
	if err != nil {
		return idx.Array{}, fmt.Errorf("datasets: %w", err)
	}
	return array, nil
}

// imageData makes n images of h×w bytes and n labels a Data.
func imageData(images, labels idx.Array, scale float64) (*lclass.Data, error) {
	if len(images.Dims) != 3 || len(labels.Dims) != 1 || images.Dims[0] != labels.Dims[0] {
		return nil, fmt.Errorf("images of dimensions %v and labels of dimensions %v do not fit; n×h×w and n do", images.Dims, labels.Dims)
	}
	h, w := images.Dims[1], images.Dims[2]
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
	data, err := lclass.FromBytes(images.Values, h*w, scale, t, classes)
	if err != nil {
		return nil, err
	}
	return data.WithFeatures(pixelNames(h, w)...)
}

func pixelNames(h, w int) []string {
	names := make([]string, 0, h*w)
	for i := range h {
		for j := range w {
			names = append(names, fmt.Sprintf("p%d,%d", i, j))
		}
	}
	return names
}

package datasets

import (
	"io"

	"linclass/datasets/internal/idx"
	"linclass/datasets/internal/store"
	"linclass/lclass"
)

// MNIST returns the handwritten digits of LeCun, Cortes and Burges: 60000×784
// for training and 10000×784 for the test, in the order in which they were
// published. Features are the 28×28 pixels, scaled by 1/255 from 0 (paper) to
// 1 (ink) and called "p0,0" to "p27,27" by row and column; classes are "0" to
// "9".
//
// The non-zero pixels are kept as bytes, about 27 MB for the training set. The package
// comment says where the files come from. Without them the error wraps [ErrUnavailable];
// [Digits] is always available.
func MNIST() (train, test *lclass.Data, err error) {
	// The labels tell how many images there are.
	var labels [2]idx.Array
	err = load(files(store.MNIST, 1, 3), func(i int, path string, content io.Reader) (err error) {
		labels[i], err = idx.Read(path, content)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	var data [2]*lclass.Data
	err = load(files(store.MNIST, 0, 2), func(i int, path string, content io.Reader) (err error) {
		data[i], err = imageData(path, content, labels[i], 1./255)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return data[0], data[1], nil
}

// files returns the set of some of the files.
func files(set store.Set, numbers ...int) store.Set {
	some := store.Set{Name: set.Name}
	for _, i := range numbers {
		some.Files = append(some.Files, set.Files[i])
	}
	return some
}

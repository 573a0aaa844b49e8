package datasets

import (
	"fmt"

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
// The non-zero pixels are kept as bytes, about 27 MB for the training set. Where
// the files come from is told in the package comment; without them the error
// wraps [ErrUnavailable], and [Digits] are there instead.
func MNIST() (train, test *lclass.Data, err error) {
	files, err := load(store.MNIST)
	if err != nil {
		return nil, nil, err
	}
	if train, err = mnist(files[0], files[1]); err != nil {
		return nil, nil, err
	}
	if test, err = mnist(files[2], files[3]); err != nil {
		return nil, nil, err
	}
	return train, test, nil
}

func mnist(images, labels source) (*lclass.Data, error) {
	x, err := idx.Parse(images.path, images.content)
	if err != nil {
		return nil, fmt.Errorf("datasets: %w", err)
	}
	t, err := idx.Parse(labels.path, labels.content)
	if err != nil {
		return nil, fmt.Errorf("datasets: %w", err)
	}
	return imageData(x, t, 1./255)
}

package datasets

import (
	"linclass/datasets/internal/idx"
	"linclass/lclass"
)

// Digits returns 1797×64 samples, handwritten digits of 8×8 pixels: the test part of
// Alpaydin and Kaynak's optical recognition set, as scikit-learn has it. Features are
// the pixels, called "p0,0" to "p7,7" by row and column; classes are "0" to "9".
//
// A pixel is the share of ink in a block of 4×4 dots of the scanned digit, a multiple of
// 1/16 from 0 (paper) to 1 (ink), so that the range is that of [MNIST].
func Digits() *lclass.Data {
	const images = "digits-images-idx3-ubyte.gz"
	labels := lclass.Must(idx.Read("labels", embeddedGzip("digits-labels-idx1-ubyte.gz")))
	return lclass.Must(imageData(images, embeddedGzip(images), labels, 1./16))
}

package datasets

import (
	"linclass/datasets/internal/idx"
	"linclass/lclass"
)

// Digits returns 1797 handwritten digits of 8×8 pixels, the test part of
// Alpaydin and Kaynak's optical recognition set as scikit-learn has it.
// Features are the pixels, called "p0,0" to "p7,7" by row and column; classes
// are "0" to "9".
//
// A pixel counts the inked ones of 4×4, from 0 to 16. It is scaled by 1/16, so
// that it goes from 0 to 1 like those of [MNIST].
func Digits() *lclass.Data {
	const images = "digits-images-idx3-ubyte.gz"
	labels := lclass.Must(idx.Read("labels", embeddedGzip("digits-labels-idx1-ubyte.gz")))
	return lclass.Must(imageData(images, embeddedGzip(images), labels, 1./16))
}

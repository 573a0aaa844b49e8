package lecture

import (
	"errors"
	"fmt"
	"html"

	"github.com/go-gota/gota/dataframe"

	"linclass/datasets"
	"linclass/lclass"
)

// MNIST returns the training and the test set of [datasets.MNIST]. If they are
// not available, ok is false and a line below the cell says that this part is
// skipped and how to get them. Files that are there but damaged are a failed
// check.
func MNIST() (train, test *lclass.Data, ok bool) {
	train, test, err := datasets.MNIST()
	return train, test, available("MNIST", err)
}

// Titanic returns the list of passengers of [datasets.Titanic], and ok as in
// [MNIST].
func Titanic() (passengers dataframe.DataFrame, ok bool) {
	passengers, err := datasets.Titanic()
	return passengers, available("Titanic", err)
}

// skipped is recorded for a data set that is not there.
type skipped struct {
	Data string `json:"skipped"`
}

func available(name string, err error) bool {
	switch {
	case err == nil:
		return true
	case errors.Is(err, datasets.ErrUnavailable):
		publish(skipped{name}, notice.line(fmt.Sprintf("The %s data are not on this computer, so this part is left out. "+
			"To see it, type <code>make data</code> where there is a network, or set <code>LCLASS_DATA</code> to a directory that holds them.", name)))
	default:
		publish(
			check{Kind: kindOurs, State: stateDiffers, What: "reading " + name, Says: "the files can be read", Computed: err.Error()},
			problem.line(fmt.Sprintf("The %s data cannot be read: %s", name, html.EscapeString(err.Error()))),
		)
	}
	return false
}

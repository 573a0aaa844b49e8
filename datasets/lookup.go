package datasets

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"linclass/datasets/internal/store"
)

// ErrUnavailable reports that the files of a data set are neither on this
// computer nor available from the network.
var ErrUnavailable = errors.New("datasets: data are not available")

var errDownload = errors.New("the download failed")

// A use takes the decompressed content of the file with a number in a set, and
// its path. What it makes of that counts only if load has no error. It may be
// called again for a file that was damaged, and for several files at once.
type use func(i int, path string, content io.Reader) error

// load uses the files of a set, downloading those that are missing.
func load(set store.Set, use use) error {
	err := find(set, use)
	var missing *store.MissingError
	if !errors.As(err, &missing) {
		return err
	}
	if store.Offline() {
		return unavailable(fmt.Errorf("%w; %s forbids the download", err, store.OfflineVariable))
	}
	if err := fetch(set); err != nil {
		return unavailable(fmt.Errorf("%w; %w: %w", missing, errDownload, err))
	}
	if err = find(set, use); errors.As(err, &missing) {
		return unavailable(fmt.Errorf("%w, even after the download", err))
	}
	return err
}

// find uses the files of a set that are on this computer.
func find(set store.Set, use use) error {
	errs := make([]error, len(set.Files))
	var wg sync.WaitGroup
	for i, f := range set.Files {
		wg.Go(func() {
			_, errs[i] = f.Find(func(path string, content io.Reader) error { return use(i, path, content) })
		})
	}
	wg.Wait()
	var missing *store.MissingError
	for _, err := range errs {
		// A damaged file of the user's comes first: a download cannot mend it.
		if err != nil && !errors.As(err, &missing) {
			return fmt.Errorf("datasets: %w; replace or remove it", err)
		}
	}
	// Next is a damaged file in the cache, which one that is just not there would hide.
	for _, err := range errs {
		if errors.As(err, &missing) && missing.Damaged != nil {
			return err
		}
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func unavailable(reason error) error {
	return fmt.Errorf("%w: %w.\nThree ways out: set %s to a directory that holds mnist/ and titanic/; "+
		"run lclass-data (make data) where there is a network; "+
		"or use the embedded sets Digits, Iris and TitanicTable",
		ErrUnavailable, reason, store.DataVariable)
}

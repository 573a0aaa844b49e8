package datasets

import (
	"errors"
	"fmt"
	"sync"

	"linclass/datasets/internal/store"
)

// ErrUnavailable says that the files of a data set are neither on this
// computer nor to be had from the network.
var ErrUnavailable = errors.New("datasets: data are not available")

// source is the verified content of a file and the path it came from.
type source struct {
	path    string
	content []byte
}

// load returns the files of a set, downloading those that are missing.
func load(set store.Set) ([]source, error) {
	sources, err := find(set)
	var missing *store.MissingError
	if !errors.As(err, &missing) {
		return sources, err
	}
	if store.Offline() {
		return nil, unavailable(fmt.Errorf("%w; %s forbids the download", err, store.OfflineVariable))
	}
	if err := fetch(set); err != nil {
		return nil, unavailable(fmt.Errorf("%w; the download failed: %w", missing, err))
	}
	if sources, err = find(set); errors.As(err, &missing) {
		return nil, unavailable(fmt.Errorf("%w, even after the download", err))
	}
	return sources, err
}

// find reads the files of a set that are on this computer.
func find(set store.Set) ([]source, error) {
	sources := make([]source, len(set.Files))
	errs := make([]error, len(set.Files))
	var wg sync.WaitGroup
	for i, f := range set.Files {
		wg.Go(func() { sources[i].content, sources[i].path, errs[i] = f.Find() })
	}
	wg.Wait()
	var missing *store.MissingError
	for _, err := range errs {
		// A damaged file of the user's comes first: a download cannot mend it.
		if err != nil && !errors.As(err, &missing) {
			return nil, fmt.Errorf("datasets: %w; replace or remove it", err)
		}
	}
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return sources, nil
}

func unavailable(reason error) error {
	return fmt.Errorf("%w: %w.\nThree ways out: set %s to a directory that holds mnist/ and titanic/; "+
		"run lclass-data (make data) where there is a network; "+
		"or use the embedded sets Digits, Iris and TitanicTable",
		ErrUnavailable, reason, store.DataVariable)
}

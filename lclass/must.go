package lclass

// Must returns v, or panics with err if it is not nil: for notebooks, where
// one line is to read like the formula.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

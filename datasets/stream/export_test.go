package stream

var ErrLongRecord = errLongRecord

type OrderError = orderError

// LongestRecord sets how many bytes a record of a CSV file may have, and returns what
// sets it back.
func LongestRecord(bytes int64) (restore func()) {
	was := mostRecord
	mostRecord = bytes
	return func() { mostRecord = was }
}

// OpenCSV returns the table of a CSV file.
func OpenCSV(path string) (Table, error) { return openCSV(path, ',') }

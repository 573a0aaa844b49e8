package svmlight

// LongestLine sets how many bytes a line may have, and returns what sets it back.
func LongestLine(bytes int) (restore func()) {
	was := longestLine
	longestLine = bytes
	return func() { longestLine = was }
}

// Package brief shortens what messages quote of data.
package brief

// Text returns a text, of which it has 40 characters at most.
func Text(text string) string {
	const most = 40
	var count int
	for at := range text {
		if count == most {
			return text[:at] + "…"
		}
		count++
	}
	return text
}

package notebook

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// decode returns the text of a file as UTF-8, and a note if that took a guess. Its
// errors are about files that are something else.
func decode(data []byte) (text []byte, note string, err error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		return nil, "", &Error{What: "empty", text: "the file is empty: save the notebook and hand it in again"}
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return nil, "", &Error{What: "zip", text: "this is a zip archive and not a notebook: unpack it and hand in the .ipynb file inside"}
	case bytes.HasPrefix(data, []byte("%PDF")):
		return nil, "", &Error{What: "PDF", text: "this is a PDF and not a notebook: hand in the .ipynb file, not a printout"}
	}
	if order, ok := utf16(data); ok {
		text, err = decoded(unicode.UTF16(order, unicode.UseBOM), data)
		return text, "is not in UTF-8; read as UTF-16", err
	}
	if utf8.Valid(data) {
		return data, "", nil
	}
	if bytes.ContainsFunc(data, func(r rune) bool { return r > utf8.RuneSelf && r != utf8.RuneError }) {
		return bytes.ToValidUTF8(data, []byte("\uFFFD")), "has bytes that are not UTF-8; each is read as \uFFFD", nil
	}
	text, err = decoded(charmap.Windows1252, data)
	return text, "is not in UTF-8; read as Windows-1252 (Latin-1)", err
}

// utf16 tells UTF-16 by its mark, or by the zero byte beside the first bracket.
func utf16(data []byte) (order unicode.Endianness, ok bool) {
	for _, start := range []string{"\xff\xfe", "{\x00", "\r\x00", "\n\x00", " \x00"} {
		if bytes.HasPrefix(data, []byte(start)) {
			return unicode.LittleEndian, true
		}
	}
	for _, start := range []string{"\xfe\xff", "\x00{", "\x00\r", "\x00\n", "\x00 "} {
		if bytes.HasPrefix(data, []byte(start)) {
			return unicode.BigEndian, true
		}
	}
	return unicode.LittleEndian, false
}

func decoded(from encoding.Encoding, data []byte) ([]byte, error) {
	text, err := from.NewDecoder().Bytes(data)
	if err != nil {
		return nil, fmt.Errorf("the file is neither UTF-8 nor %v: open the notebook in Jupyter and save it again: %w", from, err)
	}
	return text, nil
}

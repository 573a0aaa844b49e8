//go:build !notebook

package paint

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"codeberg.org/go-pdf/fpdf"
)

// The end of a PDF file says how many objects there are, which is the first one,
// and where the table of their places is.
var (
	pdfSize  = regexp.MustCompile(`/Size (\d+)`)
	pdfRoot  = regexp.MustCompile(`/Root (\d+) 0 R`)
	pdfTable = regexp.MustCompile(`startxref\s+(\d+)`)
)

func init() {
	// Equal figures are equal files, whenever they are made; see orderImages.
	date := time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)
	fpdf.SetDefaultCreationDate(date)
	fpdf.SetDefaultModificationDate(date)
	fpdf.SetDefaultCatalogSort(true) // images by their widths
}

// describePDF adds title and subject to a PDF file: a new object behind its end,
// with a table and a trailer of its own (ISO 32000-1, 7.5.6, incremental
// updates).
func describePDF(file []byte, title, subject string) ([]byte, error) {
	if title == "" && subject == "" {
		return file, nil
	}
	trailer := file[max(0, bytes.LastIndex(file, []byte("trailer"))):]
	size, root, table := pdfSize.FindSubmatch(trailer), pdfRoot.FindSubmatch(trailer), pdfTable.FindSubmatch(trailer)
	if size == nil || root == nil || table == nil {
		return nil, errors.New("plots: a PDF without a trailer")
	}
	info, err := strconv.Atoi(string(size[1]))
	if err != nil {
		return nil, err
	}
	b := bytes.NewBuffer(bytes.Clone(file))
	object := b.Len()
	fmt.Fprintf(b, "%d 0 obj\n<<", info)
	if title != "" {
		fmt.Fprintf(b, " /Title %s", pdfString(title))
	}
	if subject != "" {
		fmt.Fprintf(b, " /Subject %s", pdfString(subject))
	}
	fmt.Fprintf(b, " >>\nendobj\n")
	places := b.Len()
	fmt.Fprintf(b, "xref\n%d 1\n%010d 00000 n \n", info, object)
	fmt.Fprintf(b, "trailer\n<< /Size %d /Root %s 0 R /Info %d 0 R /Prev %s >>\nstartxref\n%d\n%%%%EOF\n", info+1, root[1], info, table[1], places)
	return b.Bytes(), nil
}

// pdfString writes text as UTF-16 in hexadecimal digits.
func pdfString(text string) string {
	var b strings.Builder
	b.WriteString("<FEFF")
	for _, u := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&b, "%04X", u)
	}
	b.WriteString(">")
	return b.String()
}

//go:build !notebook

package paint

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// A pdfObject is an object of a PDF file: its number, and what follows "N 0 obj".
type pdfObject struct {
	number, at int
	body       []byte
}

var (
	pdfPlace = regexp.MustCompile(`(?m)^(\d{10}) 00000 n `)
	pdfMask  = regexp.MustCompile(`/SMask \d+ 0 R`)
	// In the list of resources an image is called by the hash of its content.
	pdfImage = regexp.MustCompile(`(/I[0-9a-f]{40}) (\d+) 0 R`)
)

const imageStart = "<</Type /XObject\n/Subtype /Image\n"

// isMask reports whether an image is the mask of the one before it.
func (o pdfObject) isMask(before pdfObject) bool { return pdfMask.Match(before.head()) }

// head returns the dictionary of an image, without the dots.
func (o pdfObject) head() []byte {
	head, _, _ := bytes.Cut(o.body, []byte("\nstream\n"))
	return head
}

// orderImages returns a PDF file of fpdf with the images in the order of their contents:
// fpdf writes images of one width, such as the strips of folds, in random order.
func orderImages(file []byte) ([]byte, error) {
	table := bytes.LastIndex(file, []byte("\nxref\n")) + 1
	trailer := bytes.LastIndex(file, []byte("trailer\n"))
	end := bytes.LastIndex(file, []byte("startxref\n"))
	if table == 0 || trailer < table || end < trailer {
		return nil, errors.New("plots: a PDF without a table of its objects")
	}
	objects, err := pdfObjects(file[:table], file[table:trailer])
	if err != nil {
		return nil, err
	}
	// The images follow each other, each with its mask behind it.
	isImage := func(o pdfObject) bool { return bytes.HasPrefix(o.body, []byte(imageStart)) }
	first := max(0, slices.IndexFunc(objects, isImage))
	last := first
	var images [][]pdfObject
	for ; last < len(objects) && isImage(objects[last]); last++ {
		if n := len(images); n > 0 && objects[last].isMask(objects[last-1]) {
			images[n-1] = append(images[n-1], objects[last])
			continue
		}
		images = append(images, []pdfObject{objects[last]})
	}
	slices.SortStableFunc(images, func(a, b []pdfObject) int {
		return slices.CompareFunc(a, b, func(p, q pdfObject) int {
			return bytes.Compare(pdfMask.ReplaceAll(p.body, nil), pdfMask.ReplaceAll(q.body, nil))
		})
	})
	numbers := map[string]int{}
	for i, o := range slices.Concat(images...) {
		number := objects[first].number + i
		numbers[strconv.Itoa(o.number)] = number
		head := o.head()
		o.body = slices.Concat(pdfMask.ReplaceAll(head, fmt.Appendf(nil, "/SMask %d 0 R", number+1)), o.body[len(head):])
		o.number = number
		objects[first+i] = o
	}
	var b bytes.Buffer
	b.Write(file[:objects[0].at])
	places := make([]int, len(objects))
	for i, o := range objects {
		if i < first || i >= last {
			o.body = pdfImage.ReplaceAllFunc(o.body, func(found []byte) []byte {
				name := pdfImage.FindSubmatch(found)
				return fmt.Appendf(nil, "%s %d 0 R", name[1], numbers[string(name[2])])
			})
		}
		places[o.number-1] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s", o.number, o.body)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n%010d 65535 f \n", len(places)+1, 0)
	for _, at := range places {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	b.Write(file[trailer:end])
	fmt.Fprintf(&b, "startxref\n%d\n%%%%EOF\n", start)
	return b.Bytes(), nil
}

// pdfObjects returns the objects of a PDF file that a table lists, in the order of the file.
func pdfObjects(file, table []byte) ([]pdfObject, error) {
	var objects []pdfObject
	for i, place := range pdfPlace.FindAllSubmatch(table, -1) {
		at, err := strconv.Atoi(string(place[1]))
		if err != nil {
			return nil, err
		}
		objects = append(objects, pdfObject{number: i + 1, at: at})
	}
	slices.SortFunc(objects, func(a, b pdfObject) int { return cmp.Compare(a.at, b.at) })
	for i := range objects {
		o, end := &objects[i], len(file)
		if i+1 < len(objects) {
			end = objects[i+1].at
		}
		start := fmt.Appendf(nil, "%d 0 obj\n", o.number)
		if o.at > end || end > len(file) || !bytes.HasPrefix(file[o.at:end], start) {
			return nil, fmt.Errorf("plots: object %d of a PDF is not where its table says", o.number)
		}
		o.body = file[o.at+len(start) : end]
	}
	if len(objects) == 0 {
		return nil, errors.New("plots: a PDF without objects")
	}
	return objects, nil
}

package parquet

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"sync"

	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
)

// A chunk is a column of a row group in the file.
type chunk struct {
	start, length int64
	rows          int64
	codec         compress.Compression
	optional      bool
	dictionary    bool  // whether it says where its dictionary is, which the library needs to seek
	index, bytes  int64 // offset and length of the page index, 0 if there is none

	once    sync.Once
	largest int64 // bytes that a page takes, as it is and unfolded, with its dictionary
	indexed bool  // whether there is a page index, and it is right
	err     error
}

// check goes over the pages once, before the library does: their sizes, their
// checksums, which the library ignores, and that they do not unfold to more than
// they say. most is the memory that a page may take.
func (c *chunk) check(r io.ReaderAt, most int64) error {
	c.once.Do(func() { c.err = guarded(func() error { return c.checkPages(r, most) }) })
	return c.err
}

func (c *chunk) checkPages(r io.ReaderAt, most int64) error {
	var pages []location
	var dictionary int64
	rows, end := int64(0), c.start+c.length
	for at := c.start; rows < c.rows; {
		h, n, err := readHeader(r, at, end)
		if err != nil {
			return err
		}
		if err := h.check(end-at-n, c.rows-rows); err != nil {
			return err
		}
		takes := h.compressed + h.unfolded
		if h.kind == dictionaryPage {
			takes += 24 * h.values // a slice each
		}
		if takes > most {
			return tooLarge(takes, most)
		}
		if err := h.checkBody(r, at+n, c.codec, c.optional); err != nil {
			return err
		}
		switch h.kind {
		case dictionaryPage:
			dictionary = max(dictionary, takes)
		case dataPage, dataPage2:
			pages = append(pages, location{at, n + h.compressed, rows})
			rows += h.values
			c.largest = max(c.largest, takes)
		}
		at += n + h.compressed
	}
	c.largest += dictionary
	c.indexed = (dictionary == 0 || c.dictionary) && c.hasIndex(r, pages)
	return nil
}

func tooLarge(bytes, most int64) error {
	return fmt.Errorf("its pages decompress to %d bytes; the limit for a file of this size is %d; write it with smaller pages", bytes, most)
}

// Types of pages.
const (
	dataPage       = 0
	dictionaryPage = 2
	dataPage2      = 3
)

// A header is what stands before a page.
type header struct {
	kind                 int64
	unfolded, compressed int64
	checksum             int64
	hasChecksum, folded  bool
	values, rows         int64 // rows only in version 2
	levels               int64 // bytes that are never compressed
	encoding             int64
	levelEncoding        int64 // only in version 1
}

// set takes a field, called as in a walk.
func (h *header) set(field int, v int64) {
	switch field {
	case 1:
		h.kind = v
	case 2:
		h.unfolded = v
	case 3:
		h.compressed = v
	case 4:
		h.checksum, h.hasChecksum = v, true
	case 501, 701, 801:
		h.values = v
	case 502, 804:
		h.encoding = v
	case 503:
		h.levelEncoding = v
	case 803:
		h.rows = v
	case 805, 806:
		h.levels += v
		if v < 0 {
			h.levels = -1 << 40
		}
	case 807:
		h.folded = v == 1
	}
}

// readHeader reads the header of the page at an offset, and its length.
func readHeader(r io.ReaderAt, at, end int64) (header, int64, error) {
	const longest = 4 << 20 // it may have the least and the greatest value of the page
	for n := int64(256); ; n *= 8 {
		n = min(n, end-at, longest)
		content := make([]byte, n)
		if _, err := r.ReadAt(content, at); err != nil {
			return header{}, 0, err
		}
		h := header{folded: true}
		w := walk{content: content, integer: h.set}
		err := w.structure(0, 0)
		if errors.Is(err, errShort) && n < min(end-at, longest) {
			continue
		}
		return h, int64(w.at), err
	}
}

// check compares the sizes with the bytes and the rows that are left.
func (h *header) check(bytes, rows int64) error {
	switch {
	case h.compressed < 0 || h.compressed > bytes:
		return fmt.Errorf("a page has %d bytes, but only %d remain in its column", h.compressed, bytes)
	case h.unfolded < 0:
		return fmt.Errorf("a page decompresses to %d bytes", h.unfolded)
	case h.kind == dictionaryPage && (h.values < 0 || h.values > h.unfolded):
		return fmt.Errorf("a dictionary of %d bytes has %d values", h.unfolded, h.values)
	case h.kind != dataPage && h.kind != dataPage2:
		return nil
	case h.values < 0 || h.values > rows:
		return fmt.Errorf("a page has %d values, but only %d remain in its column", h.values, rows)
	case h.kind == dataPage2 && h.rows != h.values:
		return fmt.Errorf("a page has %d values for %d rows", h.values, h.rows)
	case h.levels < 0 || h.levels > min(h.compressed, h.unfolded):
		return fmt.Errorf("a page of %d bytes has %d bytes of levels", h.compressed, h.levels)
	}
	return nil
}

var unfold = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderLowmem(true))
})

// checkBody reads the page at an offset.
func (h *header) checkBody(r io.ReaderAt, at int64, codec compress.Compression, optional bool) error {
	body := make([]byte, h.compressed)
	if _, err := r.ReadAt(body, at); err != nil {
		return err
	}
	if h.hasChecksum && h.checksum != 0 && uint32(h.checksum) != crc32.ChecksumIEEE(body) {
		return errors.New("a page does not match its checksum; it has changed since it was written")
	}
	want := h.unfolded
	if h.kind == dataPage2 {
		body, want = body[h.levels:], want-h.levels
		if !h.folded {
			codec = compress.Codecs.Uncompressed
		}
	}
	got := want
	var content []byte
	switch codec {
	case compress.Codecs.Uncompressed:
		content, got = body, int64(len(body))
	case compress.Codecs.Snappy:
		n, err := snappy.DecodedLen(body)
		if err != nil {
			return err
		}
		got = int64(n)
	case compress.Codecs.Zstd:
		d, err := unfold()
		if err != nil {
			return err
		}
		if content, err = d.DecodeAll(body, make([]byte, 0, want)); err != nil {
			return err
		}
		got = int64(len(content))
	case compress.Codecs.Gzip, compress.Codecs.Brotli:
		if want == 0 { // the library would unfold whatever there is
			got = int64(len(body) / 64)
		}
	}
	if got != want {
		return fmt.Errorf("a page decompresses to %d bytes, but its header says %d", got, want)
	}
	if h.kind == dictionaryPage || h.encoding < deltaNumbers || h.encoding > deltaTexts {
		return nil
	}
	if content == nil {
		c, err := compress.GetCodec(codec)
		if err != nil {
			return err
		}
		if content, err = compress.Decode(c, make([]byte, want), body); err != nil {
			return err
		}
	}
	return h.checkDelta(content, optional)
}

// A location is where a page lies, with its header, and its first row.
type location struct{ offset, length, row int64 }

// hasIndex reports whether the page index lists the pages there are.
func (c *chunk) hasIndex(r io.ReaderAt, pages []location) bool {
	content := make([]byte, c.bytes)
	if _, err := r.ReadAt(content, c.index); err != nil || c.bytes == 0 {
		return false
	}
	var listed []location
	var l location
	w := walk{content: content, integer: func(field int, v int64) {
		switch field {
		case 101:
			l.offset = v
		case 102:
			l.length = v
		case 103:
			l.row = v
		}
	}, end: func(field int) {
		if field == 1 {
			listed = append(listed, l)
		}
	}}
	return w.structure(0, 0) == nil && slices.Equal(listed, pages)
}

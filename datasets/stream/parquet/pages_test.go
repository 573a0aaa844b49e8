package parquet

import (
	"bytes"
	"hash/crc32"
	"slices"
	"testing"

	"github.com/apache/arrow-go/v18/parquet/compress"

	"linclass/lclass"
)

// A page that unfolds to another size than its header says, or has another checksum, is
// an error before the library unfolds it.
func TestCheckBody(t *testing.T) {
	content := bytes.Repeat([]byte("page "), 1000)
	fold := func(c compress.Compression) []byte {
		codec := lclass.Must(compress.GetCodec(c))
		return codec.Encode(make([]byte, codec.CompressBound(int64(len(content)))), content)
	}
	for name, c := range map[string]struct {
		codec    compress.Compression
		unfolded int
		checksum uint32 // added to what is right
		fine     bool
	}{
		"uncompressed": {compress.Codecs.Uncompressed, 5000, 0, true},
		"snappy":       {compress.Codecs.Snappy, 5000, 0, true}, "snappy, shorter": {compress.Codecs.Snappy, 4999, 0, false},
		"zstd": {compress.Codecs.Zstd, 5000, 0, true}, "zstd, shorter": {compress.Codecs.Zstd, 50, 0, false}, "zstd, longer": {compress.Codecs.Zstd, 5001, 0, false},
		"gzip": {compress.Codecs.Gzip, 5000, 0, true}, "gzip, of nothing": {compress.Codecs.Gzip, 0, 0, true},
		"checksum": {compress.Codecs.Gzip, 5000, 1, false},
	} {
		body := fold(c.codec)
		h := header{kind: dataPage, folded: true, compressed: int64(len(body)), unfolded: int64(c.unfolded), hasChecksum: true}
		h.checksum = int64(int32(crc32.ChecksumIEEE(body) + c.checksum))
		if err := h.checkBody(bytes.NewReader(body), 0, c.codec, false); (err == nil) != c.fine {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// Sizes that do not fit the bytes and the rows that are left are errors.
func TestCheckHeader(t *testing.T) {
	const bytes, rows = 1000, 100
	for name, h := range map[string]header{
		"":                        {kind: dataPage, compressed: 1000, unfolded: 5000, values: 100},
		"a page too long":         {kind: dataPage, compressed: 1001, unfolded: 5000, values: 100},
		"a negative page":         {kind: dataPage, compressed: -1, unfolded: 5000, values: 100},
		"a negative size":         {kind: dataPage, compressed: 10, unfolded: -1, values: 100},
		"too many values":         {kind: dataPage, compressed: 10, unfolded: 50, values: 101},
		"negative values":         {kind: dataPage2, compressed: 10, unfolded: 50, values: -1, rows: -1},
		"values that are no rows": {kind: dataPage2, compressed: 10, unfolded: 50, values: 50, rows: 49},
		"levels too long":         {kind: dataPage2, compressed: 10, unfolded: 50, levels: 11},
		"a dictionary of nothing": {kind: dictionaryPage, compressed: 10, unfolded: 50, values: 1<<31 - 1},
	} {
		if err := h.check(bytes, rows); (err == nil) != (name == "") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// Numbers as differences are passed over to what follows, and blocks that are too long
// are errors.
func TestSkipDelta(t *testing.T) {
	// By the format's description: blocks of 128 numbers in 4 parts, 34 numbers from 7
	// on; one block with the least difference 0, a part of 2 bits each, one of 0 bits, and
	// two that are not there.
	head := []byte{0x80, 0x01, 4, 34, 14}
	block := append([]byte{0, 2, 0, 0, 0}, make([]byte, 8)...)
	for name, c := range map[string]struct {
		content []byte
		rest    string
		fine    bool
	}{
		"one block":    {slices.Concat(head, block, []byte("rest")), "rest", true},
		"one number":   {[]byte{0x80, 0x01, 4, 1, 14, 'x'}, "x", true},
		"no number":    {[]byte{0x80, 0x01, 4, 0, 0}, "", true},
		"cut off":      {slices.Concat(head, block[:12]), "", false},
		"no block":     {head, "", false},
		"no parts":     {[]byte{0x80, 0x01, 0, 34, 14}, "", false},
		"a long block": {[]byte{0x80, 0x80, 0x80, 0x08, 4, 34, 14, 0, 0, 0, 0, 0}, "", false},
	} {
		if rest, err := skipDelta(c.content); (err == nil) != c.fine || string(rest) != c.rest {
			t.Errorf("%s: %q, error %v", name, rest, err)
		}
	}
}

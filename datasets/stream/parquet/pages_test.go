package parquet

import (
	"bytes"
	"hash/crc32"
	"testing"

	"github.com/apache/arrow-go/v18/parquet/compress"
)

// A page that unfolds to another size than its header says, or has another checksum, is
// an error before the library unfolds it.
func TestCheckBody(t *testing.T) {
	content := bytes.Repeat([]byte("page "), 1000)
	fold := func(c compress.Compression) []byte {
		codec, err := compress.GetCodec(c)
		if err != nil {
			t.Fatal(err)
		}
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
		if err := h.checkBody(bytes.NewReader(body), 0, c.codec); (err == nil) != c.fine {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

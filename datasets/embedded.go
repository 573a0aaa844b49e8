package datasets

import (
	"bytes"
	"compress/gzip"
	"embed"
	"path"

	"github.com/go-gota/gota/dataframe"

	"linclass/datasets/internal/table"
	"linclass/lclass"
)

//go:embed embedded/*.csv embedded/*.gz
var embedded embed.FS

// The embedded files were checked when they were made and again by the tests,
// so reading them cannot fail.

func embeddedTable(name string, columns []table.Column) dataframe.DataFrame {
	content := lclass.Must(embedded.ReadFile(path.Join("embedded", name)))
	return lclass.Must(table.Parse(name, content, columns))
}

func embeddedGzip(name string) *gzip.Reader {
	content := lclass.Must(embedded.ReadFile(path.Join("embedded", name)))
	return lclass.Must(gzip.NewReader(bytes.NewReader(content)))
}

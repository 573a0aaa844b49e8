//go:build !noparquet

package cluster_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"linclass/cluster"
)

// A row is one of those that write writes.
type row struct {
	X1    float64 `parquet:"x1"`
	X2    float64 `parquet:"x2"`
	X3    float64 `parquet:"x3"`
	Class string  `parquet:"class,dict"`
}

// toParquet writes the same rows as a CSV file to a Parquet file.
func toParquet(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for _, r := range records[1:] {
		var x [3]float64
		for j := range x {
			if x[j], err = strconv.ParseFloat(r[j], 64); err != nil {
				t.Fatal(err)
			}
		}
		rows = append(rows, row{x[0], x[1], x[2], r[3]})
	}
	if err := parquet.WriteFile(to, rows); err != nil {
		t.Fatal(err)
	}
}

// Shards in Parquet give the bits of the same rows in CSV.
func TestParquetShards(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	write(t, dir, 3, 200, two)
	for _, name := range []string{"part-00", "part-01", "part-02"} {
		toParquet(t, filepath.Join(dir, name+".csv"), filepath.Join(other, name+".parquet"))
	}
	w, err := cluster.NewWorker("parquet", "w", cluster.Files{Folder: other, Pattern: "*.parquet", Columns: two})
	if err != nil {
		t.Fatal(err)
	}
	if s, table := w.Shards(), w.Table(); len(s) != 3 || s[2].N != 200 || strings.Join(table.Features, " ") != "x1 x2 x3" {
		t.Fatalf("shards %v, table %v", s, table)
	}
	c := newServer(t).client()
	serve(t, c, w)
	shards, err := cluster.Open(t.Context(), c, cluster.Options{Set: "parquet", Shards: 3, Patience: patience})
	if err != nil {
		t.Fatal(err)
	}
	defer shards.Close()
	spec := cluster.Spec{Learner: "Logistic", Prepare: []cluster.Step{standardize}}
	m, err := shards.Fit(t.Context(), spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	same(t, m, alone(t, dir, spec, two))
}

// Lclass-worker holds shards of samples and computes sums over them for lclass-fit, until
// it is interrupted.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"linclass/cluster"
	"linclass/cluster/internal/command"
)

// version is that of a release; tools/dist.sh sets it.
var version string

func main() {
	var server command.Server
	var files cluster.Files
	var set, name, categories, part string
	host, _ := os.Hostname()
	c := &cobra.Command{
		Use:   "lclass-worker --folder DIR --pattern PATTERN --target COLUMN",
		Short: "Hold shards of samples for fits on many machines",
		Long: `lclass-worker holds the files that match a pattern, as shards, and computes sums over
them for lclass-fit. Only sums leave it. With --raw the names of categories also leave it
and, to fill missing values with the most frequent number, the numbers of a column. The
formats are CSV (.csv, .tsv), Parquet (.parquet), svmlight (.svm, .svmlight, .libsvm) and
IDX (-idx3-ubyte beside its labels).

A shard is identified by its path below the folder. If a worker dies, another one that has
the same file at the same path, as in a shared folder, takes over its shards.`,
		Args:    cobra.NoArgs,
		Version: version,
		RunE: func(c *cobra.Command, _ []string) error {
			if part != "" {
				var rest string
				if n, _ := fmt.Sscanf(part+" ", "%d/%d%s", &files.Part, &files.Of, &rest); n != 2 || files.Of < 1 {
					return fmt.Errorf("--part %q; write it as 0/3, 1/3 or 2/3", part)
				}
			}
			var err error
			if files.Columns.Categories, err = read(categories); err != nil {
				return err
			}
			w, err := cluster.NewWorker(set, name, files)
			if err != nil {
				return err
			}
			tell(c, w, name, set)
			client, err := server.Dial(c.Context(), 0, c.ErrOrStderr())
			if err != nil {
				return err
			}
			defer client.Close()
			return w.Run(c.Context(), client)
		},
	}
	server.Flags(c)
	f := c.Flags()
	f.StringVar(&set, "set", "default", "the set of workers that this one belongs to")
	f.StringVar(&name, "name", host, "the name of this worker in its set; keep it after a restart")
	f.StringVar(&files.Folder, "folder", ".", "the folder of the shards, or s3://bucket/prefix")
	f.StringVar(&files.Cache, "cache", "", "the folder for copies of shards from S3 (default lclass in the user's cache directory)")
	f.StringVar(&files.Pattern, "pattern", "", "which files of the folder are its shards, such as 'part-*.csv'")
	f.StringVar(&part, "part", "", "i/n: only every n-th file that matches, from number i on, counted from 0")
	f.BoolVar(&files.Memory, "memory", false, "keep the features in memory, as --raw does; otherwise they are read again in every pass")
	f.StringVar(&files.Columns.Target, "target", "", "the column to predict, for CSV and Parquet")
	f.StringSliceVar(&files.Columns.Features, "features", nil, "the columns to predict from; by default all others")
	f.StringVar(&files.Columns.Weight, "weight", "", "the column of weights")
	f.StringVar(&files.Columns.Offset, "offset", "", "the column of offsets")
	f.StringSliceVar(&files.Classes, "classes", nil, "the classes of the target, in order; needed unless every shard has all; for svmlight and IDX the labels, such as -1,1")
	f.StringVar(&categories, "categories", "", `a JSON file with the categories of text columns: {"carrier": ["AA", "DL"]}`)
	f.BoolVar(&files.Columns.Raw, "raw", false, "keep texts and missing values of CSV and Parquet, for a fit with the steps impute and oneHot; all samples are then in memory")
	f.StringSliceVar(&files.Columns.Categorical, "categorical", nil, "with --raw: text columns whose texts look like numbers, or are all missing in some shard")
	f.IntVar(&files.Features, "width", 0, "the number of features of svmlight files")
	f.BoolVar(&files.ZeroBased, "zero-based", false, "the first feature of svmlight files has the index 0, not 1")
	c.MarkFlagRequired("pattern")
	command.Run(c)
}

// read returns the categories in a JSON file, none for the name "".
func read(file string) (categories map[string][]string, err error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &categories); err != nil {
		return nil, fmt.Errorf("--categories %s: %w", file, err)
	}
	return categories, nil
}

// tell says what the worker holds.
func tell(c *cobra.Command, w *cluster.Worker, name, set string) {
	t := w.Table()
	samples := 0
	for _, s := range w.Shards() {
		fmt.Fprintf(c.OutOrStdout(), "%s: %d samples\n", s.Name, s.N)
		samples += s.N
	}
	fmt.Fprintf(c.OutOrStdout(), "worker %s of set %s: %d shards, %d samples, %d features", name, set, len(w.Shards()), samples, len(t.Features))
	if t.Classes != nil {
		fmt.Fprintf(c.OutOrStdout(), ", target %s of %s", t.Target, strings.Join(t.Classes, ", "))
	}
	if t.Mixed != "" {
		fmt.Fprintf(c.OutOrStdout(), ", target %s for regression alone: %s", t.Target, t.Mixed)
	}
	fmt.Fprintln(c.OutOrStdout())
}

package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"

	"linclass/datasets/stream"
	"linclass/datasets/svmlight"
	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/lclass/shard"
)

// Files are the shards of a worker.
type Files struct {
	// Folder holds the files, and Pattern, as in path.Match, selects the worker's shards
	// among those below it. The name gives the format: .csv, .tsv, .parquet, .svm,
	// .svmlight or .libsvm, or IDX for names with "-idx3-ubyte" or "-idx2-ubyte". The
	// labels of an IDX file are in the file whose name has "labels" for "images" and
	// "idx1" for "idx3" or "idx2".
	//
	// Folder may be s3://bucket/prefix. The worker then copies its shards to Cache when
	// it starts, with the credentials that the aws command would use: AWS_ACCESS_KEY_ID
	// and AWS_SECRET_ACCESS_KEY, its credentials file, or those of the machine.
	// AWS_REGION names the region, and AWS_ENDPOINT_URL a server other than Amazon's.
	Folder, Pattern string
	// Cache is the folder for copies of shards from S3; empty means lclass in the user's
	// cache directory.
	Cache string
	// Part and Of select every Of-th matching file, starting with number Part, counted
	// from 0, for workers that share a folder. Of = 0 means all.
	Part, Of int
	// Columns assigns roles to the columns of CSV and Parquet files. With Columns.Raw the
	// shards are in memory, and the steps of a fit encode texts and fill missing values.
	Columns stream.Options
	// Classes names the classes of the target, in order, in files of all formats: for CSV
	// and Parquet as Columns.Categories does, and for svmlight and IDX by the digits of the
	// labels. Name them unless every shard has samples of all classes.
	Classes []string
	// Features is the number of features of svmlight files; 0 means as many as the file
	// has.
	Features int
	// ZeroBased means that the first feature of svmlight files has the index 0, as
	// scikit-learn writes it, and not 1. It is not detected, because a shard may lack the
	// index 0.
	ZeroBased bool
	// Memory keeps the features in memory as float64, or sparse for svmlight files.
	// Otherwise they are read again in every pass.
	Memory bool
}

// names returns the shards in alphabetical order.
func (f Files) names() ([]string, error) {
	if f.Of < 0 || f.Part < 0 || f.Of > 0 && f.Part >= f.Of {
		return nil, invalid.Setting("cluster: Files.Part", f.Part, "parts are numbered from 0, and Of = %d", f.Of)
	}
	all, err := f.matching()
	if err != nil {
		return nil, fmt.Errorf("cluster: pattern %q: %w", f.Pattern, err)
	}
	if len(all) == 0 {
		return nil, invalid.Worded("Files.Pattern", f.Pattern, "cluster: no file of folder %s matches %q", f.Folder, f.Pattern)
	}
	if f.Of == 0 {
		return all, nil
	}
	var mine []string
	for i := f.Part; i < len(all); i += f.Of {
		mine = append(mine, all[i])
	}
	return mine, nil
}

// matching returns the names that match the pattern.
func (f Files) matching() ([]string, error) {
	if !strings.HasPrefix(f.Folder, s3Scheme) {
		return fs.Glob(os.DirFS(f.Folder), f.Pattern)
	}
	b, err := openBucket(f.Folder)
	if err != nil {
		return nil, err
	}
	return b.matching(context.Background(), f.Pattern)
}

// local returns the file with that name, which it copies from S3 if it is there.
func (f Files) local(name string) (string, error) {
	if !filepath.IsLocal(name) {
		return "", fmt.Errorf("cluster: shard %q is not in the folder", name)
	}
	if !strings.HasPrefix(f.Folder, s3Scheme) {
		return filepath.Join(f.Folder, filepath.FromSlash(name)), nil
	}
	b, err := openBucket(f.Folder)
	if err != nil {
		return "", err
	}
	cache := f.Cache
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("cluster: set Cache, the folder for copies of shards: %w", err)
		}
		cache = filepath.Join(user, "lclass")
	}
	file, err := b.download(context.Background(), name, cache)
	if err != nil {
		return "", fmt.Errorf("cluster: shard %s of %v: %w", name, b, err)
	}
	return file, nil
}

// open reads a shard.
func (f Files) open(name string) (*held, error) {
	file, err := f.local(name)
	if err != nil {
		return nil, err
	}
	hash := sha256.New()
	var d *lclass.Data
	read := []string{file}
	raw := false
	columns := f.columns()
	switch ext := strings.ToLower(path.Ext(name)); {
	case ext == ".csv":
		raw = f.Columns.Raw
		d, err = stream.CSV(file, columns)
	case ext == ".tsv":
		raw = f.Columns.Raw
		d, err = stream.CSVWith(file, '\t', columns)
	case ext == ".parquet":
		raw = f.Columns.Raw
		d, err = openParquet(file, columns)
	case ext == ".svm" || ext == ".svmlight" || ext == ".libsvm":
		d, err = f.svmlight(file)
	case strings.Contains(name, "-idx3-ubyte") || strings.Contains(name, "-idx2-ubyte"):
		dir, base := path.Split(name)
		labels, err := f.local(dir + strings.NewReplacer("images", "labels", "idx3", "idx1", "idx2", "idx1").Replace(base))
		if err != nil {
			return nil, err
		}
		read = append(read, labels)
		if d, err = stream.IDX(file, labels, f.Classes...); err != nil {
			return nil, err
		}
	default:
		return nil, invalid.Reworded(&stream.FileError{Path: file, Is: "of an unknown format"}, "cluster: the format of %s is not known by its name; rename it to end in .csv, .tsv, .parquet, .svm or -idx3-ubyte", file)
	}
	if errors.Is(err, lclass.ErrNoSamples) {
		return nil, fmt.Errorf("cluster: shard %s cannot be summed: %w; remove the file, or merge it with another shard", name, err)
	}
	if err != nil {
		return nil, err
	}
	for _, file := range read {
		if err := addFile(hash, file); err != nil {
			return nil, err
		}
	}
	if f.Memory && !raw && !strings.Contains(path.Ext(name), "svm") {
		if d, err = inMemory(d); err != nil {
			return nil, err
		}
	}
	if d.N() == 0 {
		return nil, fmt.Errorf("cluster: %s: %w", file, lclass.ErrNoSamples)
	}
	return &held{Shard{name, d.N(), hex.EncodeToString(hash.Sum(nil))}, d, raw, f.ZeroBased, map[string]shard.Evaluator{}}, nil
}

// columns returns those of CSV and Parquet, with the classes.
func (f Files) columns() stream.Options {
	o := f.Columns
	if f.Classes != nil {
		o.Categories = maps.Clone(o.Categories)
		if o.Categories == nil {
			o.Categories = map[string][]string{}
		}
		o.Categories[o.Target] = f.Classes
	}
	return o
}

func (f Files) svmlight(file string) (*lclass.Data, error) {
	o := svmlight.Options{Features: f.Features, Base: svmlight.OneBased, Classes: f.Classes}
	if f.ZeroBased {
		o.Base = svmlight.ZeroBased
	}
	read := svmlight.Open
	if f.Memory {
		read = svmlight.Read
	}
	d, err := read(file, o)
	if e, ok := errors.AsType[*svmlight.Error](err); ok && !f.ZeroBased && strings.HasPrefix(e.Text, "0:") {
		err = fmt.Errorf("cluster: %w; if the first feature has the index 0, start all workers with --zero-based (Files.ZeroBased)", err)
	}
	return d, err
}

func addFile(w io.Writer, file string) error {
	r, err := os.Open(file)
	if err == nil {
		_, err = io.Copy(w, r)
		err = errors.Join(err, r.Close())
	}
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	return nil
}

// inMemory returns the same samples with features that are read once.
func inMemory(d *lclass.Data) (*lclass.Data, error) {
	x := d.Matrix()
	if err := d.Err(); err != nil {
		return nil, err
	}
	n, width := x.Dims()
	blocks := lclass.Blocks{N: n, D: width, Features: d.Features(), Read: func(dst []float64, lo, hi int) error {
		copy(dst, x.RawMatrix().Data[lo*width:hi*width])
		return nil
	}}
	var m *lclass.Data
	var err error
	if d.Y() != nil {
		m, err = lclass.RegressionFromMatrix(blocks, d.Y())
	} else {
		m, err = lclass.FromMatrix(blocks, d.T(), d.Classes())
	}
	if err == nil && d.Weight() != nil {
		m, err = m.WithWeight(d.Weight())
	}
	if err == nil && d.Offset() != nil {
		m, err = m.WithOffset(d.Offset())
	}
	if err != nil {
		return nil, err
	}
	return m.WithTarget(d.Target()), nil
}

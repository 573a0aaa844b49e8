// Lclass-data fetches the data sets that linclass does not embed.
//
// Usage:
//
//	lclass-data [all|mnist|titanic]
//	lclass-data sum <FILE
//
// Files that are already in LCLASS_DATA or in the cache, with the published content, stay
// as they are. The others are downloaded into the cache: LCLASS_CACHE, or lclass in the
// user's cache directory. An interrupted download is resumed.
//
// With sum it prints the SHA-256 of its input in hex, with which notebook cells check
// what they read.
//
// The exit code is 0 if the data are there, 1 if not, 2 for a wrong command
// line and 130 after an interrupt.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"

	"linclass/datasets/internal/download"
	"linclass/datasets/internal/store"
)

const (
	exitMissing     = 1
	exitUsage       = 2
	exitInterrupted = 130
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if slices.Equal(args, []string{"sum"}) {
		return sum(stdin, stdout, stderr)
	}
	sets, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		return exitUsage
	}
	code := 0
	for _, set := range sets {
		if err := provideSet(ctx, set, stdout, stderr); err != nil {
			fmt.Fprintln(stderr, "lclass-data:", err)
			code = exitMissing
		}
		if ctx.Err() != nil {
			return exitInterrupted
		}
	}
	return code
}

// sum prints the SHA-256 of the input.
func sum(stdin io.Reader, stdout, stderr io.Writer) int {
	h := sha256.New()
	if _, err := io.Copy(h, stdin); err != nil {
		fmt.Fprintln(stderr, "lclass-data:", err)
		return exitMissing
	}
	fmt.Fprintf(stdout, "%x\n", h.Sum(nil))
	return 0
}

func provideSet(ctx context.Context, set store.Set, stdout, stderr io.Writer) error {
	for _, f := range set.Files {
		if err := provide(ctx, f, stdout, stderr); err != nil {
			return err
		}
	}
	return nil
}

// parse returns the sets that the command line names.
func parse(args []string, stderr io.Writer) ([]store.Set, error) {
	flags := flag.NewFlagSet("lclass-data", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintf(stderr, "usage: lclass-data [all|mnist|titanic]\n       lclass-data sum <FILE\n\n"+
			"Fetches data sets into the cache, unless they are already there or in %s,\nor prints the SHA-256 of its input.\n"+
			"%s names another cache directory, %s another place to download from.\n",
			store.DataVariable, store.CacheVariable, store.MirrorVariable)
	}
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	name := "all"
	if flags.NArg() > 0 {
		name = flags.Arg(0)
	}
	if flags.NArg() > 1 {
		flags.Usage()
		return nil, errors.New("too many arguments")
	}
	if name == "all" {
		return store.Sets, nil
	}
	k := slices.IndexFunc(store.Sets, func(s store.Set) bool { return s.Name == name })
	if k < 0 {
		fmt.Fprintf(stderr, "lclass-data: there is no data set %q\n", name)
		flags.Usage()
		return nil, errors.New("unknown data set")
	}
	return store.Sets[k : k+1], nil
}

// provide says where f is, or fetches it.
func provide(ctx context.Context, f store.File, stdout, stderr io.Writer) error {
	path, err := f.Find(nil)
	if err == nil {
		fmt.Fprintf(stdout, "%s: already there, %s\n", f.Path(), path)
		return nil
	}
	var missing *store.MissingError
	if !errors.As(err, &missing) {
		return err
	}
	if store.Offline() {
		return fmt.Errorf("%w; %s forbids the download", err, store.OfflineVariable)
	}
	dir, err := store.CacheDir()
	if err != nil {
		return fmt.Errorf("%w; set %s", err, store.CacheVariable)
	}
	if err := (download.Client{Progress: stderr}).Fetch(ctx, f, dir); err != nil {
		if missing.Damaged != nil {
			return fmt.Errorf("%w; the download failed: %w", missing, err)
		}
		return err
	}
	path, err = f.Find(nil)
	if err == nil {
		fmt.Fprintf(stdout, "%s: fetched, %s\n", f.Path(), path)
	}
	return err
}

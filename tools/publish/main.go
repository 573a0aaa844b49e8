// Publish gives the modules of a clone another path, wherever files name it:
//
//	publish [-C CLONE] MODULE
//
// What it does can be undone by the path of before, and done twice it changes nothing.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("publish: ")
	clone := flag.String("C", ".", "the directory of the clone")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: publish [-C CLONE] MODULE, such as github.com/OWNER/NAME")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 || flag.Arg(0) == "" {
		fmt.Fprintln(os.Stderr, "publish: name the new path: make publish-as MODULE=github.com/OWNER/NAME")
		flag.Usage()
		os.Exit(2)
	}
	changed, err := publish(*clone, flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d files changed; docs/release.md has the next commands\n", changed)
}

// publish returns the number of files that it changed. It writes none if it fails before.
func publish(clone, path string) (int, error) {
	// The path of before has no dot, as nobody can fetch it.
	if err := module.CheckImportPath(path); err != nil {
		return 0, err
	}
	if published(path) {
		if err := module.CheckPath(path); err != nil {
			return 0, err
		}
	}
	top, err := os.ReadFile(filepath.Join(clone, "go.mod"))
	if err != nil {
		return 0, err
	}
	r := renaming{modfile.ModulePath(top), path}
	names, err := files(clone)
	if err != nil || r.from == r.to {
		return 0, err
	}
	contents := map[string][]byte{}
	for _, name := range names {
		before, err := os.ReadFile(filepath.Join(clone, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed, and git does not know it yet
		}
		if err != nil {
			return 0, err
		}
		if bytes.IndexByte(before, 0) >= 0 {
			continue
		}
		if names := (renaming{r.to, r.from}).paths(string(before)); names != string(before) {
			return 0, fmt.Errorf("%s already has the path %s: the change could not be undone; choose another path", name, r.to)
		}
		after, err := r.file(name, before)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		if !bytes.Equal(before, after) {
			contents[name] = after
		}
	}
	for name, content := range contents {
		if err := write(filepath.Join(clone, name), content); err != nil {
			return 0, err
		}
	}
	return len(contents), nil
}

// published reports whether others can fetch a module of this path.
func published(path string) bool {
	host, _, _ := strings.Cut(path, "/")
	return strings.Contains(host, ".")
}

// files returns the names of the clone's files: those that git has, and new ones.
func files(clone string) ([]string, error) {
	list := exec.Command("git", "-C", clone, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("%s is not the clone of a git repository: %w", clone, err)
	}
	var found []string
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		info, err := os.Lstat(filepath.Join(clone, name))
		if err == nil && info.Mode().IsRegular() {
			found = append(found, name)
		}
	}
	return found, nil
}

// write keeps the mode of the file.
func write(name string, content []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

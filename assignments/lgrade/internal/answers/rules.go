package answers

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// apply refuses a declaration that uses what it may not, and notes which packages it
// uses. A name that is declared nowhere and has something selected is a
// package, imported or not: the kernel adds imports that are missing.
func (r Rules) apply(d *declaration, declared map[string][]*declaration, imported map[string]string) {
	for _, s := range d.selected {
		if declared[s.name] != nil {
			d.uses = append(d.uses, s.name)
			continue
		}
		path, allowed := r.find(s.name, imported)
		switch {
		case !allowed && path != "":
			d.refuse("%s: %s.%s belongs to package %q, which answers may not use; %s", d.at(s.line), s.name, s.symbol, path, r.allowed())
		case !allowed:
			d.refuse("%s: %s.%s: %s is neither declared nor a package that answers may use; %s", d.at(s.line), s.name, s.symbol, s.name, r.allowed())
		case s.changed:
			d.refuse("%s: changes %s.%s, which belongs to package %q", d.at(s.line), s.name, s.symbol, path)
		}
		if d.problem != "" {
			return
		}
		if names, limited := r.Symbols[path]; limited && !slices.Contains(names, s.symbol) {
			d.refuse("%s: this assignment does not allow %s.%s; of package %q it allows %s", d.at(s.line), s.name, s.symbol, path, strings.Join(names, ", "))
			return
		}
		d.packages[s.name] = path
	}
}

// find returns the import path that a package name stands for, "" if unknown.
func (r Rules) find(name string, imported map[string]string) (path string, allowed bool) {
	if path, ok := imported[name]; ok {
		return path, slices.Contains(r.Paths(), path)
	}
	for _, path := range r.Paths() {
		if packageName(path) == name {
			return path, true
		}
	}
	return "", false
}

// Paths returns the import paths of all packages that answers may use.
func (r Rules) Paths() []string {
	paths := slices.Clone(r.Imports)
	for path := range r.Symbols {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

func (r Rules) allowed() string {
	if paths := r.Paths(); len(paths) > 0 {
		return "allowed are " + strings.Join(paths, ", ")
	}
	return "no package is allowed"
}

var version = regexp.MustCompile(`^v[0-9]+$`)

// packageName guesses the name from the path, as it is for all that answers use.
func packageName(importPath string) string {
	base := path.Base(importPath)
	if version.MatchString(base) {
		base = path.Base(path.Dir(importPath))
	}
	return base
}

package intake

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"linclass/assignments/lgrade/internal/gradebook/table"
)

// A codePage is an encoding of names in ZIP files. A file does not say which it has.
type codePage struct {
	encoding encoding.Encoding // as DOS had it, which Windows still writes into ZIP files
	tables   encoding.Encoding // which the same computers write into tables
	name     string            // of tables
}

var (
	western = codePage{charmap.CodePage850, charmap.Windows1252, "windows-1252 (Western European)"}
	central = codePage{charmap.CodePage852, charmap.Windows1250, "windows-1250 (Central European)"}
)

// pages are those in which a roster can confirm names.
var pages = []codePage{
	western, central, {encoding: charmap.CodePage866, tables: charmap.Windows1251},
	{encoding: charmap.Windows1252}, {encoding: charmap.Windows1250}, {encoding: charmap.ISO8859_2},
	{encoding: korean.EUCKR}, {encoding: simplifiedchinese.GBK}, {encoding: traditionalchinese.Big5},
	{encoding: japanese.ShiftJIS}, {encoding: charmap.Windows874},
}

// pageOf returns the code page of computers whose tables are in an encoding; false if it is
// one of Windows whose counterpart we do not have.
func pageOf(tables string) (codePage, bool) {
	e := table.Encoding(tables)
	if e == nil {
		return codePage{}, false
	}
	for _, p := range pages {
		if p.tables == e {
			return p, true
		}
	}
	name, _ := htmlindex.Name(e)
	return codePage{encoding: e}, !strings.HasPrefix(name, "windows-125")
}

// read returns a name with slashes.
func (c codePage) read(raw string) string {
	name, err := c.encoding.NewDecoder().String(raw)
	if err != nil {
		name = strings.ToValidUTF8(raw, "\ufffd")
	}
	return strings.ReplaceAll(name, `\`, "/")
}

// files returns files whose names are not in UTF-8 with the names that they have in the code page.
func (c codePage) files(files []file) []file {
	files = slices.Clone(files)
	for i, f := range files {
		if f.raw != "" {
			files[i].path = path.Clean(c.read(f.raw))
		}
	}
	return files
}

// An owner is whoever a name in an archive means.
type owner struct {
	name   string // the id of a student in the roster
	unsure bool   // the name is not in the roster, and not in UTF-8
}

// owners returns whose the files are if their names are in the code page.
func (c codePage) owners(ctx context.Context, files []file, o Options) iter.Seq[owner] {
	files = known(c.files(files))
	all := parcels(ctx, files, commonFolder(ctx, files, o), o)
	return func(yield func(owner) bool) {
		for _, p := range all {
			who := owner{name: cmp.Or(p.key.Name, p.key.ID)}
			if s := o.Roster.Find(p.key); s != nil {
				who.name = s.ID
			} else if o.Roster.Team(p.key) == nil {
				who.unsure = p.files[0].raw != "" && strings.ContainsFunc(who.name, isForeign)
			}
			if ctx.Err() != nil || !yield(who) {
				return
			}
		}
	}
}

// certain returns the owners if all names that were not in UTF-8 are in the roster.
func (c codePage) certain(ctx context.Context, files []file, o Options) ([]owner, bool) {
	var all []owner
	for who := range c.owners(ctx, files, o) {
		if who.unsure {
			return nil, false
		}
		all = append(all, who)
	}
	return all, true
}

func isForeign(c rune) bool { return c >= utf8.RuneSelf }

// garbled reports whether the name has signs that no name has.
func (w owner) garbled() bool {
	return w.unsure && strings.ContainsFunc(w.name, func(c rune) bool {
		return isForeign(c) && !unicode.In(c, unicode.L, unicode.M, unicode.Nd, unicode.Zs) && !strings.ContainsRune("’–·・（）", c)
	})
}

// foreign reports whether the name has a word without plain letters, as in other alphabets.
func (w owner) foreign() bool {
	return w.unsure && slices.ContainsFunc(strings.Fields(w.name), func(word string) bool {
		return strings.ContainsFunc(word, isForeign) && !strings.ContainsFunc(word, func(c rune) bool { return !isForeign(c) && unicode.IsLetter(c) })
	})
}

// readNames returns the files of an archive. It reads names that are not in UTF-8 as Options
// say. If they do not say, it must be certain whom the names mean: all Latin code pages agree,
// or there is one in which all of the names are in the roster.
func readNames(ctx context.Context, archive string, files []file, o Options) ([]file, error) {
	if !slices.ContainsFunc(files, func(f file) bool { return f.raw != "" }) {
		return files, nil
	}
	if page, ok := pageOf(o.Encoding); ok {
		for who := range page.owners(ctx, files, o) {
			if who.garbled() {
				return nil, &nameError{archive, fmt.Errorf("a name in it is not in %s, the encoding in course.toml or of --encoding: name another one", o.Encoding)}
			}
		}
		return page.files(files), ctx.Err()
	}
	doubt := inDoubt(ctx, files, o)
	if doubt == "" {
		return western.files(files), ctx.Err()
	}
	refusal := &nameError{archive, errors.New(doubt + "; name the encoding, as encoding in course.toml or with --encoding, or pack the files with names in UTF-8")}
	var fit *codePage
	var owners []owner // if the names are in fit
	for _, page := range pages {
		found, ok := page.certain(ctx, files, o)
		switch {
		case !ok:
		case fit == nil:
			fit, owners = &page, found
		case !slices.Equal(found, owners):
			return nil, refusal
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if fit == nil {
		return nil, refusal
	}
	return fit.files(files), nil
}

// inDoubt says which name is not certain without the roster, "" if all are.
func inDoubt(ctx context.Context, files []file, o Options) string {
	next, stop := iter.Pull(central.owners(ctx, files, o))
	defer stop()
	for west := range western.owners(ctx, files, o) {
		centre, _ := next()
		if west == centre && !west.garbled() && !west.foreign() {
			continue
		}
		var readings []string
		for _, r := range []struct {
			owner
			codePage
		}{{west, western}, {centre, central}} {
			if r.unsure && !r.garbled() {
				readings = append(readings, fmt.Sprintf("%q in %s", r.owner.name, r.codePage.name))
			}
		}
		doubt := "a name in it is not in UTF-8, and its encoding is not certain"
		if len(readings) > 0 {
			doubt += ": it is " + strings.Join(readings, ", ")
		}
		return doubt
	}
	return ""
}

// A nameError is about an archive with a name that may be several.
type nameError struct {
	Path string
	err  error
}

func (e *nameError) Error() string { return e.Path + ": " + e.err.Error() }
func (e *nameError) Unwrap() error { return e.err }

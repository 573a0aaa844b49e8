package intake

import (
	"cmp"
	"context"
	"path"
	"regexp"
	"slices"
	"strings"

	"linclass/assignments/lgrade/internal/gradebook/roster"
)

// How the systems name what they hand over:
//
//	Moodle   Jane Doe_123_assignsubmission_file_/perceptron.ipynb, or without folders
//	Canvas   doejane_LATE_123_456_perceptron.ipynb
var (
	moodle = regexp.MustCompile(`^(.+)_(\d+)_assignsubmission_(?:file|onlinetext)_?(.*)$`)
	canvas = regexp.MustCompile(`^([^_/]+)_(LATE_)?(\d+)_(\d+)_(.+)$`)
)

// A parcel is the files that one student handed in.
type parcel struct {
	key       roster.Key
	late      bool
	timeless  bool // the times of the files are not those of handing in
	loose     bool // a file beside those of the students, as far as its name says
	files     []file
	stamp     string // the path of nbgrader's timestamp; "" if nbgrader has not made the folder
	submitted string // the name that Gradescope's list has for it; "" if another LMS named it
}

// parcels sorts the files below top by who handed them in.
func parcels(ctx context.Context, files []file, top string, o Options) []*parcel {
	dates := datesOf(files, top)
	var all []*parcel
	byName := map[string]*parcel{}
	for _, f := range files {
		if ctx.Err() != nil {
			return nil
		}
		rel := strings.TrimPrefix(strings.TrimPrefix(f.path, top), "/")
		if rel == metadataFile || strings.HasPrefix(rel, ".") {
			continue
		}
		name, p := parcelOf(rel, dates, o)
		if byName[name] == nil {
			byName[name] = p
			all = append(all, p)
		}
		p = byName[name]
		p.files = append(p.files, f)
	}
	return all
}

// datesOf returns the numbers in names like those of Canvas that belong to several people:
// the year of b001_2027_04_perceptron.ipynb. Canvas gives each student another number.
func datesOf(files []file, top string) map[string]bool {
	names, dates := map[string]string{}, map[string]bool{}
	for _, f := range files {
		m := canvas.FindStringSubmatch(strings.TrimPrefix(strings.TrimPrefix(f.path, top), "/"))
		if m == nil {
			continue
		}
		name, number := m[1], m[3]
		if before, seen := names[number]; seen && before != name {
			dates[number] = true
		}
		names[number] = name
	}
	return dates
}

// parcelOf says whose a file is, with a name that the files of one parcel share.
func parcelOf(rel string, dates map[string]bool, o Options) (name string, p *parcel) {
	first, _, inFolder := strings.Cut(rel, "/")
	if m := moodle.FindStringSubmatch(first); m != nil {
		return "moodle " + m[1] + "_" + m[2], &parcel{key: roster.Key{Name: strings.ReplaceAll(m[1], "_", " "), LMS: m[2]}}
	}
	id := stem(first, o.Assignment)
	if m := canvas.FindStringSubmatch(first); m != nil && !inFolder {
		key := roster.Key{Name: m[1], LMS: m[3]}
		if inRoster(m[1], o.Roster) {
			key.ID = m[1]
		}
		if !dates[m[3]] {
			return "canvas " + m[1] + "_" + m[3], &parcel{key: key, late: m[2] != "", timeless: true}
		}
		id = cmp.Or(key.ID, id)
	}
	if inFolder {
		return "folder " + first, &parcel{key: roster.Key{ID: first}, submitted: first}
	}
	key := roster.Key{ID: id}
	return "file " + id, &parcel{key: key, loose: o.Roster.Find(key) == nil}
}

// inRoster reports whether the roster has the id itself.
func inRoster(id string, r *roster.Roster) bool {
	s := r.Find(roster.Key{ID: id})
	return s != nil && strings.EqualFold(s.ID, id)
}

// copied is a name with the number that browsers and systems give to copies.
var copied = regexp.MustCompile(`^(.*\S)[ _-]*\(\d{1,2}\)$`)

// stem takes the extension, the number of a copy and the assignment's name from that of a
// file: "perceptron-b123 (1).ipynb" is b123's.
func stem(base, assignment string) string {
	name := strings.TrimSuffix(base, path.Ext(base))
	const between = " -_.()[]"
	if m := copied.FindStringSubmatch(name); m != nil && !strings.EqualFold(strings.Trim(m[1], between), assignment) {
		name = m[1]
	}
	lower := strings.ToLower(name)
	if rest, ok := strings.CutPrefix(lower, strings.ToLower(assignment)); ok && rest != "" && strings.ContainsRune(between, rune(rest[0])) {
		name = name[len(name)-len(rest):]
	} else if rest, ok := strings.CutSuffix(lower, strings.ToLower(assignment)); ok && rest != "" && strings.ContainsRune(between, rune(rest[len(rest)-1])) {
		name = name[:len(rest)]
	}
	return strings.Trim(name, between)
}

// commonFolder returns the folder that archives often put around everything. A
// student's own folder is none.
func commonFolder(ctx context.Context, files []file, o Options) string {
	top := ""
	for ctx.Err() == nil {
		next, wrapped := wrapper(files, top, o)
		if !wrapped {
			return top
		}
		top = path.Join(top, next)
	}
	return top
}

func wrapper(files []file, top string, o Options) (string, bool) {
	folder, inside := "", []string{}
	for _, f := range files {
		rel := strings.TrimPrefix(strings.TrimPrefix(f.path, top), "/")
		first, rest, deeper := strings.Cut(rel, "/")
		if !deeper || folder != "" && folder != first {
			return "", false
		}
		folder, inside = first, append(inside, rest)
	}
	if folder == "" || moodle.MatchString(folder) || o.Roster.Find(roster.Key{ID: folder}) != nil {
		return "", false
	}
	isStudents := func(rest string) bool {
		first, _, deeper := strings.Cut(rest, "/")
		if deeper {
			return !strings.EqualFold(first, o.Assignment)
		}
		return moodle.MatchString(first) || canvas.MatchString(first) ||
			isNotebook(first) && !strings.EqualFold(first, o.Assignment+".ipynb")
	}
	return folder, slices.ContainsFunc(inside, isStudents) || areStudents(inside, o)
}

// areStudents reports whether files in a folder are those of several students: archives, or
// files with names of the roster. The folder with the assignment's notebook is one student's.
func areStudents(inside []string, o Options) bool {
	archives, named := 0, false
	for _, name := range inside {
		id := stem(name, o.Assignment)
		if strings.EqualFold(id, o.Assignment) {
			return false
		}
		if isZip(name) {
			archives++
		}
		named = named || o.Roster.Find(roster.Key{ID: id}) != nil
	}
	return archives > 1 || named
}

// isHidden reports whether a file is a notebook that Jupyter or somebody has hidden. It does
// not count, but whose it is has handed in something.
func isHidden(f file) bool {
	return isNotebook(f.path) && isLitter(f.path) && !strings.Contains(f.path, "__MACOSX/") && !strings.HasPrefix(path.Base(f.path), "._")
}

// isLitter is for what systems leave in archives.
func isLitter(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") || part == "__MACOSX" || part == "Thumbs.db" || part == "desktop.ini" {
			return true
		}
	}
	return false
}

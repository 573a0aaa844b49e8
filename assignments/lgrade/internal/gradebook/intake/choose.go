package intake

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"linclass/assignments/lgrade/internal/gradebook/roster"
)

// sortOut makes submissions of files. It refuses files of nobody that are no
// notebooks, such as a roster that lies there. The folder is the name of the one that was
// listed, "" for an archive.
func sortOut(ctx context.Context, files []file, folder string, o Options) (all []Submission, refused []string, err error) {
	hidden := filter(files, isHidden)
	files = known(files)
	top := commonFolder(ctx, files, o)
	list, listErr := gradescope(files, top)
	nbgraders := path.Base(path.Join(folder, top)) == submittedFolder
	for _, p := range parcels(ctx, slices.Concat(files, hidden), top, o) {
		if nbgraders && p.submitted != "" {
			p.stamp = path.Join(top, p.submitted, o.Assignment, timestampFile)
		}
		s := choose(ctx, p, o)
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if p.loose && s.Path == "" {
			refused = append(refused, names(p.files)+": not a notebook, and its name fits no student")
			continue
		}
		if listErr != nil {
			s.Notes = append(s.Notes, listErr.Error())
		}
		if entry, ok := list[p.submitted]; ok {
			if keys := entry.keys(); keys != nil {
				s.Keys = keys
			}
			if t := entry.time(); !t.IsZero() {
				s.Time, s.Clock = t, "Gradescope"
			}
		}
		if !s.Time.IsZero() {
			s.Time = s.Time.In(o.Zone)
		}
		all = append(all, s)
	}
	return all, refused, ctx.Err()
}

// choose finds the notebook that counts among the files of a student, and says what
// else there is.
func choose(ctx context.Context, p *parcel, o Options) Submission {
	s := Submission{Keys: []roster.Key{p.key}, Late: p.late}
	note := func(format string, args ...any) { s.Notes = append(s.Notes, fmt.Sprintf(format, args...)) }

	files := known(slices.Clone(p.files))
	if len(files) == 0 {
		note("only hidden files, such as Jupyter's automatic copies: %s; hand in the notebook itself", names(p.files))
		s.Time, s.Clock = newest(p.files)
		return s
	}
	r := &reader{ctx: ctx}
	notebooks := r.look(r.pick(files, o.Assignment))
	all := files
	if !slices.ContainsFunc(notebooks, candidate.readable) {
		inside := r.unpack(files, o, note)
		if !slices.ContainsFunc(inside, func(f file) bool { return isNotebook(f.path) }) { // a zip in a zip
			inside = slices.Concat(filter(inside, isNoZip), r.unpack(inside, o, note))
		}
		all = slices.Concat(filter(files, isNoZip), inside)
		notebooks = append(notebooks, r.look(r.pick(inside, o.Assignment))...)
	}
	if len(notebooks) == 0 {
		note("no notebook among the files: %s", names(slices.Concat(filter(files, func(f file) bool { return isZip(f.path) }), all)))
		if packed := filter(all, isOtherArchive); len(packed) > 0 {
			note("%s: lgrade unpacks only ZIP files; hand in the notebook itself", names(packed))
		}
		s.Time, s.Clock = newest(files)
		return s
	}
	slices.SortStableFunc(notebooks, func(a, b candidate) int { return a.time.Compare(b.time) })
	last := notebooks[len(notebooks)-1]
	for _, f := range slices.Backward(notebooks) {
		if f.readable() {
			last = f
			break
		}
	}
	if others := different(notebooks, last); len(others) > 0 {
		note("%d different notebooks: %s counts as the newest that can be read, not %s", len(others)+1, last.path, names(others))
	}
	if !named(last.path, o.Assignment) {
		note("the file is not called %s.ipynb but %s", o.Assignment, path.Base(last.path))
	}
	if others := different(r.look(rest(all, notebooks)), last); len(others) > 0 {
		does := "is graded"
		if !last.readable() {
			does = "counts by its name but cannot be read"
		}
		note("%s %s; other files are not graded: %s", last.path, does, names(others))
	}
	if r.full {
		note("some files are not read: of one student, lgrade reads at most %d files and %d MB", mostRead, mostReadBytes>>20)
	}
	s.Path, s.read = last.path, last.read
	s.Time, s.Clock = last.time, last.clock
	if t, ok := timestamp(files, p.stamp); ok {
		s.Time, s.Clock = t, timestampFile
	} else if i := slices.IndexFunc(files, isTimestamp); i >= 0 {
		note("%s does not count as the time: only nbgrader's own does, %s/ID/%s/%s", files[i].path, submittedFolder, o.Assignment, timestampFile)
	}
	if p.timeless {
		s.Time, s.Clock = time.Time{}, ""
	}
	return s
}

// pick returns the notebooks, only those in the assignment's folder or with its
// name if there are such.
func (r *reader) pick(files []file, assignment string) []file {
	notebooks := filter(files, func(f file) bool { return isNotebook(f.path) })
	if len(notebooks) == 0 {
		notebooks = filter(files, r.looksLikeNotebook)
	}
	for _, better := range []func(file) bool{
		func(f file) bool { return inFolder(f.path, assignment) },
		func(f file) bool { return named(f.path, assignment) },
	} {
		if some := filter(notebooks, better); len(some) > 0 {
			notebooks = some
		}
	}
	return notebooks
}

// rest returns the notebooks and archives that are not among the picked. A notebook in a
// folder of its own name is that of another assignment.
func rest(files []file, picked []candidate) []file {
	isPicked := map[string]bool{}
	for _, c := range picked {
		isPicked[c.path] = true
	}
	return filter(files, func(f file) bool {
		if isPicked[f.path] {
			return false
		}
		ext := strings.ToLower(path.Ext(f.path))
		if ext == ".ipynb" {
			return !strings.EqualFold(path.Base(path.Dir(f.path))+ext, path.Base(f.path))
		}
		return isZip(f.path) || isOtherArchive(f)
	})
}

func isOtherArchive(f file) bool {
	return slices.Contains([]string{".rar", ".7z", ".tar", ".gz", ".tgz"}, strings.ToLower(path.Ext(f.path)))
}

func filter(files []file, keep func(file) bool) []file {
	var kept []file
	for _, f := range files {
		if keep(f) {
			kept = append(kept, f)
		}
	}
	return kept
}

func isNotebook(name string) bool { return strings.EqualFold(path.Ext(name), ".ipynb") }

func isNoZip(f file) bool { return !isZip(f.path) }

func isZip(name string) bool { return strings.EqualFold(path.Ext(name), ".zip") }

// looksLikeNotebook is for those that browsers saved with another extension.
func (r *reader) looksLikeNotebook(f file) bool {
	switch strings.ToLower(path.Ext(f.path)) {
	case ".json", ".txt", "":
		data, err := r.read(f)
		return err == nil && bytes.Contains(data, []byte(`"nbformat"`))
	}
	return false
}

func inFolder(name, folder string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(name), "/"), func(part string) bool { return strings.EqualFold(part, folder) })
}

// named reports whether a file has the assignment's name, with whatever systems and
// students put before or after it.
func named(name, assignment string) bool {
	return strings.Contains(strings.ToLower(path.Base(name)), strings.ToLower(assignment))
}

// unpack looks into the archives that students hand in.
func (r *reader) unpack(files []file, o Options, note func(string, ...any)) []file {
	var inside []file
	for _, f := range files {
		if !isZip(f.path) {
			continue
		}
		if len(inside) >= mostUnpacked {
			r.full = true
			break
		}
		found, err := unpacked(r.ctx, r.limited(f), o.Zone)
		if err != nil {
			note("%s cannot be unpacked: %v", f.path, err)
			continue
		}
		inside = append(inside, found...)
	}
	return inside
}

// different returns the files whose contents are not those of one, without those that the
// limits leave unread.
func different(files []candidate, one candidate) []file {
	var others []file
	for _, f := range files {
		if one.sum != nil && !errors.Is(f.err, tooMuch) && (f.sum == nil || *f.sum != *one.sum) {
			others = append(others, f.file)
		}
	}
	return others
}

func names(files []file) string {
	const most = 5
	var list []string
	for i, f := range files {
		if i == most {
			list = append(list, fmt.Sprintf("and %d more", len(files)-most))
			break
		}
		list = append(list, path.Base(f.path))
	}
	return strings.Join(list, ", ")
}

func newest(files []file) (time.Time, string) {
	last := slices.MaxFunc(files, func(a, b file) int { return cmp.Compare(a.time.UnixNano(), b.time.UnixNano()) })
	return last.time, last.clock
}

// Where nbgrader says when something was handed in: submitted/ID/NAME/timestamp.txt.
// Anywhere else students may have written the file themselves.
const (
	submittedFolder = "submitted"
	timestampFile   = "timestamp.txt"
)

func isTimestamp(f file) bool { return path.Base(f.path) == timestampFile }

// timestamp reads the file at the path that nbgrader writes to.
func timestamp(files []file, stamp string) (time.Time, bool) {
	i := slices.IndexFunc(files, func(f file) bool { return strings.EqualFold(f.path, stamp) })
	if i < 0 {
		return time.Time{}, false
	}
	data, err := files[i].read()
	if err != nil {
		return time.Time{}, false
	}
	return parseTimestamp(strings.TrimSpace(string(data)))
}

// parseTimestamp reads "2026-10-05 23:58:12.123456 Asia/Bangkok", with a name, an
// abbreviation or an offset of the zone, or with none, which is UTC.
func parseTimestamp(text string) (time.Time, bool) {
	for _, layout := range []string{"2006-01-02 15:04:05.999999999 -0700", "2006-01-02 15:04:05.999999999 UTC", "2006-01-02 15:04:05.999999999", time.RFC3339Nano} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	clock, name, ok := cutLast(text)
	if !ok {
		return time.Time{}, false
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.Time{}, false
	}
	t, err := time.ParseInLocation("2006-01-02 15:04:05.999999999", clock, zone)
	return t, err == nil
}

func cutLast(text string) (before, after string, ok bool) {
	i := strings.LastIndexByte(text, ' ')
	if i < 0 {
		return "", "", false
	}
	return text[:i], text[i+1:], true
}

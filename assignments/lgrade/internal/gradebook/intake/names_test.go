package intake

import (
	"archive/zip"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"linclass/assignments/lgrade/internal/gradebook/roster"
	"linclass/assignments/lgrade/internal/gradebook/table"
	"linclass/internal/errtest"
)

// notUTF8 marks names as those of old programs.
func notUTF8(h *zip.FileHeader) { h.NonUTF8 = true }

// class is a roster with names, whose ids are id1, id2, …
func class(names ...string) *roster.Roster {
	r := &roster.Roster{}
	for i, name := range names {
		first, last, _ := strings.Cut(name, " ")
		r.Students = append(r.Students, roster.Student{ID: "id" + string(rune('1'+i)), First: first, Last: last})
	}
	return r
}

// A ZIP file does not say in which code page its names are. They are read as they were
// written, or refused: a student must not become another one without a word.
func TestCodePages(t *testing.T) {
	european := class("Jiří Dvořák", "Łukasz Wałęsa", "Hélène Petit", "Søren Ørsted", "Jörg Müller", "José Muñoz", "Иван Петров", "伟 张", "민수 김")
	for _, c := range []struct {
		page     string
		folders  []string
		roster   *roster.Roster
		encoding string
		want     []string // ids; nil if the archive is refused
	}{
		{"cp850", []string{"Jörg Müller", "José Pérez"}, nil, "", []string{"José Pérez", "Jörg Müller"}},
		{"cp852", []string{"Jörg Müller", "Ann O'Brien"}, nil, "", []string{"Ann O'Brien", "Jörg Müller"}},
		{"cp852", []string{"b1", "Dvořák_99_assignsubmission_file_"}, nil, "", nil},
		{"cp850", []string{"Hélène Petit"}, nil, "", nil},
		{"cp850", []string{"Søren Ørsted"}, nil, "", nil},
		{"cp852", []string{"Jiří Dvořák"}, nil, "", nil},
		{"cp866", []string{"Иван Петров"}, nil, "", nil},
		{"cp866", []string{"Вага"}, nil, "", nil}, // "éáúá" in both Latin code pages
		{"gbk", []string{"张伟"}, nil, "", nil},
		{"euc-kr", []string{"이"}, nil, "", nil}, // "└╠" in both
		{"windows-1250", []string{"Jiří Dvořák"}, nil, "", nil},

		{"cp852", []string{"Jiří Dvořák", "Łukasz Wałęsa", "Ann O'Brien"}, european, "", []string{"Ann O'Brien", "id1", "id2"}},
		{"cp850", []string{"Hélène Petit", "Søren Ørsted"}, european, "", []string{"id3", "id4"}},
		{"windows-1252", []string{"Hélène Petit", "Søren Ørsted"}, european, "", []string{"id3", "id4"}},
		{"iso-8859-2", []string{"Łukasz Wałęsa"}, european, "", []string{"id2"}},
		{"cp866", []string{"Иван Петров"}, european, "", []string{"id7"}},
		{"gbk", []string{"张伟"}, european, "", []string{"id8"}},
		{"euc-kr", []string{"김민수"}, european, "", []string{"id9"}},
		{"cp852", []string{"Jiří Dvořák", "Čeněk Novák"}, european, "", nil},
		{"cp852", []string{"id1 Jiří", "id2 Łukasz"}, european, "", []string{"id1", "id2"}},

		{"cp852", []string{"Jiří Dvořák"}, nil, "cp852", []string{"Jiří Dvořák"}},
		{"cp852", []string{"Jiří Dvořák"}, nil, "windows-1250", []string{"Jiří Dvořák"}},
		{"cp850", []string{"Søren Ørsted"}, nil, "windows-1252", []string{"Søren Ørsted"}},
		{"cp866", []string{"Иван Петров"}, nil, "windows-1251", []string{"Иван Петров"}},
		{"gbk", []string{"张伟"}, nil, "gbk", []string{"张伟"}},
		{"cp852", []string{"Jiří Dvořák"}, european, "windows-1252", nil},
		{"cp850", []string{"Gökçe"}, nil, "windows-1254", []string{"Gökçe"}}, // whose counterpart cp857 we do not have
		{"cp850", []string{"Søren"}, nil, "windows-1254", nil},
	} {
		var files []string
		for _, folder := range c.folders {
			raw, err := table.Encoding(c.page).NewEncoder().String(folder)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, raw+"/perceptron.ipynb")
		}
		path := archive(t, notUTF8, files...)
		in, err := Open(t.Context(), []string{path}, Options{Assignment: "perceptron", Roster: c.roster, Encoding: c.encoding})
		if c.want == nil {
			errtest.Fails(t, err, &nameError{Path: path}, "--encoding")
			continue
		}
		if err != nil {
			t.Errorf("%q in %s: %v", c.folders, c.page, err)
			continue
		}
		var got []string
		for _, p := range in.People(c.roster) {
			if p.Submission != nil {
				got = append(got, p.ID)
			}
		}
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("%q in %s: %q, want %q", c.folders, c.page, got, c.want)
		}
	}
}

// Names of files within a student's folder mean nobody.
func TestCodePagesWithin(t *testing.T) {
	in := open(t, nil, archive(t, notUTF8, "b1/\xfdlut\x98.ipynb", "b2/\xd5\xc5.ipynb"))
	if len(in.Submissions) != 2 {
		t.Errorf("%+v", in.Submissions)
	}
}

func TestCodePageError(t *testing.T) {
	path := archive(t, notUTF8, "S\x9bren/x.ipynb")
	_, err := Open(t.Context(), []string{path}, Options{Assignment: "x"})
	errtest.Fails(t, err, &nameError{Path: path}, `it is "Søren" in windows-1252 (Western European), "SŤren" in windows-1250 (Central European); name the encoding`)
	path = archive(t, notUTF8, "Ji\xfd\xa1/x.ipynb")
	_, err = Open(t.Context(), []string{path}, Options{Assignment: "x"})
	errtest.Fails(t, err, &nameError{Path: path}, `it is "Jiří" in windows-1250 (Central European); name the encoding`)
}

// Some programs write the name in UTF-8 beside the other one.
func TestUnicodePath(t *testing.T) {
	const raw, name = "Ji\xfd\xa1/x.ipynb", "Jiří/x.ipynb"
	field := func(sum uint32, name string) func(h *zip.FileHeader) {
		return func(h *zip.FileHeader) {
			h.NonUTF8 = true
			data := append(binary.LittleEndian.AppendUint32([]byte{1}, sum), name...)
			h.Extra = binary.LittleEndian.AppendUint16(h.Extra, 0x7075)
			h.Extra = append(binary.LittleEndian.AppendUint16(h.Extra, uint16(len(data))), data...)
		}
	}
	if got := open(t, nil, archive(t, field(crc32.ChecksumIEEE([]byte(raw)), name), raw)).Submissions[0].Path; got != name {
		t.Errorf("%q, want %q", got, name)
	}
	for _, spoilt := range []func(h *zip.FileHeader){field(1, name), field(crc32.ChecksumIEEE([]byte(raw)), raw)} {
		path := archive(t, spoilt, raw)
		if _, err := Open(t.Context(), []string{path}, Options{Assignment: "x"}); !errtest.Is(err, &nameError{Path: path}) {
			t.Error(err)
		}
	}
	if in := open(t, nil, archive(t, field(crc32.ChecksumIEEE([]byte(raw)), "../"+name), raw)); len(in.Submissions) != 0 || len(in.Refused) != 1 {
		t.Errorf("%+v, refused %q", in.Submissions, in.Refused)
	}
}

package gradebook

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/natefinch/atomic"

	"linclass/assignments/lgrade/internal/grading"
)

// A Store is the directory where the results of grading lie. Its files are replaced
// as a whole, so that none is ever half written.
type Store struct{ dir string }

// OpenStore makes the directory if it is not there. Only its owner may read it.
func OpenStore(dir string) (*Store, error) {
	for _, d := range []string{dir, filepath.Join(dir, "marks"), filepath.Join(dir, "feedback")} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			return nil, err
		}
	}
	return &Store{dir}, nil
}

// Path returns the path of a file in the store.
func (s *Store) Path(parts ...string) string {
	return filepath.Join(append([]string{s.dir}, parts...)...)
}

// Write puts a file into the store.
func (s *Store) Write(data []byte, parts ...string) error {
	return atomic.WriteFile(s.Path(parts...), bytes.NewReader(data))
}

type kept struct {
	Fingerprint string
	Marks       *grading.Marks
}

// marks returns the marks that were kept for a fingerprint, nil if there are none.
func (s *Store) marks(student, fingerprint string) *grading.Marks {
	if k := s.read(student); k.Fingerprint == fingerprint {
		return k.Marks
	}
	return nil
}

// last returns the marks that were kept, for whatever notebook; nil if there are none.
func (s *Store) last(student string) *grading.Marks { return s.read(student).Marks }

func (s *Store) read(student string) (k kept) {
	data, err := os.ReadFile(s.Path("marks", FileName(student)+".json"))
	if err != nil || json.Unmarshal(data, &k) != nil {
		return kept{}
	}
	return k
}

func (s *Store) keep(student, fingerprint string, marks *grading.Marks) error {
	data, err := json.MarshalIndent(kept{fingerprint, marks}, "", " ")
	if err != nil {
		return err
	}
	return s.Write(data, "marks", FileName(student)+".json")
}

// Fingerprint is a hash of some parts, in their order.
func Fingerprint(parts ...[]byte) string {
	h := sha256.New()
	for _, p := range parts {
		_ = binary.Write(h, binary.BigEndian, uint64(len(p))) // a hash takes everything
		h.Write(p)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// FileName makes a name for files of an id, which may have been a name of a folder
// that a student chose. Different ids have different names.
func FileName(id string) string {
	safe := strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) || strings.ContainsRune("-_@.+", c) {
			return c
		}
		return '_'
	}, id)
	safe = strings.TrimLeft(safe, ".")
	if safe == id && len(safe) > 0 && len(safe) <= 100 {
		return safe
	}
	runes := []rune(safe)
	return string(runes[:min(len(runes), 50)]) + "-" + Fingerprint([]byte(id))[:8]
}

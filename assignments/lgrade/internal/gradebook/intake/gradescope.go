package intake

import (
	"fmt"
	"path"
	"time"

	"gopkg.in/yaml.v3"

	"linclass/assignments/lgrade/internal/gradebook/roster"
)

// metadataFile is where Gradescope's export says whose each folder is, and when it
// was handed in.
const metadataFile = "submission_metadata.yml"

type gradescopeEntry struct {
	Submitters []struct {
		Name  string `yaml:":name"`
		Email string `yaml:":email"`
		SID   string `yaml:":sid"`
	} `yaml:":submitters"`
	CreatedAt yaml.Node `yaml:":created_at"`
}

// gradescope returns the list at the top of the export, by the names of the folders;
// nil if there is none. A file of that name further down is a student's and says nothing.
func gradescope(files []file, top string) (map[string]gradescopeEntry, error) {
	for _, f := range files {
		if f.path != path.Join(top, metadataFile) {
			continue
		}
		data, err := f.read()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.path, err)
		}
		var list map[string]gradescopeEntry
		if err := yaml.Unmarshal(data, &list); err != nil {
			return nil, fmt.Errorf("%s: %w", f.path, err)
		}
		return list, nil
	}
	return nil, nil
}

func (e gradescopeEntry) keys() []roster.Key {
	var keys []roster.Key
	for _, s := range e.Submitters {
		keys = append(keys, roster.Key{ID: s.SID, Name: s.Name, Email: s.Email})
	}
	return keys
}

func (e gradescopeEntry) time() time.Time {
	for _, layout := range []string{"2006-01-02 15:04:05.999999999 Z07:00", "2006-01-02 15:04:05.999999999 -07:00", time.RFC3339Nano} {
		if t, err := time.Parse(layout, e.CreatedAt.Value); err == nil {
			return t
		}
	}
	return time.Time{}
}

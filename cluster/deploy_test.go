package cluster_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// checkCommand checks that a command of ours has the flags with which it is called.
func checkCommand(t *testing.T, words []string) {
	t.Helper()
	if words[0] != "lclass-worker" && words[0] != "lclass-fit" {
		return
	}
	var source []byte
	for _, file := range []string{"cmd/" + words[0] + "/main.go", "internal/command/command.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source = append(source, text...)
	}
	for _, w := range words[1:] {
		if name, is := strings.CutPrefix(w, "--"); is {
			name, _, _ = strings.Cut(name, "=")
			if !bytes.Contains(source, []byte(`, "`+name+`", `)) {
				t.Errorf("%s has no flag --%s", words[0], name)
			}
		}
	}
}

func TestComposeFile(t *testing.T) {
	text, err := os.ReadFile("deploy/compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Services map[string]struct {
			Image     string
			Command   []string
			Volumes   []string
			Build     struct{ Context, Dockerfile string }
			DependsOn []string `yaml:"depends_on"`
		}
		Volumes map[string]any
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	parts := map[string]bool{}
	for name, s := range file.Services {
		if s.Image == "" || len(s.Command) == 0 {
			t.Errorf("%s has image %q and command %q", name, s.Image, s.Command)
		}
		checkCommand(t, s.Command)
		for _, v := range s.Volumes {
			from, _, _ := strings.Cut(v, ":")
			if _, known := file.Volumes[from]; !known && !strings.HasPrefix(from, "${") {
				t.Errorf("%s: there is no volume %s", name, from)
			}
		}
		for _, d := range s.DependsOn {
			if _, known := file.Services[d]; !known {
				t.Errorf("%s depends on %s, which does not exist", name, d)
			}
		}
		if i := slices.Index(s.Command, "--part"); i > 0 {
			parts[s.Command[i+1]] = true
		}
		if s.Build.Dockerfile != "" {
			if _, err := os.Stat(filepath.Join("deploy", s.Build.Context, s.Build.Dockerfile)); err != nil {
				t.Error(err)
			}
		}
	}
	if !parts["0/3"] || !parts["1/3"] || !parts["2/3"] || len(parts) != 3 {
		t.Errorf("the workers have the parts %v", parts)
	}
}

func TestKubernetesFile(t *testing.T) {
	r, err := os.Open("deploy/kubernetes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	d := yaml.NewDecoder(r)
	kinds := map[string]string{}
	for {
		var o struct {
			APIVersion string `yaml:"apiVersion"`
			Kind       string
			Spec       struct {
				Replicas    int
				ServiceName string `yaml:"serviceName"`
				Selector    map[string]any
				Template    struct {
					Metadata struct{ Labels map[string]string }
					Spec     struct {
						Containers []struct {
							Command, Args []string
							VolumeMounts  []struct{ Name string } `yaml:"volumeMounts"`
						}
						Volumes []struct{ Name string }
					}
				}
			}
		}
		if err := d.Decode(&o); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		kinds[o.Kind] = o.APIVersion
		for _, c := range o.Spec.Template.Spec.Containers {
			checkCommand(t, slices.Concat(c.Command, c.Args))
			for _, v := range c.VolumeMounts {
				if !slices.Contains(o.Spec.Template.Spec.Volumes, v) {
					t.Errorf("%s: there is no volume %s", o.Kind, v.Name)
				}
			}
			if o.Kind == "StatefulSet" && !slices.Contains(c.Args, "--part=$(NUMBER)/8") {
				t.Errorf("arguments %q for %d replicas", c.Args, o.Spec.Replicas)
			}
		}
		if o.Kind == "StatefulSet" && (o.Spec.Replicas != 8 || o.Spec.ServiceName != "lclass-worker" || o.Spec.Template.Metadata.Labels["app"] != "lclass-worker") {
			t.Errorf("the StatefulSet is %+v", o.Spec)
		}
	}
	if kinds["Service"] != "v1" || kinds["StatefulSet"] != "apps/v1" || kinds["Job"] != "batch/v1" {
		t.Errorf("kinds %v", kinds)
	}
}

// The batch file, with Slurm, the server and our commands replaced by scripts that say how
// they are called.
func TestBatchFile(t *testing.T) {
	batch, err := filepath.Abs("deploy/lclass.sbatch")
	if err != nil {
		t.Fatal(err)
	}
	bin, shards, run := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "run")
	write(t, shards, 5, 3, two)
	calls := filepath.Join(bin, "calls")
	for name, body := range map[string]string{
		"srun":          `shift; until grep -q temporal ` + calls + ` 2>/dev/null; do sleep 0.05; done; for i in 0 1 2; do SLURM_PROCID=$i SLURM_NTASKS=3 "$@"; done; touch ` + calls + `.done`,
		"temporal":      `echo temporal "$@" >>` + calls + `; exec sleep 600`,
		"lclass-worker": `echo lclass-worker "$@" >>` + calls,
		"lclass-fit":    `until [ -e ` + calls + `.done ]; do sleep 0.05; done; echo lclass-fit "$@" >>` + calls,
		"hostname":      `echo node1`,
	} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+body+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("bash", batch, shards, "part-*.csv", "class", "a,b", run)
	c.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text, err := os.ReadFile(calls)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for _, l := range lines {
		checkCommand(t, strings.Fields(l))
	}
	for _, want := range []string{
		`^temporal server start-dev .*--db-filename ` + run + `/temporal.db --sqlite-pragma journal_mode=wal `,
		`^lclass-worker --server node1:7233 --name w2 --part 2/3 --folder ` + shards + ` --pattern part-\*\.csv --target class --classes a,b --storage ` + run + `/sums$`,
		`^lclass-fit --server node1:7233 .*--shards 5 .*--out ` + run + `/model.json$`,
	} {
		if !slices.ContainsFunc(lines, regexp.MustCompile(want).MatchString) {
			t.Errorf("no call is %s; the calls are\n%s", want, text)
		}
	}
	if len(lines) != 5 {
		t.Errorf("%d calls, want 5:\n%s", len(lines), text)
	}
}

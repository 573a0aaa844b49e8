package cluster_test

import (
	"bytes"
	"fmt"
	"maps"
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

// decode decodes YAML strictly: every key must be one of the fields.
func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(into); err != nil {
		t.Fatal(err)
	}
}

// These are the fields of the Compose specification that the file uses, by its names.
type composeFile struct {
	Name     string
	Worker   any `yaml:"x-worker"`
	Services map[string]struct {
		Image     string
		Build     struct{ Context, Dockerfile string }
		Restart   string
		Command   []string
		Volumes   []string
		DependsOn []string `yaml:"depends_on"`
	}
	Volumes map[string]*struct{}
}

func TestComposeFile(t *testing.T) {
	text, err := os.ReadFile("deploy/compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file composeFile
	decode(t, text, &file)
	parts := map[string]bool{}
	for name, s := range file.Services {
		if s.Image == "" || len(s.Command) == 0 {
			t.Errorf("%s has image %q and command %q", name, s.Image, s.Command)
		}
		if !slices.Contains([]string{"", "no", "always", "on-failure", "unless-stopped"}, s.Restart) {
			t.Errorf("%s is restarted %q", name, s.Restart)
		}
		checkCommand(t, s.Command)
		for _, v := range s.Volumes {
			from, to, _ := strings.Cut(v, ":")
			if from == "${DATA" {
				_, to, _ = strings.Cut(v, "}:")
			} else if _, known := file.Volumes[from]; !known {
				t.Errorf("%s: there is no volume %s", name, from)
			}
			if !strings.HasPrefix(to, "/") {
				t.Errorf("%s: the volume %s is mounted at %q", name, v, to)
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

// These are the fields of the Kubernetes API that the files use, by its names.
type (
	kubeMeta struct {
		Name   string
		Labels map[string]string
	}
	kubeEnv struct {
		Name, Value string
		ValueFrom   *struct {
			FieldRef struct {
				FieldPath string `yaml:"fieldPath"`
			} `yaml:"fieldRef"`
		} `yaml:"valueFrom"`
	}
	kubeContainer struct {
		Name, Image   string
		Command, Args []string
		Env           []kubeEnv
		EnvFrom       []struct {
			SecretRef struct{ Name string } `yaml:"secretRef"`
		} `yaml:"envFrom"`
		Resources struct {
			Requests struct{ CPU, Memory string }
		}
		VolumeMounts []struct {
			Name      string
			MountPath string `yaml:"mountPath"`
		} `yaml:"volumeMounts"`
	}
	kubeTemplate struct {
		Metadata kubeMeta
		Spec     struct {
			RestartPolicy string `yaml:"restartPolicy"`
			Containers    []kubeContainer
			Volumes       []struct {
				Name     string
				EmptyDir *struct{} `yaml:"emptyDir"`
			}
		}
	}
	kubeHead struct {
		APIVersion string `yaml:"apiVersion"`
		Kind       string
		Metadata   kubeMeta
	}
	kubeService struct {
		kubeHead `yaml:",inline"`
		Spec     struct {
			ClusterIP string `yaml:"clusterIP"`
			Selector  map[string]string
		}
	}
	kubeStatefulSet struct {
		kubeHead `yaml:",inline"`
		Spec     struct {
			ServiceName         string `yaml:"serviceName"`
			Replicas            int
			PodManagementPolicy string `yaml:"podManagementPolicy"`
			Selector            struct {
				MatchLabels map[string]string `yaml:"matchLabels"`
			}
			Template kubeTemplate
		}
	}
	kubeJob struct {
		kubeHead `yaml:",inline"`
		Spec     struct {
			BackoffLimit int `yaml:"backoffLimit"`
			Template     kubeTemplate
		}
	}
)

// check compares the parts of a pod with each other and with what the API accepts.
func (p kubeTemplate) check(t *testing.T, of string) {
	t.Helper()
	for _, c := range p.Spec.Containers {
		if c.Name == "" || c.Image == "" {
			t.Errorf("%s: container %q has image %q", of, c.Name, c.Image)
		}
		checkCommand(t, slices.Concat(c.Command, c.Args))
		for _, e := range c.Env {
			if e.Name == "" || (e.Value == "") == (e.ValueFrom == nil || e.ValueFrom.FieldRef.FieldPath == "") {
				t.Errorf("%s: the variable %q needs a value or a source", of, e.Name)
			}
		}
		for _, used := range regexp.MustCompile(`\$\((\w+)\)`).FindAllStringSubmatch(strings.Join(c.Args, " "), -1) {
			if !slices.ContainsFunc(c.Env, func(e kubeEnv) bool { return e.Name == used[1] }) {
				t.Errorf("%s: there is no variable %s", of, used[1])
			}
		}
		for _, f := range c.EnvFrom {
			if f.SecretRef.Name == "" {
				t.Errorf("%s: the secret has no name", of)
			}
		}
		for _, quantity := range []string{c.Resources.Requests.CPU, c.Resources.Requests.Memory} {
			if !regexp.MustCompile(`^[0-9]+(\.[0-9]+)?(m|[KMGT]i?)?$`).MatchString(quantity) {
				t.Errorf("%s: the quantity %q", of, quantity)
			}
		}
		for _, v := range c.VolumeMounts {
			if !strings.HasPrefix(v.MountPath, "/") {
				t.Errorf("%s: %s is mounted at %q", of, v.Name, v.MountPath)
			}
			known := false
			for _, volume := range p.Spec.Volumes {
				known = known || volume.Name == v.Name && volume.EmptyDir != nil
			}
			if !known {
				t.Errorf("%s: there is no volume %s", of, v.Name)
			}
		}
	}
}

// The keys are those of the Kubernetes API, as far as the file uses it, and what refers to
// each other matches.
func TestKubernetesFile(t *testing.T) {
	text, err := os.ReadFile("deploy/kubernetes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var service kubeService
	var set kubeStatefulSet
	var job kubeJob
	for _, document := range bytes.Split(text, []byte("\n---\n")) {
		var head kubeHead
		if err := yaml.Unmarshal(document, &head); err != nil {
			t.Fatal(err)
		}
		into, known := map[string]any{"Service": &service, "StatefulSet": &set, "Job": &job}[head.Kind]
		if !known {
			t.Fatalf("kind %q", head.Kind)
		}
		decode(t, document, into)
	}
	if service.APIVersion != "v1" || set.APIVersion != "apps/v1" || job.APIVersion != "batch/v1" {
		t.Errorf("versions %q, %q and %q", service.APIVersion, set.APIVersion, job.APIVersion)
	}
	set.Spec.Template.check(t, "StatefulSet")
	job.Spec.Template.check(t, "Job")
	for name, labels := range map[string]map[string]string{"service": service.Spec.Selector, "StatefulSet": set.Spec.Selector.MatchLabels} {
		if len(labels) == 0 || !maps.Equal(labels, set.Spec.Template.Metadata.Labels) {
			t.Errorf("the %s selects %v; the pods have %v", name, labels, set.Spec.Template.Metadata.Labels)
		}
	}
	if service.Spec.ClusterIP != "None" || set.Spec.ServiceName != service.Metadata.Name || set.Spec.PodManagementPolicy != "Parallel" {
		t.Errorf("service %+v, StatefulSet %+v", service, set.Spec)
	}
	// A StatefulSet starts its pods again anyway; a Job must say so.
	if p := job.Spec.Template.Spec.RestartPolicy; p != "OnFailure" && p != "Never" || set.Spec.Template.Spec.RestartPolicy != "" {
		t.Errorf("the Job has the restart policy %q", p)
	}
	if args := set.Spec.Template.Spec.Containers[0].Args; !slices.Contains(args, fmt.Sprintf("--part=$(NUMBER)/%d", set.Spec.Replicas)) {
		t.Errorf("arguments %q for %d replicas", args, set.Spec.Replicas)
	}
}

// A key that is misspelt, or stands in the wrong place, is an error.
func TestDeployFilesAreStrict(t *testing.T) {
	for file, mistakes := range map[string][][2]string{
		"deploy/compose.yaml":    {{"depends_on", "dependsOn"}, {"restart: on-failure", "restarts: on-failure"}, {"dockerfile", "dockerFile"}},
		"deploy/kubernetes.yaml": {{"podManagementPolicy", "podManagement"}, {"mountPath", "path"}, {"backoffLimit: 6", "backoffLimit: six"}, {"volumeMounts", "mounts"}, {"secretRef", "secret"}},
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mistakes {
			wrong := bytes.ReplaceAll(text, []byte(m[0]), []byte(m[1]))
			if bytes.Equal(wrong, text) {
				t.Errorf("%s has no %q", file, m[0])
			}
			refused := false
			for _, document := range bytes.Split(wrong, []byte("\n---\n")) {
				var head kubeHead
				if err := yaml.Unmarshal(document, &head); err != nil {
					t.Fatal(err)
				}
				into, known := map[string]any{"Service": &kubeService{}, "StatefulSet": &kubeStatefulSet{}, "Job": &kubeJob{}, "": &composeFile{}}[head.Kind]
				if !known {
					t.Fatalf("kind %q", head.Kind)
				}
				d := yaml.NewDecoder(bytes.NewReader(document))
				d.KnownFields(true)
				refused = refused || d.Decode(into) != nil
			}
			if !refused {
				t.Errorf("%s with %q for %q is no error", file, m[1], m[0])
			}
		}
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

// Package deploy_test checks the files here against the types of Compose and Kubernetes.
package deploy_test

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

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

// checkCommand checks that a command of ours has the flags with which it is called.
func checkCommand(t *testing.T, words []string) {
	t.Helper()
	if words[0] != "lclass-worker" && words[0] != "lclass-fit" {
		return
	}
	var source []byte
	for _, file := range []string{"../cmd/" + words[0] + "/main.go", "../internal/command/command.go"} {
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

// loadCompose reads a file as Compose does: against its schema, and with all references.
func loadCompose(t *testing.T, file string) (*types.Project, error) {
	t.Helper()
	o, err := cli.NewProjectOptions([]string{file}, cli.WithWorkingDirectory("."))
	if err != nil {
		t.Fatal(err)
	}
	return o.LoadProject(t.Context())
}

func TestComposeFile(t *testing.T) {
	project, err := loadCompose(t, "compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]bool{}
	builds := 0
	for name, s := range project.Services {
		checkCommand(t, s.Command)
		if i := slices.Index(s.Command, "--part"); i > 0 {
			parts[s.Command[i+1]] = true
		}
		if s.Build != nil {
			builds++
			// Compose reads the paths from the directory of the file on.
			if _, err := os.Stat(filepath.Join(s.Build.Context, s.Build.Dockerfile)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if !parts["0/3"] || !parts["1/3"] || !parts["2/3"] || len(parts) != 3 {
		t.Errorf("the workers have the parts %v", parts)
	}
	if builds != 1 {
		t.Errorf("%d services build the image; want one, for all", builds)
	}
}

// A manifest is what kubernetes.yaml has.
type manifest struct {
	service corev1.Service
	set     appsv1.StatefulSet
	job     batchv1.Job
}

// decodeManifest decodes into the types of the Kubernetes API, strictly: an unknown key is an
// error, as for kubectl apply --validate=strict.
func decodeManifest(text []byte) (m manifest, err error) {
	for document := range bytes.SplitSeq(text, []byte("\n---\n")) {
		var head metav1.TypeMeta
		if err := yaml.Unmarshal(document, &head); err != nil {
			return m, err
		}
		into, known := map[string]any{"v1 Service": &m.service, "apps/v1 StatefulSet": &m.set, "batch/v1 Job": &m.job}[head.APIVersion+" "+head.Kind]
		if !known {
			return m, fmt.Errorf("%s %s is not expected", head.APIVersion, head.Kind)
		}
		if err := yaml.UnmarshalStrict(document, into); err != nil {
			return m, fmt.Errorf("%s: %w", head.Kind, err)
		}
	}
	return m, nil
}

// checkPod checks what refers to other parts of a pod.
func checkPod(t *testing.T, of string, pod corev1.PodSpec) {
	t.Helper()
	for _, c := range pod.Containers {
		if c.Name == "" || c.Image == "" {
			t.Errorf("%s: container %q has image %q", of, c.Name, c.Image)
		}
		checkCommand(t, slices.Concat(c.Command, c.Args))
		for _, used := range regexp.MustCompile(`\$\((\w+)\)`).FindAllStringSubmatch(strings.Join(c.Args, " "), -1) {
			if !slices.ContainsFunc(c.Env, func(e corev1.EnvVar) bool { return e.Name == used[1] }) {
				t.Errorf("%s: there is no variable %s", of, used[1])
			}
		}
		for _, v := range c.VolumeMounts {
			if !slices.ContainsFunc(pod.Volumes, func(volume corev1.Volume) bool { return volume.Name == v.Name && volume.EmptyDir != nil }) {
				t.Errorf("%s: there is no volume %s", of, v.Name)
			}
		}
	}
}

// The keys and values are those of the Kubernetes API, and what refers to each other matches.
func TestKubernetesFile(t *testing.T) {
	text, err := os.ReadFile("kubernetes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	m, err := decodeManifest(text)
	if err != nil {
		t.Fatal(err)
	}
	service, set, job := m.service.Spec, m.set.Spec, m.job.Spec
	checkPod(t, "StatefulSet", set.Template.Spec)
	checkPod(t, "Job", job.Template.Spec)
	for name, labels := range map[string]map[string]string{"service": service.Selector, "StatefulSet": set.Selector.MatchLabels} {
		if len(labels) == 0 || !maps.Equal(labels, set.Template.Labels) {
			t.Errorf("the %s selects %v; the pods have %v", name, labels, set.Template.Labels)
		}
	}
	if service.ClusterIP != corev1.ClusterIPNone || set.ServiceName != m.service.Name || set.PodManagementPolicy != appsv1.ParallelPodManagement {
		t.Errorf("service %+v, StatefulSet %+v", service, set)
	}
	// A StatefulSet starts its pods again anyway; a Job must say so.
	if p := job.Template.Spec.RestartPolicy; p != corev1.RestartPolicyOnFailure && p != corev1.RestartPolicyNever || set.Template.Spec.RestartPolicy != "" {
		t.Errorf("the Job has the restart policy %q", p)
	}
	if args := set.Template.Spec.Containers[0].Args; !slices.Contains(args, fmt.Sprintf("--part=$(NUMBER)/%d", *set.Replicas)) {
		t.Errorf("arguments %q for %d replicas", args, *set.Replicas)
	}
}

// A key that is misspelt, a value of another type and a name that refers to nothing are errors.
func TestFilesAreStrict(t *testing.T) {
	for file, mistakes := range map[string][][2]string{
		"compose.yaml": {
			{"depends_on", "dependsOn"}, {"restart: on-failure", "restarts: on-failure"}, {"dockerfile", "dockerFile"},
			{"depends_on: [engine]", "depends_on: [server]"}, {"  sums:\n", "  sum:\n"},
		},
		"kubernetes.yaml": {
			{"podManagementPolicy", "podManagement"}, {"mountPath", "path"}, {"backoffLimit: 6", "backoffLimit: six"},
			{"volumeMounts", "mounts"}, {"secretRef", "secret"}, {"memory: 4Gi", "memory: 4 GB"}, {"apps/v1", "apps/v2"},
		},
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
			if file == "kubernetes.yaml" {
				_, err = decodeManifest(wrong)
			} else {
				changed := filepath.Join(t.TempDir(), file)
				if err := os.WriteFile(changed, wrong, 0o666); err != nil {
					t.Fatal(err)
				}
				_, err = loadCompose(t, changed)
			}
			if err == nil {
				t.Errorf("%s with %q for %q is no error", file, m[1], m[0])
			}
		}
	}
}

// The batch file, with Slurm, the server and our commands replaced by scripts that say how
// they are called.
func TestBatchFile(t *testing.T) {
	batch, err := filepath.Abs("lclass.sbatch")
	if err != nil {
		t.Fatal(err)
	}
	bin, shards, run := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "run")
	for i := range 5 {
		if err := os.WriteFile(filepath.Join(shards, fmt.Sprintf("part-%02d.csv", i)), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
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

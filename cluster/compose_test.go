package cluster_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"linclass/cluster"
	"linclass/datasets/stream"
)

// composeCommand is the variable with the command of Compose and its files, such as "docker
// compose -f deploy/compose.yaml".
const composeCommand = "LCLASS_TEST_COMPOSE"

// The file for Compose builds the image, starts the server and the workers, and fits: the
// model is that of one process, to the last bit.
func TestCompose(t *testing.T) {
	command := strings.Fields(os.Getenv(composeCommand))
	if len(command) == 0 {
		t.Skipf("%s does not name the command of Compose; make test-cluster does where there is a Docker engine", composeCommand)
	}
	const shards = 7
	folder := t.TempDir()
	flights := stream.Options{Target: "late", Categories: map[string][]string{"late": {"no", "yes"}}}
	write(t, folder, shards, 300, flights)
	compose := func(arguments ...string) {
		t.Helper()
		arguments = append([]string{"--project-name", fmt.Sprint("lclass-test-", os.Getpid())}, arguments...)
		c := exec.Command(command[0], slices.Concat(command[1:], arguments)...)
		c.Env = append(os.Environ(), "DATA="+folder, fmt.Sprint("SHARDS=", shards))
		c.Stdout, c.Stderr = t.Output(), t.Output()
		if err := c.Run(); err != nil {
			t.Fatalf("compose %s: %v", strings.Join(arguments, " "), err)
		}
	}
	defer compose("down", "--volumes")
	compose("up", "--build", "--exit-code-from", "fit")
	file := filepath.Join(t.TempDir(), "model.json")
	compose("cp", "fit:/sums/model.json", file)
	spec := cluster.Spec{Learner: "Logistic", Lambda: 0.01, Prepare: []cluster.Step{standardize}}
	same(t, readModel(t, file), alone(t, folder, spec, flights))
}

package cluster_test

import (
	"context"
	"fmt"

	"go.temporal.io/sdk/client"

	"linclass/cluster"
	"linclass/lclass"
)

// A logistic regression on the shards of all workers of the set "flights". It needs their
// server, so it only compiles here.
func Example() {
	ctx := context.Background()
	storage := lclass.Must(cluster.Storage("/shared/sums"))
	c := lclass.Must(cluster.Dial(ctx, client.Options{HostPort: "engine:7233", ExternalStorage: storage}))
	defer c.Close()
	shards := lclass.Must(cluster.Open(ctx, c, cluster.Options{Set: "flights", Shards: 16}))
	defer shards.Close()
	m := lclass.Must(shards.Fit(ctx, cluster.Spec{Learner: "Logistic", Lambda: 0.01}, nil))
	fmt.Println(m)
}

package cluster

import (
	"context"
	"slices"

	"go.temporal.io/sdk/client"
	"google.golang.org/grpc"
)

// Dial connects to a Temporal server for fits and workers. Unlike client.Dial it does not
// compress messages unless o says so, which saves processor time here and at the server.
// Nor does it look up a service configuration in the DNS, which takes ten seconds in a
// network whose DNS does not answer such queries.
func Dial(ctx context.Context, o client.Options) (client.Client, error) {
	c := &o.ConnectionOptions
	if c.GrpcCompression == nil {
		c.GrpcCompression = &client.GrpcCompressionNone{}
	}
	c.DialOptions = append(slices.Clone(c.DialOptions), grpc.WithDisableServiceConfig())
	return client.DialContext(ctx, o)
}

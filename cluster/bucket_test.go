package cluster_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/converter"

	"linclass/cluster"
	"linclass/internal/errtest"
	"linclass/lclass"
)

// s3 starts a server of S3 in this process, with a bucket, and returns a client.
func s3(t *testing.T, bucket string) *minio.Client {
	t.Helper()
	server := httptest.NewServer(gofakes3.New(s3mem.New()).Server())
	t.Cleanup(server.Close)
	t.Setenv("AWS_ENDPOINT_URL", server.URL)
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	t.Setenv("AWS_REGION", "us-east-1")
	c, err := minio.New(strings.TrimPrefix(server.URL, "http://"), &minio.Options{Creds: credentials.NewEnvAWS()})
	if err == nil {
		err = c.MakeBucket(t.Context(), bucket, minio.MakeBucketOptions{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func putObject(t *testing.T, c *minio.Client, bucket, key, text string) {
	t.Helper()
	if _, err := c.PutObject(t.Context(), bucket, key, strings.NewReader(text), int64(len(text)), minio.PutObjectOptions{}); err != nil {
		t.Fatal(err)
	}
}

// Storage keeps what is stored, once, and detects damage.
func TestStorage(t *testing.T) {
	c := s3(t, "sums")
	for place, damage := range map[string]func(){
		"s3://sums/below/here": func() {
			n := 0
			for o := range c.ListObjectsIter(t.Context(), "sums", minio.ListObjectsOptions{Recursive: true}) {
				if o.Err != nil {
					t.Fatal(o.Err)
				}
				n++
				if !strings.HasPrefix(o.Key, "below/here/") {
					t.Errorf("object %s", o.Key)
				}
				putObject(t, c, "sums", o.Key, "damaged")
			}
			if n != 2 {
				t.Errorf("%d objects of two contents", n)
			}
		},
		t.TempDir(): nil,
	} {
		s, err := cluster.Storage(place)
		if err != nil {
			t.Fatal(err)
		}
		d := s.Drivers[0]
		payloads := []*commonpb.Payload{{Data: []byte("one")}, {Data: []byte("two")}, {Data: []byte("one")}}
		claims, err := d.Store(converter.StorageDriverStoreContext{Context: t.Context()}, payloads)
		if err != nil {
			t.Fatal(err)
		}
		got, err := d.Retrieve(converter.StorageDriverRetrieveContext{Context: t.Context()}, claims)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range got {
			if string(p.Data) != string(payloads[i].Data) {
				t.Errorf("%s: payload %d is %q", place, i, p.Data)
			}
		}
		for name, claim := range map[string]string{"missing": strings.Repeat("0", 64), "no name": "../x"} {
			if _, err := d.Retrieve(converter.StorageDriverRetrieveContext{Context: t.Context()}, []converter.StorageDriverClaim{{ClaimData: map[string]string{"sha256": claim}}}); err == nil {
				t.Errorf("%s: %s is no error", place, name)
			}
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := d.Store(converter.StorageDriverStoreContext{Context: ended}, payloads); err == nil {
			t.Errorf("%s: a context that is done is no error", place)
		}
		if damage == nil {
			continue
		}
		damage()
		if _, err := d.Retrieve(converter.StorageDriverRetrieveContext{Context: t.Context()}, claims); !errors.Is(err, cluster.ErrDamaged) {
			t.Errorf("error %v", err)
		}
	}
	if _, err := cluster.Storage("s3://"); err == nil {
		t.Error("a bucket without a name is no error")
	}
}

// A worker copies its shards from S3, again only if they have changed.
func TestShardsFromS3(t *testing.T) {
	c := s3(t, "data")
	dir, cache := t.TempDir(), t.TempDir()
	write(t, dir, 4, 30, two)
	names, err := filepath.Glob(filepath.Join(dir, "*.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		putObject(t, c, "data", "flights/"+filepath.Base(name), string(text))
	}
	putObject(t, c, "data", "flights/other.txt", "not a shard")
	files := cluster.Files{Folder: "s3://data/flights", Cache: cache, Pattern: "part-*.csv", Part: 1, Of: 2, Columns: two}
	shards := func(f cluster.Files) []cluster.Shard {
		w, err := cluster.NewWorker("set", "w", f)
		if err != nil {
			t.Fatal(err)
		}
		return w.Shards()
	}
	here := files
	here.Folder = dir
	first := shards(files)
	if want := shards(here); !slices.Equal(first, want) {
		t.Errorf("shards %v, want %v", first, want)
	}
	copies := func() int {
		n := 0
		filepath.WalkDir(cache, func(_ string, e os.DirEntry, _ error) error {
			if !e.IsDir() {
				n++
			}
			return nil
		})
		return n
	}
	if n := copies(); n != 2 {
		t.Errorf("%d copies of 2 shards", n)
	}
	putObject(t, c, "data", "flights/part-03.csv", "x1,x2,x3,class\n1,2,3,a\n4,5,6,b\n")
	again := shards(files)
	if again[0] != first[0] || again[1].N != 2 || copies() != 3 {
		t.Errorf("shards %v, then %v, with %d copies", first, again, copies())
	}
	files.Pattern = "none-*"
	if _, err := cluster.NewWorker("set", "w", files); !errtest.Is(err, &lclass.SettingError{Setting: "Files.Pattern", Value: "none-*"}) {
		t.Errorf("error %v", err)
	}
}

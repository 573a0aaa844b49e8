package cluster

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

const s3Scheme = "s3://"

// A bucket has objects below a prefix.
type bucket struct {
	client       *minio.Client
	name, prefix string
}

// openBucket finds s3://bucket/prefix, with the settings of the command aws.
func openBucket(address string) (*bucket, error) {
	name, prefix, _ := strings.Cut(strings.TrimPrefix(address, s3Scheme), "/")
	if name == "" {
		return nil, fmt.Errorf("cluster: %q names no bucket; write it as s3://bucket/prefix", address)
	}
	endpoint, secure := "s3.amazonaws.com", true
	if text := cmp.Or(os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL")); text != "" {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" {
			return nil, fmt.Errorf("cluster: AWS_ENDPOINT_URL is %q; write it as https://host:port", text)
		}
		endpoint, secure = u.Host, u.Scheme != "http"
	}
	c, err := minio.New(endpoint, &minio.Options{
		Creds: credentials.NewChainCredentials([]credentials.Provider{
			&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{},
		}),
		Secure: secure, Region: cmp.Or(os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION")),
	})
	if err != nil {
		return nil, fmt.Errorf("cluster: %s: %w", address, err)
	}
	return &bucket{c, name, strings.Trim(prefix, "/")}, nil
}

func (*bucket) kind() string { return "lclass-s3" }

func (b *bucket) String() string { return s3Scheme + path.Join(b.name, b.prefix) }

func (b *bucket) key(name string) string { return path.Join(b.prefix, name) }

func (b *bucket) has(ctx context.Context, name string) (bool, error) {
	_, err := b.client.StatObject(ctx, b.name, b.key(name), minio.StatObjectOptions{})
	if err = missing(err); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

func (b *bucket) put(ctx context.Context, name string, text []byte) error {
	_, err := b.client.PutObject(ctx, b.name, b.key(name), bytes.NewReader(text), int64(len(text)), minio.PutObjectOptions{})
	return err
}

func (b *bucket) get(ctx context.Context, name string) ([]byte, error) {
	o, err := b.client.GetObject(ctx, b.name, b.key(name), minio.GetObjectOptions{})
	if err != nil {
		return nil, err
	}
	defer o.Close()
	text, err := io.ReadAll(o)
	return text, missing(err)
}

// missing adds fs.ErrNotExist to the error for an object that does not exist.
func missing(err error) error {
	if code := minio.ToErrorResponse(err).Code; code == minio.NoSuchKey {
		return fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return err
}

// matching returns the names of the objects below the prefix that match a pattern of
// path.Match, in alphabetical order.
func (b *bucket) matching(ctx context.Context, pattern string) ([]string, error) {
	if _, err := path.Match(pattern, ""); err != nil {
		return nil, err
	}
	begin := b.prefix
	if begin != "" {
		begin += "/"
	}
	var names []string
	for o := range b.client.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: begin, Recursive: true}) {
		if o.Err != nil {
			return nil, o.Err
		}
		name := strings.TrimPrefix(o.Key, begin)
		if fits, _ := path.Match(pattern, name); fits {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// download copies an object to the cache, unless it has it, and returns the file. The
// folder of the file is the ETag, which changes with the content.
func (b *bucket) download(ctx context.Context, name, cache string) (string, error) {
	o, err := b.client.StatObject(ctx, b.name, b.key(name), minio.StatObjectOptions{})
	if err != nil {
		return "", missing(err)
	}
	file := filepath.Join(cache, b.name, hex.EncodeToString([]byte(o.ETag)), filepath.FromSlash(b.key(name)))
	if info, err := os.Stat(file); err == nil && info.Size() == o.Size {
		return file, nil
	}
	get := minio.GetObjectOptions{}
	if err := get.SetMatchETag(o.ETag); err != nil {
		return "", err
	}
	return file, b.client.FGetObject(ctx, b.name, b.key(name), file, get)
}

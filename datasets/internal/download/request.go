package download

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"

	"github.com/hashicorp/go-retryablehttp"
)

// ask requests the bytes of the file from number have on.
func (t transfer) ask(ctx context.Context, have int64) (*http.Response, error) {
	request, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, t.url, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", "lclass-data")
	// The file is wanted as it is published. Some servers would unpack a .gz
	// for those who do not say that they take it, others pack a .csv.
	encoding := "identity"
	if strings.HasSuffix(t.file.Name, ".gz") {
		encoding = "gzip"
	}
	request.Header.Set("Accept-Encoding", encoding)
	if have > 0 {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
	}
	return t.client().Do(request)
}

func (t transfer) client() *retryablehttp.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = t.dial
	transport.TLSHandshakeTimeout = t.Connect
	transport.DisableKeepAlives = true
	c := retryablehttp.NewClient()
	c.HTTPClient = &http.Client{Transport: transport}
	c.Logger = nil
	c.RetryMax = 2
	c.RetryWaitMin, c.RetryWaitMax = t.Pause, 4*t.Pause
	c.CheckRetry = retry
	c.ErrorHandler = retryablehttp.PassthroughErrorHandler
	return c
}

// retry repeats what the library repeats by default, except attempts to reach
// a server that cannot be reached: the next mirror is the better attempt, and
// nobody without a network should have to wait.
func retry(ctx context.Context, response *http.Response, err error) (bool, error) {
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return false, nil
	}
	return retryablehttp.DefaultRetryPolicy(ctx, response, err)
}

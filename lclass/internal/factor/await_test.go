package factor

import "testing"

func TestAwait(t *testing.T) {
	done := func() bool { return true }
	if !await(nil, done) || !await(func() bool { return false }, done) || await(nil, func() bool { return false }) {
		t.Error("what is awaited does not say how it ended")
	}
	release := make(chan bool)
	asked := 0
	stop := func() bool { asked++; return asked == 3 }
	if await(stop, func() bool { return <-release }) || asked != 3 {
		t.Errorf("it was asked %d times, and did not end the third", asked)
	}
	close(release)
}

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// passengers is a pipeline of the Titanic table: texts alone.
func passengers(t testing.TB) (*lclass.Model, *lclass.Data) {
	d := lclass.Must(lclass.FromFrame(datasets.TitanicTable(), lclass.Columns{Target: "Survived", Weight: "Freq", Raw: true}))
	m, err := lclass.Pipeline{
		Prepare: []lclass.Preparation{lclass.Impute{}, lclass.OneHot{}},
		Of:      lclass.Logistic{Penalty: lclass.L2(0.01)},
	}.Fit(d)
	if err != nil {
		t.Fatal(err)
	}
	return m, d
}

func flowers(t testing.TB) (*lclass.Model, *lclass.Data) {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	m, err := lclass.Softmax{Penalty: lclass.L2(0.01)}.Fit(d)
	if err != nil {
		t.Fatal(err)
	}
	return m, d
}

// messages is a pipeline of free texts, learnt from other messages than those it returns.
func messages(t testing.TB) (*lclass.Model, *lclass.Data) {
	read := func(seed uint64) *lclass.Data {
		return lclass.Must(lclass.FromFrame(datasets.Messages(200, seed), lclass.Columns{Target: "class", Raw: true}))
	}
	m, err := lclass.Pipeline{
		Prepare: []lclass.Preparation{lclass.NGrams{IDF: true, Normalize: true}},
		Of:      lclass.Logistic{Penalty: lclass.L2(0.01)},
	}.Fit(read(1))
	if err != nil {
		t.Fatal(err)
	}
	return m, read(2)
}

func post(t testing.TB, h http.Handler, body string) (int, string) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("POST", "/", strings.NewReader(body)))
	return w.Code, w.Body.String()
}

// The answers are what the model says of the same samples.
func TestAnswers(t *testing.T) {
	m, d := passengers(t)
	rows := make([]map[string]any, d.N())
	categories := d.Categories()
	for i := range rows {
		rows[i] = map[string]any{}
		for j, name := range d.Features() {
			rows[i][name] = categories[name][int(d.At(i, j))]
		}
	}
	check(t, m, d, rows)

	m, d = messages(t)
	rows = make([]map[string]any, d.N())
	for i := range rows {
		rows[i] = map[string]any{"text": d.Categories()["text"][int(d.At(i, 0))]}
	}
	check(t, m, d, rows)

	m, d = flowers(t)
	rows = make([]map[string]any, d.N())
	for i := range rows {
		rows[i] = map[string]any{}
		for j, name := range d.Features() {
			rows[i][name] = d.At(i, j)
		}
	}
	check(t, m, d, rows)
}

func check(t *testing.T, m *lclass.Model, d *lclass.Data, rows []map[string]any) {
	t.Helper()
	code, body := post(t, newPredictor(m), string(lclass.Must(json.Marshal(rows))))
	var answers []map[string]float64
	if err := json.Unmarshal([]byte(body), &answers); code != http.StatusOK || err != nil || len(answers) != d.N() {
		t.Fatalf("%d, %v: %s", code, err, body)
	}
	y := lclass.Must(m.Proba(d))
	for i, a := range answers {
		for k, class := range m.Classes {
			if p, there := a[class]; !there || math.Abs(p-y.At(i, k)) > 1e-14 {
				t.Errorf("sample %d: %q has probability %v, want %v", i, class, p, y.At(i, k))
			}
		}
	}
}

func TestBadRequests(t *testing.T) {
	texts, _ := passengers(t)
	numbers, _ := flowers(t)
	free, _ := messages(t)
	flower := func(last string) string {
		return `[{"sepal_length": 5, "sepal_width": 3, "petal_length": 1, "petal_width": ` + last + `}]`
	}
	for _, c := range []struct {
		m    *lclass.Model
		body string
		code int
		want []string
	}{
		{texts, "", 400, []string{"list of at most 1000 samples"}},
		{texts, `{"Class": "1st"}`, 400, []string{"list"}},
		{texts, "[" + strings.Repeat("{},", 1000) + "{}]", 400, []string{"1001 samples"}},
		{texts, `["` + strings.Repeat("x", 1<<20) + `"]`, 400, []string{"too large"}},
		{texts, `[{"Class": "4th"}]`, 422, []string{"sample 0", `"Class" is 4th`, "2nd", "Crew"}},
		{texts, `[{"Class": 1}]`, 422, []string{`"Class" is 1`}},
		{texts, `[{"Class": true}]`, 422, []string{`"Class" is true`}},
		{texts, `[{}, {"Cabin": "C85"}]`, 422, []string{"sample 1", `"Cabin"`, `"Age"`}},
		{numbers, flower(`"2"`), 422, []string{`"petal_width" is 2`, "a number"}},
		{free, `[{"text": 5}]`, 422, []string{`"text" is 5`, "a text"}},
		{free, `[{"words": "free"}]`, 422, []string{`"words"`, `"text"`}},
		{numbers, flower("null"), 422, []string{`"petal_width" is missing`}},
		{numbers, flower("1e999"), 400, []string{"1e999"}},
	} {
		code, body := post(t, newPredictor(c.m), c.body)
		if code != c.code {
			t.Errorf("%.60s: code %d, want %d", c.body, code, c.code)
		}
		for _, want := range c.want {
			if !strings.Contains(body, want) {
				t.Errorf("%.60s: %q does not mention %q", c.body, body, want)
			}
		}
	}
	if code, body := post(t, newPredictor(texts), `[{}]`); code != 200 {
		t.Errorf("a sample without values, which the pipeline fills: %d, %s", code, body)
	}
}

// The program answers a request that has begun when it is interrupted, and ends.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	command, file := filepath.Join(dir, "serve"), filepath.Join(dir, "model.json")
	if text, err := exec.Command("go", "build", "-o", command, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	m, _ := flowers(t)
	if err := os.WriteFile(file, lclass.Must(json.Marshal(m)), 0o644); err != nil {
		t.Fatal(err)
	}
	free := lclass.Must(net.Listen("tcp", "127.0.0.1:0"))
	addr := free.Addr().String()
	free.Close()
	program := exec.Command(command, "-model", file, "-addr", addr)
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	defer program.Process.Kill()

	var connection net.Conn
	for range 600 {
		var err error
		if connection, err = net.Dial("tcp", addr); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	body := `[{"sepal_length": 5, "sepal_width": 3, "petal_length": 1, "petal_width": 0.2}]`
	fmt.Fprintf(connection, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(body), body[:20])
	time.Sleep(200 * time.Millisecond) // the request has begun
	if err := program.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond)
	fmt.Fprint(connection, body[20:])
	var got bytes.Buffer
	connection.SetReadDeadline(time.Now().Add(time.Minute))
	if _, err := got.ReadFrom(connection); err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal(err)
	}
	if !strings.Contains(got.String(), `[{"setosa":0.9`) {
		t.Errorf("answer %q", got.String())
	}
	if err := program.Wait(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
}

// BenchmarkLoad sends 1000 requests a second, one sample of 100 numbers each, and reports
// how long the slowest one in a hundred waited for its answer.
func BenchmarkLoad(b *testing.B) {
	const d = 100
	random := rand.New(rand.NewPCG(1, 2))
	x, class := mat.NewDense(500, d, nil), make([]int, 500)
	for i := range class {
		class[i] = random.IntN(2)
		for j := range d {
			x.Set(i, j, random.NormFloat64())
		}
	}
	m := lclass.Must(lclass.Logistic{Penalty: lclass.L2(0.1)}.Fit(lclass.Must(lclass.FromMatrix(x, class, []string{"a", "b"}))))
	server := httptest.NewServer(newPredictor(m))
	defer server.Close()
	row := map[string]float64{}
	for j, name := range m.Features {
		row[name] = x.At(0, j)
	}
	body := lclass.Must(json.Marshal([]any{row}))
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}

	var waits []time.Duration
	var lock sync.Mutex
	var all sync.WaitGroup
	start := time.Now()
	for i := 0; b.Loop(); i++ {
		time.Sleep(time.Until(start.Add(time.Duration(i) * time.Millisecond)))
		sent := time.Now() // whether or not earlier requests are answered
		all.Go(func() {
			r, err := client.Post(server.URL, "application/json", bytes.NewReader(body))
			if err != nil || r.StatusCode != http.StatusOK {
				b.Error(err)
				return
			}
			new(bytes.Buffer).ReadFrom(r.Body)
			r.Body.Close()
			lock.Lock()
			waits = append(waits, time.Since(sent))
			lock.Unlock()
		})
	}
	all.Wait()
	slices.Sort(waits)
	b.ReportMetric(float64(waits[len(waits)/2].Microseconds()), "µs/median")
	b.ReportMetric(float64(waits[len(waits)*99/100].Microseconds()), "µs/p99")
}

// Command serve answers requests with the probabilities of a model in a file:
//
//	go run ./examples/serve -model model.json -addr localhost:8080
//	curl localhost:8080 -d '[{"Sex": "female", "Age": 29, "Fare": null}]'
//
// A request is a list of samples with the columns that the model was fitted to, also free
// texts; null or a column that is left out means a missing value. The answer has the probabilities of the
// classes. When it is interrupted, it ends after the requests that it has begun.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"linclass/lclass"
)

const mostBytes, mostSamples, patience = 1 << 20, 1000, 10 * time.Second // of a request

type predictor struct {
	model      *lclass.Model
	columns    []string
	categories map[string][]string // of the columns with texts
}

func newPredictor(m *lclass.Model) *predictor {
	if m.Preparation != nil {
		return &predictor{m, m.Preparation.Inputs(), m.Preparation.Categories()}
	}
	return &predictor{model: m, columns: m.Features}
}

// sample returns the values of the columns as ProbaOne takes them, of the model for their
// free texts.
func (p *predictor) sample(row map[string]any) (*lclass.Model, []float64, error) {
	m, x, free := *p.model, make([]float64, len(p.columns)), map[string][]string{}
	for j, name := range p.columns {
		known := p.categories[name]
		number, isNumber := row[name].(float64)
		text, isText := row[name].(string)
		switch at := slices.Index(known, text); {
		case row[name] == nil:
			x[j] = math.NaN()
		case isNumber && known == nil:
			x[j] = number
		case isText && at >= 0:
			x[j] = float64(at)
		case isText && known != nil && len(known) == 0:
			free[name] = []string{text}
		default:
			return nil, nil, fmt.Errorf("column %q is %v; it must be null, or %s", name, row[name], cmp.Or(strings.Join(known, " or "), map[bool]string{true: "a number", false: "a text"}[known == nil]))
		}
		delete(row, name)
	}
	for name := range row {
		return nil, nil, fmt.Errorf("the model has no column %q; its columns are %q", name, p.columns)
	}
	if j := slices.IndexFunc(x, math.IsNaN); j >= 0 && m.Preparation == nil {
		return nil, nil, fmt.Errorf("column %q is missing", p.columns[j])
	}
	var err error
	if m.Preparation != nil {
		if m.Preparation, err = m.Preparation.WithTexts(free); err == nil {
			_, err = m.Preparation.Row(x)
		}
	}
	return &m, x, err
}

func (p *predictor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var rows []map[string]any
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostBytes)).Decode(&rows); err != nil || len(rows) > mostSamples {
		http.Error(w, fmt.Sprintf("send a list of at most %d samples and %d bytes (%d samples, %v)", mostSamples, mostBytes, len(rows), err), http.StatusBadRequest)
		return
	}
	answers := make([]map[string]float64, len(rows))
	for i, row := range rows {
		m, x, err := p.sample(row)
		if err != nil {
			http.Error(w, fmt.Sprintf("sample %d: %v", i, err), http.StatusUnprocessableEntity)
			return
		}
		answers[i] = map[string]float64{}
		for k, y := range m.ProbaOne(x) {
			answers[i][m.Classes[k]] = y
		}
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(answers)
}

func main() {
	file, addr := flag.String("model", "model.json", "`file` of the model"), flag.String("addr", "localhost:8080", "`address` to listen on")
	flag.Parse()
	var m lclass.Model
	lclass.Must(0, json.Unmarshal(lclass.Must(os.ReadFile(*file)), &m))
	if m.Offset || !m.HasProbability() {
		log.Fatal("serve needs a model with probabilities and without an offset, such as that of Logistic")
	}
	server := &http.Server{Addr: *addr, Handler: newPredictor(&m), ReadTimeout: patience, WriteTimeout: patience}
	ended := make(chan error)
	interrupted, _ := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(interrupted, func() { ended <- server.Shutdown(context.Background()) })
	if err := server.ListenAndServe(); err != http.ErrServerClosed {
		log.Fatal(err)
	}
	lclass.Must(0, <-ended)
}

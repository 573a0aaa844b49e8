package main

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A result is the answer of a peer to a problem by one of its methods.
type result struct {
	peer, problem, method string
	answer
}

func (r result) by() string { return r.peer + " " + r.method }

// An answerError names what is wrong in an answer, and how many fields or values that has.
type answerError struct {
	Of    string
	Count int
	text  string
}

func (e *answerError) Error() string { return e.text }

// read returns the results in the output of a peer and what made them, its
// first line. The shape of W follows from b.
func read(peer string, output []byte) (results []result, madeBy string, err error) {
	lines := bufio.NewScanner(bytes.NewReader(output))
	lines.Buffer(nil, 1<<20)
	if lines.Scan() {
		madeBy = strings.TrimPrefix(lines.Text(), "# ")
	}
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 4 {
			return nil, "", &answerError{"fields", len(fields), fmt.Sprintf("%s: %d fields, want 4: %q", peer, len(fields), lines.Text())}
		}
		problem, method, quantity := fields[0], fields[1], fields[2]
		values, err := numbers(fields[3])
		if err != nil {
			return nil, "", fmt.Errorf("%s: %s, %s, %s: %w", peer, problem, method, quantity, err)
		}
		last := len(results) - 1
		if last < 0 || results[last].problem != problem || results[last].method != method {
			results = append(results, result{peer, problem, method, answer{figures: map[string]float64{}}})
			last++
		}
		if err := results[last].set(quantity, values); err != nil {
			return nil, "", fmt.Errorf("%s: %s, %s: %w", peer, problem, method, err)
		}
	}
	return results, madeBy, lines.Err()
}

// set takes in a quantity; b follows W.
func (a *answer) set(quantity string, values []float64) error {
	switch quantity {
	case "W":
		a.w = [][]float64{values}
	case "b":
		if len(a.w) != 1 || len(a.w[0])%len(values) != 0 {
			return &answerError{quantity, len(values), fmt.Sprintf("%d biases do not match W", len(values))}
		}
		w := a.w[0]
		a.w, a.b = nil, values
		for d := len(w) / len(values); len(w) > 0; w = w[d:] {
			a.w = append(a.w, w[:d])
		}
	case "standard errors":
		a.stdErr = values
	case "HC0 errors":
		a.robust = values
	case "statistics":
		a.statistic = values
	case "p":
		a.p = values
	case "classes":
		a.classes = values
	case "scores":
		a.scores = values
	case "probabilities":
		a.probabilities = values
	case "deviance", "null deviance", "AIC":
		a.figures[quantity] = values[0]
	default:
		return &answerError{quantity, len(values), fmt.Sprintf("unknown quantity %q", quantity)}
	}
	return nil
}

func numbers(text string) ([]float64, error) {
	var values []float64
	for field := range strings.FieldsSeq(text) {
		v, err := strconv.ParseFloat(field, 64)
		if field == "NA" {
			v, err = math.NaN(), nil
		}
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	if len(values) == 0 {
		return nil, &answerError{"values", 0, "no values"}
	}
	return values, nil
}

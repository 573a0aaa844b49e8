// Wasm is package explore for a page: a module without a main, whose function call
// answers events in JSON. Built for a computer, it answers the events that stand in the
// lines of its standard input, which the tests of the page compare with the page; its
// argument is a file with the weights of the digits.
package main

import (
	"encoding/json"
	"fmt"

	"linclass/site/explore"
)

var sessions = map[string]*explore.Session{}

// answer returns the scene after an event, or an error, as JSON.
func answer(question []byte) []byte {
	scene, err := do(question)
	if err == nil {
		var text []byte
		if text, err = json.Marshal(scene); err == nil {
			return text
		}
	}
	text, _ := json.Marshal(map[string]string{"error": err.Error()})
	return text
}

func do(question []byte) (*explore.Scene, error) {
	var q struct {
		Explorable string
		explore.Event
	}
	if err := json.Unmarshal(question, &q); err != nil {
		return nil, fmt.Errorf("explore: %w", err)
	}
	s := sessions[q.Explorable]
	if s == nil {
		var err error
		if s, err = explore.Open(q.Explorable); err != nil {
			return nil, err
		}
		sessions[q.Explorable] = s
	}
	return s.Do(q.Event)
}

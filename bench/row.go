package main

import (
	"fmt"
	"slices"
)

// Kinds of rows, by what Goal means.
const (
	speedRow   = "times faster, at least"
	memoryRow  = "MB, at most"
	latencyRow = "times as long, at most"
)

// A row is what bench.json has of one line of the table.
type row struct {
	Name          string  `json:"name"`
	OursS         float64 `json:"ours_s"` // median
	OursMin       float64 `json:"ours_min"`
	OursMax       float64 `json:"ours_max"`
	Peer          string  `json:"peer"`
	PeerS         float64 `json:"peer_s"`
	PeerMin       float64 `json:"peer_min"`
	PeerMax       float64 `json:"peer_max"`
	Runs          int     `json:"runs"`
	Ratio         float64 `json:"ratio"`
	Goal          float64 `json:"goal,omitempty"` // none is set for some
	Kind          string  `json:"goal_is"`
	Met           bool    `json:"met"`
	Steps         int     `json:"steps,omitempty"`
	PeerSteps     int     `json:"peer_steps,omitempty"`
	Passes        float64 `json:"passes,omitempty"` // over the data
	PeerPasses    float64 `json:"peer_passes,omitempty"`
	Objective     float64 `json:"objective,omitempty"`
	PeerObjective float64 `json:"peer_objective,omitempty"`
	OursMB        float64 `json:"ours_mb,omitempty"`
	PeerMB        float64 `json:"peer_mb,omitempty"`
	Note          string  `json:"note,omitempty"`
}

func newRow(c contest, ours, theirs times) row {
	r := row{
		Name: c.name, OursS: ours.median(), OursMin: slices.Min(ours), OursMax: slices.Max(ours),
		Peer: c.peer, PeerS: theirs.median(), PeerMin: slices.Min(theirs), PeerMax: slices.Max(theirs),
		Runs: len(ours), Goal: c.goal, Kind: speedRow,
	}
	r.Ratio = r.PeerS / r.OursS
	r.Met = r.Goal == 0 || r.Ratio >= r.Goal
	return r
}

func (r row) ours() string {
	if r.Kind == memoryRow {
		return fmt.Sprintf("%.0f MB", r.OursMB)
	}
	return spread(r.OursS, r.OursMin, r.OursMax)
}

func (r row) theirs() string {
	if r.Kind == memoryRow {
		return fmt.Sprintf("%.0f MB", r.PeerMB)
	}
	return spread(r.PeerS, r.PeerMin, r.PeerMax)
}

// spread is the median with least and most.
func spread(median, least, most float64) string {
	if least == most {
		return seconds(median)
	}
	return fmt.Sprintf("%s (%s–%s)", seconds(median), seconds(least), seconds(most))
}

// seconds in three digits.
func seconds(s float64) string {
	switch {
	case s < 1e-3:
		return fmt.Sprintf("%.3g µs", s*1e6)
	case s < 1:
		return fmt.Sprintf("%.3g ms", s*1e3)
	case s < 100:
		return fmt.Sprintf("%.3g s", s)
	}
	return fmt.Sprintf("%.0f s", s)
}

// aim is the goal in words.
func (r row) aim() string {
	switch {
	case r.Goal == 0:
		return "–"
	case r.Kind == memoryRow:
		return fmt.Sprintf("≤ %g MB", r.Goal)
	case r.Kind == latencyRow:
		return fmt.Sprintf("≤ %g ×", r.Goal)
	}
	return fmt.Sprintf("≥ %g ×", r.Goal)
}

func (r row) verdict() string {
	word := ""
	switch {
	case r.Goal == 0:
	case r.Met:
		word = ", goal " + r.aim() + " met"
	default:
		word = ", goal " + r.aim() + " missed"
	}
	return r.ratio() + word
}

func (r row) ratio() string { return fmt.Sprintf("%.3g ×", r.Ratio) }

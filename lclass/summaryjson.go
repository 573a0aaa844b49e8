package lclass

import (
	"encoding/json"
	"math"
	"strconv"

	"linclass/lclass/internal/strictjson"
)

// Infinite numbers, which an end of an interval or an odds ratio may be, are
// texts in JSON: "+Inf" and "-Inf".
type extended float64

func (e extended) MarshalJSON() ([]byte, error) {
	v := float64(e)
	if math.IsInf(v, 0) {
		return json.Marshal(strconv.FormatFloat(v, 'g', -1, 64))
	}
	return json.Marshal(v)
}

func (e *extended) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case `"+Inf"`:
		*e = extended(math.Inf(1))
	case `"-Inf"`:
		*e = extended(math.Inf(-1))
	default:
		return json.Unmarshal(text, (*float64)(e))
	}
	return nil
}

type intervalJSON struct {
	Low  extended `json:"low"`
	High extended `json:"high"`
}

// MarshalJSON writes infinite ends as "+Inf" and "-Inf".
func (i Interval) MarshalJSON() ([]byte, error) {
	return json.Marshal(intervalJSON{extended(i.Low), extended(i.High)})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (i *Interval) UnmarshalJSON(text []byte) error {
	var j intervalJSON
	if err := strictjson.Unmarshal("lclass: interval", text, &j); err != nil {
		return err
	}
	*i = Interval{float64(j.Low), float64(j.High)}
	return nil
}

// plainCoefficient is a Coefficient without its methods.
type plainCoefficient Coefficient

type coefficientJSON struct {
	plainCoefficient
	Odds extended `json:"odds,omitempty"`
}

// MarshalJSON writes an odds ratio beyond the range of float64 as "+Inf".
func (c Coefficient) MarshalJSON() ([]byte, error) {
	return json.Marshal(coefficientJSON{plainCoefficient(c), extended(c.Odds)})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (c *Coefficient) UnmarshalJSON(text []byte) error {
	var j coefficientJSON
	if err := strictjson.Unmarshal("lclass: coefficient", text, &j); err != nil {
		return err
	}
	*c = Coefficient(j.plainCoefficient)
	c.Odds = float64(j.Odds)
	return nil
}

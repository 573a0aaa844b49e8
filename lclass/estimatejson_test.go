package lclass_test

import (
	"encoding/json"
	"math"
	"testing"

	"linclass/lclass"
)

func TestEstimateJSON(t *testing.T) {
	for want, e := range map[string]lclass.Estimate{
		`{"name":"x","value":1,"se":0.5,"statistic":2,"p":0.05,"low":0,"high":2}`:       {Name: "x", Value: 1, SE: 0.5, Statistic: 2, P: 0.05, High: 2},
		`{"name":"x","value":20,"se":0.5,"statistic":40,"p":0,"low":19,"high":21}`:      {Name: "x", Value: 20, SE: 0.5, Statistic: 40, Low: 19, High: 21},
		`{"name":"x","value":0,"se":0.5,"statistic":0,"p":1,"low":-1,"high":1}`:         {Name: "x", SE: 0.5, P: 1, Low: -1, High: 1},
		`{"name":"x","value":1,"se":0.5,"bias":0.25,"low":"-Inf","high":"+Inf"}`:        {Name: "x", Value: 1, SE: 0.5, Bias: 0.25, Low: math.Inf(-1), High: math.Inf(1)},
		`{"name":"x","class":"a","contrast":"slope","value":1,"se":0,"low":1,"high":1}`: {Name: "x", Class: "a", Contrast: "slope", Value: 1, Low: 1, High: 1},
	} {
		text, err := json.Marshal(e)
		var back lclass.Estimate
		if err == nil {
			err = json.Unmarshal(text, &back)
		}
		if err != nil || string(text) != want || back != e {
			t.Errorf("%s, want %s; read back %+v, %v", text, want, back, err)
		}
	}
}

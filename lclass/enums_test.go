package lclass_test

import (
	"fmt"
	"testing"

	"linclass/lclass"
)

// A constant prints as it is written; what is none prints as its number.
func TestConstantsPrintTheirNames(t *testing.T) {
	for want, c := range map[string]fmt.Stringer{
		"Hinge": lclass.Hinge, "SquaredHinge": lclass.SquaredHinge, "WestonWatkins": lclass.WestonWatkins, "CrammerSinger": lclass.CrammerSinger, "ModifiedHuber": lclass.ModifiedHuber, "SVMLoss(5)": lclass.SVMLoss(5), "SVMLoss(-1)": lclass.SVMLoss(-1),
	} {
		equal(t, want, fmt.Sprint(c), want)
	}
}

func ExampleSVMLoss() {
	fmt.Printf("%+v\n", lclass.LinearSVM{Loss: lclass.WestonWatkins, Penalty: lclass.L2(0.01)})
	// Output:
	// {Loss:WestonWatkins Penalty:L2(0.01) NoIntercept:false Solver:<nil> Start:<nil>}
}

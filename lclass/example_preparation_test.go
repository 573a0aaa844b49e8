package lclass_test

import (
	"fmt"
	"strings"

	"github.com/go-gota/gota/dataframe"

	"linclass/lclass"
)

// boats is a table with gaps and texts.
const boats = `sex,age,port,boarded
male,22,S,no
female,38,C,yes
female,,S,yes
male,35,,yes
male,,Q,no
female,27,S,no
male,54,S,no
female,2,C,yes
male,41,C,no
female,19,Q,yes
`

func ExamplePipeline() {
	df := dataframe.ReadCSV(strings.NewReader(boats))
	d, err := lclass.FromFrame(df, lclass.Columns{Target: "boarded", Raw: true})
	if err != nil {
		panic(err)
	}
	fmt.Println(d)
	m, err := lclass.Pipeline{
		Prepare: []lclass.Preparation{
			lclass.Impute{Numbers: lclass.FillMedian, Category: "unknown"},
			lclass.OneHot{Reference: map[string]string{"port": "S"}},
			lclass.Standardize{},
		},
		Of: lclass.Logistic{Penalty: lclass.L2(0.1)},
	}.Fit(d)
	if err != nil {
		panic(err)
	}
	fmt.Print(m.Preparation)
	fmt.Print(m)
	a, err := m.Accuracy(d) // of data as they are
	if err != nil {
		panic(err)
	}
	fmt.Println("accuracy", a)
	// Output:
	// 10 samples, 3 features, target boarded: 5 × no, 5 × yes, 2 of texts, 3 values missing
	// impute sex by unknown, age by 31, port by unknown
	// one-hot sex (2 categories, reference female), port (4 categories, reference S)
	// standardize age
	// converged after 4 iterations of Newton, loss 0.573175, largest gradient 3.3e-14, gap 2.6e-27
	// P(boarded = yes) = σ(w·x + b)
	// x prepared from ["sex" "age" "port"]
	//                         w
	//               b    0.2758
	//       sex[male]   -0.8059
	//             age    -0.457
	//         port[C]    0.2689
	//         port[Q]  -0.01403
	//   port[unknown]    0.5403
	// accuracy 0.8
}

// The weights of a pipeline refer to scaled features; RawUnits converts them to the units
// of the data.
func ExampleModel_RawUnits() {
	df := dataframe.ReadCSV(strings.NewReader(boats))
	d, err := lclass.FromFrame(df, lclass.Columns{Target: "boarded", Features: []string{"sex", "age"}, Raw: true})
	if err != nil {
		panic(err)
	}
	m, err := lclass.Pipeline{
		Prepare: []lclass.Preparation{lclass.Impute{}, lclass.OneHot{}, lclass.Standardize{}},
		Of:      lclass.Logistic{Penalty: lclass.L2(0.1)},
	}.Fit(d)
	if err != nil {
		panic(err)
	}
	raw, err := m.RawUnits()
	if err != nil {
		panic(err)
	}
	for j, name := range m.Features {
		fmt.Printf("%-9s %7.4f %7.4f a unit\n", name, m.W.At(0, j), raw.W.At(0, j))
	}
	fmt.Print("still to do: ", raw.Preparation)
	// Output:
	// sex[male] -0.7835 -0.7835 a unit
	// age       -0.4444 -0.0335 a unit
	// still to do: impute sex by female, age by 29.75
	// one-hot sex (2 categories, reference female)
}

// A model reads its columns from any frame, by name.
func ExampleFromFrame_like() {
	d, err := lclass.FromFrame(dataframe.ReadCSV(strings.NewReader(boats)), lclass.Columns{Target: "boarded", Features: []string{"sex", "age"}, Raw: true})
	if err != nil {
		panic(err)
	}
	m, err := lclass.Pipeline{
		Prepare: []lclass.Preparation{lclass.Impute{}, lclass.OneHot{}},
		Of:      lclass.Logistic{Penalty: lclass.L2(0.1)},
	}.Fit(d)
	if err != nil {
		panic(err)
	}
	for _, text := range []string{
		"age,name,sex\n30,Ann,female\n,Ben,male\n",
		"Age,sex\n30,female\n",
		"age,sex\nyoung,female\n",
	} {
		x, err := lclass.FromFrame(dataframe.ReadCSV(strings.NewReader(text)), lclass.Columns{Like: m})
		if err != nil {
			fmt.Println(err)
			continue
		}
		y, err := m.Predict(x)
		fmt.Println(y.Name, err)
	}
	// Output:
	// [yes no] <nil>
	// lclass: there is no column "age"; the frame has Age, sex; if you mean "Age", rename it
	// lclass: column "age", row 0 is "young", where numbers are needed; the model was fitted to numbers there; correct it, or make it a missing value
}

// Steps without a learner, and the raw data before them.
func ExamplePrepare() {
	d, err := lclass.FromFrame(dataframe.ReadCSV(strings.NewReader(boats)), lclass.Columns{Target: "boarded", Features: []string{"age", "sex"}, Raw: true})
	if err != nil {
		panic(err)
	}
	fmt.Println(d.Row(0), d.Row(2), d.Categories()["sex"])
	p, err := lclass.Prepare(d, lclass.Impute{Indicator: true}, lclass.OneHot{}, lclass.Interactions{Pairs: [][2]string{{"age", "sex"}}})
	if err != nil {
		panic(err)
	}
	x, err := p.Apply(d)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%q\n", x.Features())
	fmt.Println(x.Row(0), x.Row(2))
	// Output:
	// [22 1] [NaN 0] [female male]
	// ["age" "sex[male]" "age is missing" "age·sex[male]"]
	// [22 1 0 22] [29.75 0 1 0]
}

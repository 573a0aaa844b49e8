// Command csv goes from a table in a file to a model in a file:
//
//	go run ./examples/csv titanic.csv Survived Pclass Sex Age Fare
//
// It learns the first column that is named from the others, says what that is
// worth, leaves figures and the model in the working directory, and reads the
// model again to predict the whole table.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/go-gota/gota/dataframe"

	"linclass/lclass"
	"linclass/lclass/validate"
	"linclass/plots"
)

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: csv TABLE.csv TARGET FEATURE…")
		os.Exit(2)
	}
	file := lclass.Must(os.Open(os.Args[1]))
	defer file.Close()
	table := dataframe.ReadCSV(file)
	d := lclass.Must(lclass.FromFrame(table, lclass.Columns{
		Target: os.Args[2], Features: os.Args[3:], Raw: true,
	}))
	train, test, err := validate.Split{Test: 0.25, Stratify: true, Seed: 1}.Of(d)
	check(err)

	spec := func(λ float64) lclass.Estimator {
		steps := []lclass.Preparation{lclass.Impute{Indicator: true}, lclass.OneHot{}, lclass.Standardize{}}
		return lclass.Pipeline{Prepare: steps, Of: lclass.Softmax{Penalty: lclass.L2(λ)}}
	}
	folds, grid := validate.KFold{Stratify: true, Seed: 1}, lclass.LogSpace(1, 1e-4, 9)
	fmt.Println(lclass.Must(validate.Nested(train, folds, folds, grid, spec, validate.LogLoss, validate.Accuracy)))
	search := lclass.Must(validate.GridSearch(train, folds, grid, spec, validate.LogLoss))
	fmt.Println(search)

	report := lclass.Must(validate.Report(search.Model, test))
	fmt.Println(report)
	check(plots.Save("confusion.png", plots.Confusion(report.Confusion)))
	check(plots.Save("weights.svg", plots.Coefficients(search.Model)))
	check(plots.Save("search.pdf", plots.ValidationCurve("λ", grid, search.Scores(0))))

	check(os.WriteFile("model.json", lclass.Must(json.Marshal(search.Model)), 0o644))
	var again lclass.Model
	check(json.Unmarshal(lclass.Must(os.ReadFile("model.json")), &again))
	later := lclass.Must(lclass.FromFrame(table, lclass.Columns{Like: &again}))
	fmt.Printf("read again: accuracy on all %d rows %.4f\n", later.N(), lclass.Must(again.Accuracy(later)))
}

func check(err error) { lclass.Must(0, err) }

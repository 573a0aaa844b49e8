// Lclass-fit fits a model to the shards that workers hold, and writes it as JSON.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/natefinch/atomic"
	"github.com/spf13/cobra"

	"linclass/cluster"
	"linclass/cluster/internal/command"
	"linclass/lclass"
)

// version is that of a release; tools/dist.sh sets it.
var version string

func main() {
	var server command.Server
	var spec cluster.Spec
	var options cluster.Options
	var lambdas []float64
	var impute, oneHot, standardize, summary bool
	var file, out, covariance string
	c := &cobra.Command{
		Use:   "lclass-fit --learner LEARNER | --spec FILE",
		Short: "Fit a model to the shards of many machines",
		Long: `lclass-fit fits a model to the shards that the workers of a set hold. If it or any other
program dies, start it again with the same arguments, and it continues where it stopped:
the server keeps the sums for the retention period of its namespace.

On an interrupt it cancels the pass that it is waiting for.`,
		Args:    cobra.NoArgs,
		Version: version,
		RunE: func(c *cobra.Command, _ []string) error {
			if file != "" {
				if err := read(file, &spec); err != nil {
					return err
				}
			}
			if impute {
				spec.Prepare = append(spec.Prepare, cluster.Step{Impute: &lclass.Impute{}})
			}
			if oneHot {
				spec.Prepare = append(spec.Prepare, cluster.Step{OneHot: &lclass.OneHot{}})
			}
			if standardize {
				spec.Prepare = append(spec.Prepare, cluster.Step{Standardize: &lclass.Standardize{}})
			}
			if _, err := spec.Estimator(nil); err != nil {
				return err
			}
			robust, err := covarianceOf(covariance)
			if err != nil {
				return err
			}
			client, err := server.Dial(c.Context(), options.Patience, c.ErrOrStderr())
			if err != nil {
				return err
			}
			defer client.Close()
			passes := 0
			options.Progress = func() {
				passes++
				fmt.Fprintf(c.ErrOrStderr(), "pass %d\n", passes)
			}
			set, err := cluster.Open(c.Context(), client, options)
			if err != nil {
				return err
			}
			defer set.Close()
			samples := 0
			for _, s := range set.Shards() {
				samples += s.N
			}
			fmt.Fprintf(c.ErrOrStderr(), "%d shards, %d samples\n", len(set.Shards()), samples)
			for _, w := range set.Warnings() {
				fmt.Fprintf(c.ErrOrStderr(), "warning: %s\n", w)
			}
			if len(lambdas) == 0 {
				m, err := set.Fit(c.Context(), spec, nil)
				if err != nil {
					return err
				}
				fmt.Fprintln(c.ErrOrStderr(), m)
				if err := write(c, out, m); err != nil || !summary {
					return err
				}
				s, err := set.Summary(c.Context(), spec, m, lclass.SummaryOptions{Covariance: robust})
				if err != nil {
					return err
				}
				fmt.Fprintln(c.ErrOrStderr(), s)
				return nil
			}
			var path []*lclass.Model
			var last *lclass.Model
			for _, λ := range lambdas {
				spec.Lambda = λ
				if last, err = set.Fit(c.Context(), spec, last); err != nil {
					return fmt.Errorf("λ = %v: %w", λ, err)
				}
				fmt.Fprintf(c.ErrOrStderr(), "λ = %v: %v\n", λ, last)
				path = append(path, last)
			}
			return write(c, out, path)
		},
	}
	server.Flags(c)
	f := c.Flags()
	f.StringVar(&options.Set, "set", "default", "the set of workers")
	f.IntVar(&options.Shards, "shards", 0, "the required number of shards; by default those of the workers that run now")
	f.DurationVar(&options.Gone, "gone", 0, "how long a worker may be silent before another one takes its shards (default 10s)")
	f.DurationVar(&options.Patience, "patience", 10*time.Minute, "how long to wait for workers and for the server before giving up")
	f.StringVar(&file, "spec", "", `the specification as JSON: {"learner": "Logistic", "lambda": 0.01, "prepare": [{"standardize": {}}]}`)
	f.StringVar(&spec.Learner, "learner", "", "Logistic, Softmax, LinearSVM, RegressionClassifier or LinearRegression")
	f.StringVar(&spec.Loss, "loss", "", "for LinearSVM: SquaredHinge or ModifiedHuber")
	f.StringVar(&spec.Solver, "solver", "", "Newton, QuasiNewton, CoordinateDescent or ClosedForm; by default the best one")
	f.Float64Var(&spec.Lambda, "lambda", 0, "λ of the penalty")
	f.Float64Var(&spec.Ratio, "ratio", 0, "ρ of the penalty: 0 is L2, 1 is L1")
	f.BoolVar(&spec.NoIntercept, "no-intercept", false, "leave out b")
	f.BoolVar(&impute, "impute", false, "first fill missing numbers by means and missing texts by the most frequent category, of all shards; the workers need --raw")
	f.BoolVar(&oneHot, "one-hot", false, "then encode texts by the categories of all shards; the workers need --raw")
	f.BoolVar(&standardize, "standardize", false, "then standardise the features, by the means and standard deviations of all shards")
	f.BoolVar(&summary, "summary", false, "print standard errors, tests and intervals of a fit without a penalty")
	f.StringVar(&covariance, "covariance", "classical", "for --summary: classical, or robust: HC0, HC1, HC2 or HC3")
	f.Float64SliceVar(&lambdas, "lambdas", nil, "several λ, decreasing: each fit starts from the model before it, and the output is a list of models")
	f.StringVarP(&out, "out", "o", "", "the file for the model; by default standard output")
	c.MarkFlagsOneRequired("spec", "learner")
	for _, flag := range []string{"learner", "loss", "solver", "lambda", "ratio", "no-intercept", "impute", "one-hot", "standardize"} {
		c.MarkFlagsMutuallyExclusive("spec", flag)
	}
	c.MarkFlagsMutuallyExclusive("lambda", "lambdas")
	c.MarkFlagsMutuallyExclusive("summary", "lambdas")
	command.Run(c)
}

// covarianceOf returns the covariance with that name.
func covarianceOf(name string) (lclass.Covariance, error) {
	for c := lclass.Classical; c <= lclass.HC3; c++ {
		if c.String() == name {
			return c, nil
		}
	}
	return 0, fmt.Errorf("--covariance %q; use classical, HC0, HC1, HC2 or HC3", name)
}

// read reads a specification, without unknown keys.
func read(file string, spec *cluster.Spec) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(spec); err != nil {
		return fmt.Errorf("--spec %s: %w", file, err)
	}
	if d.More() {
		return fmt.Errorf("--spec %s: %w", file, errors.New("there is more than one specification"))
	}
	return nil
}

// write writes what can be JSON to a file, whole or not at all, or to standard output.
func write(c *cobra.Command, file string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if file == "" {
		_, err = c.OutOrStdout().Write(text)
		return err
	}
	return atomic.WriteFile(file, bytes.NewReader(text))
}

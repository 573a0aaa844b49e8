package lclass_test

import (
	"errors"
	"fmt"

	"linclass/datasets"
	"linclass/lclass"
)

// Who survived the Titanic: the odds of a man were a tenth of a woman's.
func ExampleModel_Summary() {
	d := lclass.Must(lclass.FromFrame(datasets.TitanicTable(), lclass.Columns{Target: "Survived", Weight: "Freq"}))
	m := lclass.Must(lclass.Logistic{}.Fit(d))
	fmt.Print(lclass.Must(m.Summary(d)))
	// Output:
	// P(Survived = Yes) = σ(w·x + b)
	// maximum likelihood, N = 2201, 2195 residual df, intervals 95 % Wald
	//          name    value      se       z        p      low     high    odds  odds_low  odds_high
	//             b   2.0438  0.1679   12.17  4.4e-34   1.7147   2.3730  7.7202    5.5550     10.729
	//    Class[2nd]  -1.0181  0.1960   -5.19  2.1e-07  -1.4022  -0.6339  0.3613    0.2460      0.530
	//    Class[3rd]  -1.7778  0.1716  -10.36  3.7e-25  -2.1140  -1.4415  0.1690    0.1208      0.237
	//   Class[Crew]  -0.8577  0.1573   -5.45    5e-08  -1.1661  -0.5493  0.4241    0.3116      0.577
	//     Sex[Male]  -2.4201  0.1404  -17.24  1.4e-66  -2.6953  -2.1449  0.0889    0.0675      0.117
	//    Age[Child]   1.0615  0.2440    4.35  1.4e-05   0.5833   1.5398  2.8908    1.7919      4.664
	//
	// deviance 2210.06, with W = 0 2769.46; pseudo-R² 0.202 (McFadden)
	// log-likelihood -1105.03, with W = 0 -1384.73; AIC 2222.06, BIC 2256.24
	// W = 0: χ² = 559.4 on 5 df, p = 1.2e-118
}

func ExampleModel_Summary_regression() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "petal_width", Features: []string{"sepal_length", "petal_length"}}))
	m := lclass.Must(lclass.LinearRegression{}.Fit(d))
	fmt.Print(lclass.Must(m.Summary(d)))
	// Output:
	// petal_width = w·x + b
	// least squares, N = 150, 147 residual df, intervals 95 % Wald
	//           name    value      se      t        p      low     high
	//              b  -0.0090  0.1821  -0.05     0.96  -0.3689   0.3509
	//   sepal_length  -0.0822  0.0413  -1.99    0.048  -0.1638  -0.0006
	//   petal_length   0.4494  0.0194  23.21  5.3e-51   0.4111   0.4876
	//
	// R² 0.929, adjusted 0.9281; residual standard error 0.2044
	// log-likelihood 26.7923, with W = 0 -171.615; AIC -45.5847, BIC -33.5422
	// W = 0: F = 962.1 on 2 and 147 df, p = 3.6e-85
}

func ExampleModel_Summary_options() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"sepal_width"}}))
	m := lclass.Must(lclass.Must(lclass.Softmax{}.Fit(d)).Reference("virginica"))
	s := lclass.Must(m.Summary(d, lclass.SummaryOptions{Profile: true, Level: 0.9}))
	for _, c := range s.Coefficients {
		fmt.Printf("%-11s %-10s %6.2f  [%6.2f, %6.2f]\n", c.Name, c.Class, c.Value, c.Low, c.High)
	}
	// Output:
	// b           setosa     -13.00  [-17.78,  -8.89]
	// sepal_width setosa       4.08  [  2.79,   5.58]
	// b           versicolor   5.86  [  2.70,   9.33]
	// sepal_width versicolor  -2.04  [ -3.24,  -0.95]
}

func ExampleModel_Summary_separated() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"petal_length"}})) // parts setosa from the rest
	m := lclass.Must(lclass.Softmax{}.Fit(d))
	_, err := m.Summary(d)
	fmt.Println(errors.Is(err, lclass.ErrSeparated))
	fmt.Println(err)
	// Output:
	// true
	// lclass: the classes are separated: some weights are infinite, because "petal_length" alone separates "setosa" from the rest; for two classes, fit Firth, which has finite weights; or leave out the features that separate the classes, or use a penalty and the intervals of Bootstrap
}

// Did the travel class matter for survival?
func ExampleLikelihoodRatio() {
	weight := lclass.Columns{Weight: "Freq"}
	of := func(features ...string) *lclass.Summary {
		d := lclass.Must(lclass.FromFrame(datasets.TitanicTable(), columns(weight, "Survived", features...)))
		return lclass.Must(lclass.Must(lclass.Logistic{}.Fit(d)).Summary(d))
	}
	fmt.Println(lclass.Must(lclass.LikelihoodRatio(of("Sex", "Age"), of("Sex", "Age", "Class"))))
	// Output:
	// χ² = 119 on 3 df, p = 1.2e-25
}

// Penalised weights have no standard errors in closed form, but the bootstrap estimates
// them.
func ExampleBootstrap_Of() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"petal_length", "petal_width"}}))
	d = lclass.Must(d.Positive("virginica"))
	s := lclass.Must(lclass.Bootstrap{Replicates: 400, Seed: 1}.Of(lclass.Logistic{Penalty: lclass.L2(0.01)}, d))
	fmt.Print(s)
	// Output:
	// P(species = virginica) = σ(w·x + b)
	// bootstrap, 400 replicates, intervals 95 % percentile
	//           name    value     bias      se      low     high
	//              b  -15.412  -0.0333  0.6725  -16.728  -14.138
	//   petal_length    2.471   0.0046  0.1514    2.172    2.775
	//    petal_width    1.997  -0.0089  0.1711    1.662    2.321
}

func ExampleModel_Reference() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"sepal_width"}}))
	m := lclass.Must(lclass.Softmax{}.Fit(d))
	r := lclass.Must(m.Reference("setosa"))
	for k, class := range r.Classes {
		fmt.Printf("%-10s %6.2f x %+6.2f\n", class, r.W.At(k, 0), r.B[k])
	}
	// Output:
	// setosa       0.00 x  +0.00
	// versicolor  -6.12 x +18.86
	// virginica   -4.08 x +13.00
}

// Balanced gives survivors and victims the same total weight. Class weights are not
// counts of samples, so only a robust covariance is valid.
func ExampleCovariance() {
	weight := lclass.Columns{Weight: "Freq"}
	d := lclass.Must(lclass.FromFrame(datasets.TitanicTable(), columns(weight, "Survived", "Sex", "Age")))
	d = lclass.Must(d.Balanced())
	m := lclass.Must(lclass.Logistic{}.Fit(d))
	_, err := m.Summary(d)
	fmt.Println(err)
	fmt.Print(lclass.Must(m.Summary(d, lclass.SummaryOptions{Covariance: lclass.HC1})))
	// Output:
	// lclass: the weights do not say how many samples there are: class weights are neither counts nor precisions, so classical standard errors are wrong; set SummaryOptions.Covariance to HC1 for robust standard errors, or use the intervals of Bootstrap
	// P(Survived = Yes) = σ(w·x + b)
	// maximum likelihood of weighted classes, N = 2201, 2198 residual df, intervals 95 % Wald, robust (HC1)
	//         name    value      se       z        p      low     high    odds  odds_low  odds_high
	//            b   1.6946  0.1047   16.19  6.2e-59   1.4894   1.8998  5.4446    4.4346     6.6847
	//    Sex[Male]  -2.3009  0.1204  -19.11  2.1e-81  -2.5369  -2.0649  0.1002    0.0791     0.1268
	//   Age[Child]   0.6990  0.2523    2.77   0.0056   0.2044   1.1935  2.0117    1.2268     3.2987
	//
	// deviance 2575.58, with W = 0 3051.23; pseudo-R² 0.1559 (McFadden)
	// W = 0: Wald χ² = 366.6 on 2 df, p = 2.5e-80
}

package lclass

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/rows"
)

// A covariance is Σ = AᵀA + diag(ridge)² over p features. Its root A is kept,
// and never Σ itself, which would lose half of the digits.
type covariance struct {
	root  *mat.Dense // nil for Σ = diag(ridge)²
	ridge []float64
	noise []float64 // the deviation that rounding makes, of the features and of n samples added up
}

const epsilon = 0x1p-52

// covariance returns the maximum likelihood covariance of a class, shrunk
// towards its diagonal.
func (g *gaussians) covariance(c *gaussianClass, shrinkage float64) covariance {
	p := len(g.kept)
	cov := covariance{ridge: make([]float64, p), noise: make([]float64, p)}
	if p == 0 {
		return cov
	}
	x, weight := g.samples(c)
	low, high := rows.NewDense(len(weight), p, x).Range()
	for j := range cov.noise {
		cov.noise[j] = epsilon * (math.Max(math.Abs(low[j]), math.Abs(high[j])) + 0.4*math.Sqrt(float64(len(weight)))*c.std[j])
	}
	var fourth float64
	for i, s := range weight {
		if i%rows.Block == 0 && g.data.Err() != nil {
			return cov
		}
		root := math.Sqrt(s / c.weight)
		var square float64
		for j, mean := range c.mean {
			v := &x[i*p+j]
			if c.std[j] == 0 {
				*v = 0
				continue
			}
			*v -= mean
			z := *v / c.std[j]
			square += z * z
			*v *= root
		}
		fourth += s * square * square / c.weight
	}
	if cov.root = g.reduced(x, p); cov.root == nil {
		return cov
	}
	if shrinkage == LedoitWolf {
		shrinkage = cov.ledoitWolf(c.std, fourth, c.weight, g.data.stop())
	}
	cov.root.Scale(math.Sqrt(1-shrinkage), cov.root)
	for j, s := range c.std {
		cov.ridge[j] = math.Sqrt(shrinkage) * s
	}
	return cov
}

func (g *gaussians) covariances(shrinkage float64) ([]covariance, error) {
	var covariances []covariance
	for k := range g.classes {
		covariances = append(covariances, g.covariance(&g.classes[k], shrinkage))
		if err := g.data.Err(); err != nil {
			return nil, err
		}
	}
	return covariances, nil
}

// reduced returns the triangle of rows of p values, so many of them at a time that
// the triangle so far adds little; nil if the context is done before there is one.
func (g *gaussians) reduced(x []float64, p int) *mat.Dense {
	var top *mat.Dense
	part := max(1<<12, 2*p) * p
	for lo := 0; lo < len(x) && g.data.Err() == nil; lo += part {
		values := x[lo:min(lo+part, len(x))]
		if top != nil {
			values = slices.Concat(top.RawMatrix().Data, values)
		}
		top = triangle(mat.NewDense(len(values)/p, p, values), g.data.stop())
		if top == nil {
			return nil
		}
	}
	return top
}

// common returns Σ, the mean of the covariances of the classes.
func (g *gaussians) common(classes []covariance, unbiased bool) (covariance, error) {
	n := g.total
	if unbiased {
		n -= float64(len(g.classes))
		if n <= 0 {
			return covariance{}, fmt.Errorf("lclass: the samples weigh %.6g together and there are %d classes; an Unbiased covariance takes more than one sample a class", g.total, len(g.classes))
		}
	}
	share := make([]float64, len(classes))
	for k, c := range g.classes {
		share[k] = c.weight / n
	}
	return g.mix(share, classes), nil
}

// mix returns Σ wᵢ Σᵢ.
func (g *gaussians) mix(weight []float64, parts []covariance) covariance {
	p := len(parts[0].ridge)
	sum := covariance{ridge: make([]float64, p), noise: make([]float64, p)}
	var stack []float64
	for i, part := range parts {
		w := math.Sqrt(weight[i])
		for j := range p {
			sum.ridge[j] = math.Hypot(sum.ridge[j], w*part.ridge[j])
			sum.noise[j] = math.Hypot(sum.noise[j], w*part.noise[j])
		}
		if part.root == nil || w == 0 {
			continue
		}
		for _, v := range part.root.RawMatrix().Data {
			stack = append(stack, w*v)
		}
	}
	if stack != nil {
		sum.root = triangle(mat.NewDense(len(stack)/p, p, stack), g.data.stop())
	}
	return sum
}

// triangle returns a matrix with the same AᵀA: the triangle R of its QR
// decomposition if A has more rows than columns, and A itself otherwise. It is nil if
// it has stopped.
func triangle(a *mat.Dense, stop factor.Stop) *mat.Dense {
	n, p := a.Dims()
	if n <= p {
		return a
	}
	return factor.Triangle(a, stop)
}

// stack returns A with the rows of diag(ridge) below it.
func (cov covariance) stack() *mat.Dense {
	p := len(cov.ridge)
	var rows []float64
	if cov.root != nil {
		rows = append(rows, cov.root.RawMatrix().Data...)
	}
	for j, r := range cov.ridge {
		row := make([]float64, p)
		row[j] = r
		if r > 0 || rows == nil {
			rows = append(rows, row...)
		}
	}
	return mat.NewDense(len(rows)/p, p, rows)
}

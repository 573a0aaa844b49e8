package main

// A program is the objective of a fit in features x̃ = (x − mean)/sd of 32 digits:
//
//	L(θ) = Σ sᵢ ℓ(θx̃ᵢ, tᵢ) + Σⱼ (l1ⱼ|θⱼ| + ½ l2ⱼ θⱼ²),  Σ sᵢ = 1
//
// A row of θ is the weights of a score and its bias.
type program struct {
	loss     loss
	k        int
	x        [][]long // rows x̃, the last value of each is 1
	weight   []long
	target   []target
	l1, l2   []long // per column, 0 for the bias
	mean, sd []long
	columns  []int // of the features, those that are constant left out
	free     bool  // logistic or softmax without a penalty
}

// program states a part of a fit with λ and ρ, without the columns left out.
func (p part) program(without map[int]bool, lambda, ratio float64) *program {
	g := &program{loss: p.loss, k: p.k}
	var rows [][]float64
	total := zero
	for i, x := range p.x {
		if p.weight[i] > 0 {
			rows = append(rows, x)
			g.weight = append(g.weight, number(p.weight[i]))
			g.target = append(g.target, p.target[i])
			total = total.add(number(p.weight[i]))
		}
	}
	for i := range rows {
		g.weight[i] = g.weight[i].div(total)
		g.x = append(g.x, nil)
	}
	for j := range p.x[0] {
		constant := true
		for _, r := range rows {
			constant = constant && r[j] == rows[0][j]
		}
		if constant || without[j] {
			continue
		}
		mean, square := zero, zero
		for i, r := range rows {
			mean = mean.add(g.weight[i].mul(number(r[j])))
		}
		for i, r := range rows {
			v := number(r[j]).sub(mean)
			square = square.add(g.weight[i].mul(v).mul(v))
		}
		sd := square.sqrt()
		for i, r := range rows {
			g.x[i] = append(g.x[i], number(r[j]).sub(mean).div(sd))
		}
		g.mean, g.sd, g.columns = append(g.mean, mean), append(g.sd, sd), append(g.columns, j)
		g.l1 = append(g.l1, number(lambda*ratio).div(sd))
		g.l2 = append(g.l2, number(lambda*(1-ratio)).div(sd).div(sd))
	}
	for i := range rows {
		g.x[i] = append(g.x[i], one)
	}
	g.l1, g.l2 = append(g.l1, zero), append(g.l2, zero)
	g.free = lambda == 0 && p.loss.smooth != nil && p.loss.bend < 1
	return g
}

// scores returns θx̃.
func (g *program) scores(theta, x []long) []long {
	z, width := make([]long, g.k), len(x)
	for c := range z {
		for j, v := range x {
			z[c] = z[c].add(theta[c*width+j].mul(v))
		}
	}
	return z
}

// value returns L(θ).
func (g *program) value(theta []long) long {
	sum := zero
	for i, x := range g.x {
		sum = sum.add(g.weight[i].mul(g.loss.at(g.scores(theta, x), g.target[i])))
	}
	width := len(g.l1)
	for i, v := range theta {
		sum = sum.add(g.l1[i%width].mul(v.abs())).add(g.l2[i%width].mul(v).mul(v).times(0.5))
	}
	return sum
}

// objective returns L(W, b) of a part from the features as they are.
func (p part) objective(w [][]float64, b []float64, lambda, ratio float64) long {
	sum, total, z := zero, zero, make([]long, p.k)
	for i, x := range p.x {
		if p.weight[i] == 0 {
			continue
		}
		for c := range z {
			z[c] = number(b[c])
			for j, v := range x {
				z[c] = z[c].add(number(w[c][j]).mul(number(v)))
			}
		}
		s := number(p.weight[i])
		sum, total = sum.add(s.mul(p.loss.at(z, p.target[i]))), total.add(s)
	}
	sum = sum.div(total)
	if lambda > 0 {
		for _, row := range w {
			for _, v := range row {
				v := number(v)
				sum = sum.add(number(lambda * ratio).mul(v.abs())).add(number(lambda * (1 - ratio)).mul(v).mul(v).times(0.5))
			}
		}
	}
	return sum
}

// raw returns θ as W and b of d features.
func (g *program) raw(theta []long, d int) (w [][]float64, b []float64) {
	width := len(g.l1)
	for c := range g.k {
		row, bias := make([]float64, d), theta[c*width+width-1]
		for i, j := range g.columns {
			v := theta[c*width+i].div(g.sd[i])
			row[j] = v.float()
			bias = bias.sub(v.mul(g.mean[i]))
		}
		w, b = append(w, row), append(b, bias.float())
	}
	return w, b
}

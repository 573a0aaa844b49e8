"""Tests of plainmath.py: formulas as readers would write them in a line."""
import unittest

import plainmath
import site_pages

FORMULAS = {
    r"z = \mathbf w\cdot\mathbf x + b": "z = w · x + b",
    r"\frac{1}{1+e^{-z}}": "1/(1 + e^(−z))",
    r"\frac{\partial\ell}{\partial w_j}": "∂ℓ/∂wⱼ",
    r"\frac{a+b}{2s}": "(a + b)/(2s)",
    r"\sum_{n=1}^N (y_n-t_n)^2": "∑ₙ₌₁^N (yₙ − tₙ)²",
    r"-\log(1-\sigma(z))": "−log(1 − σ(z))",
    r"\log\frac{p}{1-p}": "log p/(1 − p)",
    r"\max_{0\le\alpha\le1}\alpha m": "max_(0 ≤ α ≤ 1) αm",
    r"\sqrt{2\pi}\,\sigma": "√(2π) σ",
    r"\mathbf w_{\text{new}}": "w_new",
    r"\Phi^\top R\,\Phi": "Φᵀ R Φ",
    r"\bar x \tilde W \hat y": "x̄W\u0303ŷ",
    r"\lVert\mathbf w\rVert = \sqrt{10}": "‖w‖ = √10",
    r"P(t\mid\mathbf x) = |w_1|": "P(t ∣ x) = ∣w₁∣",
    r"x\in\{0, 1\}": "x ∈ {0, 1}",
    r"\underbrace{\sigma(z)}_{\text{output}}": "σ(z) (output)",
    r"\begin{aligned}a&=b,\\c&<d\end{aligned}": "a = b; c < d",
    r"10^{-5}": "10⁻⁵",
    r"\frac12\lambda\lVert w\rVert^2": "1/2 λ‖w‖²",
    r"f'(x)": "f′(x)",
}


class PlainMath(unittest.TestCase):
    def test_formulas(self):
        set_ones = site_pages.node("math.mjs", [[tex, False] for tex in FORMULAS])
        self.assertEqual({tex: plainmath.plain(markup) for tex, markup in zip(FORMULAS, set_ones)}, FORMULAS)

    def test_no_formula(self):
        with self.assertRaises(ValueError):
            plainmath.plain("<p>x</p>")


if __name__ == "__main__":
    unittest.main()

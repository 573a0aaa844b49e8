package lecture

import (
	"regexp"
	"strings"
)

// normal returns s in a form in which the same text reads the same, whether a
// lecture prints it as text, as TeX or as a table: without markup, with one kind
// of minus and quotation mark, and with spaces only where they separate words or
// numbers. A minus that is a sign, as in "(−3, 2)", becomes ⁻, so that "3" is not
// found in "−3".
func normal(s string) string {
	s = signs.Replace(s)
	s = signMinus.ReplaceAllString(s, "$1⁻$2")
	for {
		flat := s
		for _, rule := range nested {
			flat = rule.pattern.ReplaceAllString(flat, rule.with)
		}
		if flat == s {
			break
		}
		s = flat
	}
	s = command.ReplaceAllStringFunc(s, func(name string) string {
		if symbol, ok := symbols[name[1:]]; ok {
			return symbol
		}
		return name[1:]
	})
	s = strings.Join(strings.Fields(markup.Replace(s)), " ")
	return strings.TrimSpace(loose.ReplaceAllString(loose.ReplaceAllString(s, "$1$2"), "$1$2"))
}

// signs unifies characters of which typography has several.
var signs = strings.NewReplacer(
	"−", "-", "–", "-", "—", "-", "‐", "-", "‑", "-",
	"“", `"`, "”", `"`, "’", "'", "‘", "'", "…", "...",
	"₀", "_0", "₁", "_1", "₂", "_2", "₃", "_3", "₄", "_4", "₅", "_5", "₆", "_6", "₇", "_7", "₈", "_8", "₉", "_9",
	"ᵢ", "_i", "ⱼ", "_j", "ₖ", "_k", "ₙ", "_n",
	"⁰", "^0", "¹", "^1", "²", "^2", "³", "^3", "⁴", "^4", "⁵", "^5", "⁶", "^6", "⁷", "^7", "⁸", "^8", "⁹", "^9",
	"ᵀ", "^T", `^\top`, "^T", `^{\top}`, "^T",
	`\,`, " ", `\;`, " ", `\:`, " ", `\!`, " ", `\\`, " ", `\{`, " ", `\}`, " ", `\%`, "%", `\leftarrow`, "←", `\rightarrow`, "→", `\left`, "", `\right`, "",
	`\qquad`, " ", `\quad`, " ", `\(`, " ", `\)`, " ", `\[`, " ", `\]`, " ", "&", " ", "~", " ",
)

// signMinus is a minus before a number that has nothing to its left.
var signMinus = regexp.MustCompile(`(^|[\s(\[{,;:=<>≤≥|^/])-([\d.])`)

// nested are the commands with arguments, from the inside out.
var nested = []struct {
	pattern *regexp.Regexp
	with    string
}{
	{regexp.MustCompile(`\\(?:mathbf|mathrm|mathcal|mathbb|mathit|text|textbf|boldsymbol|operatorname|vec|begin|end)\{([^{}]*)\}`), "$1"},
	{regexp.MustCompile(`([_^])\{([^{}]*)\}`), "$1$2"},
	{regexp.MustCompile(`\\frac\{([^{}]*)\}\{([^{}]*)\}`), "\x01$1\x02/\x01$2\x02"},
	{regexp.MustCompile(`\x01([^\x01\x02]*[^\pL\pN.\\^_\x01\x02][^\x01\x02]*)\x02`), "($1)"}, // several symbols
	{regexp.MustCompile(`\x01([^\x01\x02]*)\x02`), "$1"},
	{regexp.MustCompile(`\\sqrt\{([^{}]*)\}`), "√($1)"},
}

var command = regexp.MustCompile(`\\[A-Za-z]+`)

var symbols = map[string]string{
	"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eta": "η", "theta": "θ", "lambda": "λ",
	"mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
	"Delta": "Δ", "Phi": "Φ", "Sigma": "Σ", "Lambda": "Λ", "Omega": "Ω", "sum": "∑", "prod": "∏", "nabla": "∇", "partial": "∂",
	"cdot": "·", "times": "×", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "approx": "≈", "pm": "±",
	"in": "∈", "infty": "∞", "to": "→", "forall": "∀", "exists": "∃",
	"langle": "⟨", "rangle": "⟩", "mid": "|", "ell": "ℓ", "Re": "ℜ", "ldots": "...", "dots": "...",
}

// markup is what remains of TeX and Markdown, and what only separates.
var markup = strings.NewReplacer("$", " ", "{", "", "}", "", "_", "", "*", "", ",", " ", "¶", "")

// loose is a space beside what is neither letter nor part of a number.
var loose = regexp.MustCompile(`([^\pL\pN.⁻]) | ([^\pL\pN.⁻])`)

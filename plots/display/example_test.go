package display_test

import "linclass/plots/display"

func ExampleHTML() {
	display.HTML("<table><tr><th>w₁</th><th>w₂</th></tr><tr><td>0.1</td><td>−0.2</td></tr></table>")
	// Output:
	// w₁	w₂
	// 0.1	−0.2
}

func ExampleMarkdown() {
	display.Markdown("$w \\leftarrow w + \\eta (t - y) x$")
	// Output: $w \leftarrow w + \eta (t - y) x$
}

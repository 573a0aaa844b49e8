package display

import "testing"

func TestPlainText(t *testing.T) {
	for html, want := range map[string]string{
		"":                                      "",
		"plain":                                 "plain",
		"<p>one</p><p>two &lt; three</p>":       "one\ntwo < three",
		"a<br>b<br/>c":                          "a\nb\nc",
		"<style>td{x:y}</style><b>bold</b>":     "bold",
		"<tr><td>a</td><td>b</td></tr>\n<tr>":   "a\tb",
		"<table>\n<tr>\n<td>1</td>\n</tr>\n":    "1",
		"<span style='color:red'>no</span> η²":  "no η²",
		"<SCRIPT>if (a < b) f()</SCRIPT >x":     "x",
		"<style>never closed":                   "",
		"2 < 3":                                 "2 < 3",
		" a <b\nclass='c'>b</b>\n\n <P>c</P>d":  "a b\nc\nd",
		"<details><summary>s</summary>t<br />u": "s\nt\nu",
	} {
		if got := plainText(html); got != want {
			t.Errorf("%q: %q, want %q", html, got, want)
		}
	}
}

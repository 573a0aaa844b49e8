package plots

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"linclass/internal/errtest"
	"linclass/lclass"
)

func threeFrames() *Player {
	p := &Player{Title: "w < θ & more"}
	for i := range 3 {
		f := New("x", "y").XRange(0, 1).YRange(0, 1).Line([]float64{1, float64(i)}, -0.5, "boundary")
		f.Alt = "the line of step " + string(rune('0'+i))
		p.Add("step "+string(rune('0'+i))+": a < b\nw ← w + ηx", f.Size(200, 150))
	}
	return p
}

func page(t *testing.T, p *Player) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "p.html")
	errtest.None(t, p.Save(path))
	text := lclass.Must(os.ReadFile(path))
	return string(text)
}

// A page has all frames with their texts, and asks for nothing from outside.
func TestPlayerIsSelfContained(t *testing.T) {
	p := threeFrames()
	text := page(t, p)
	for _, want := range []string{
		"<title>w &lt; θ &amp; more</title>", `alt="the line of step 1"`, "<p>step 2: a &lt; b<br>w ← w + ηx</p>",
		`data-delay="700"`, `data-first="1"`, `width="200"`, "prefers-reduced-motion", "@media print", "ArrowLeft", `tabindex="0"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	if n := strings.Count(text, "data:image/svg+xml,%3C?xml"); n != 3 || p.Len() != 3 {
		t.Errorf("%d pictures of %d frames", n, p.Len())
	}
	rest := regexp.MustCompile(`data:image/svg.xml,[^"]*`).ReplaceAllString(text, "")
	if outside := regexp.MustCompile(`(?i)(https?:)?//[a-z]|@import|url\(`).FindString(rest); outside != "" {
		t.Errorf("the page asks for %q", outside)
	}
	if now := regexp.MustCompile(`class="frame still now"`).FindAllStringIndex(text, -1); len(now) != 1 || strings.Index(text, "step 2:") < now[0][0] {
		t.Errorf("the frame on paper is at %v, not the last", now)
	}
	if strings.Contains(text, `"ID"`) {
		t.Error("the script has no name of the player")
	}
}

// The figures of a frame stand side by side, each with its own text.
func TestPlayerPanels(t *testing.T) {
	p := threeFrames()
	left, right := New("x", "y").Size(200, 150), New("x", "y").Size(300, 150)
	left.Alt, right.Alt = "the line", "the loss"
	text := page(t, p.Add("two", left, right))
	_, frame, _ := strings.Cut(text, `<div class="frame still now">`)
	if frame, _, _ = strings.Cut(frame, "<p>two</p>"); !strings.HasPrefix(frame, `<div class="lclass-panels"`) || !strings.Contains(frame, "width:600px") {
		t.Errorf("the last frame begins with %.300s", frame)
	}
	if alts := regexp.MustCompile(`<img width="300" height="150"[^>]* alt="([^"]+)"`).FindAllStringSubmatch(frame, -1); len(alts) != 2 || alts[0][1] != "the line" || alts[1][1] != "the loss" {
		t.Errorf("images %q", alts)
	}
	if n := strings.Count(text, `class="lclass-panels"`); n != 1 {
		t.Errorf("%d frames have panels", n)
	}
}

func TestPlayerOptions(t *testing.T) {
	p := threeFrames()
	p.Still, p.Delay = 2, 250*time.Millisecond
	text := page(t, p)
	if !strings.Contains(text, `data-delay="250"`) || !strings.Contains(text, `data-first="2"`) {
		t.Error("the options are not in the page")
	}
	if at := strings.Index(text, "still now"); at > strings.Index(text, "step 1:") || at < strings.Index(text, "step 0:") {
		t.Error("the still frame is not the second")
	}
	id := regexp.MustCompile(`id="([^"]+)"`)
	other := threeFrames()
	other.Add("one more", New("x", "y").XRange(0, 1).YRange(0, 1).HLine(0.5, "h"))
	first, second, third := id.FindStringSubmatch(text)[1], id.FindStringSubmatch(page(t, threeFrames()))[1], id.FindStringSubmatch(page(t, other))[1]
	if first != second || first == third {
		t.Errorf("names %s, %s, %s", first, second, third)
	}
}

func TestPlayerErrors(t *testing.T) {
	good := func() *Player { return threeFrames() }
	late, early, fast := good(), good(), good()
	late.Still, early.Delay, fast.Delay = 4, -time.Second, 999*time.Microsecond
	for name, test := range map[string]struct {
		p    *Player
		path string
		want error
	}{
		"nothing":      {&Player{}, "p.html", bad("frames", nil)},
		"no figure":    {good().Add("none"), "p.html", bad("figures", nil)},
		"bad figure":   {good().Add("bad", New("x", "y").XRange(2, 1)), "p.html", bad("XRange", []float64{2, 1})},
		"first counts": {(&Player{}).Add("none").Add("nil", nil), "p.html", bad("figures", nil)},
		"still":        {late, "p.html", bad("Player.Still", 4)},
		"delay":        {early, "p.html", bad("Player.Delay", -time.Second)},
		"fast":         {fast, "p.html", bad("Player.Delay", 999*time.Microsecond)},
		"extension":    {good(), "p.gif", bad("path", ".gif")},
	} {
		t.Run(name, func(t *testing.T) {
			err := test.p.Save(filepath.Join(t.TempDir(), test.path))
			if !errtest.Is(err, test.want) {
				t.Errorf("%v, want %#v", err, test.want)
			}
			if showErr := test.p.Show(); name != "extension" && showErr == nil {
				t.Error("Show has no error")
			}
		})
	}
	if err := good().Show(); err != nil {
		t.Errorf("outside a notebook: %v", err)
	}
}

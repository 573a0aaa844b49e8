package plots

import (
	"bytes"
	"encoding/base64"
	"encoding/gob"
	"image/png"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"linclass/internal/errtest"
	"linclass/lclass"
	"linclass/lclass/validate"
	"linclass/plots/progress"
)

// TestMain runs a cell when it is asked to.
func TestMain(m *testing.M) {
	switch os.Getenv("PLOTS_TEST_CELL") {
	case "":
		os.Exit(m.Run())
	case "figure":
		Show(Scatter(twoClasses(5)).Title("two"))
	case "panels":
		Show(Scatter(twoClasses(5)).Title("two"), New("x", "y"))
	case "error":
		Show(Regions(model(1, 5, 1), twoClasses(2)))
	case "save":
		for _, name := range []string{"f.png", "f.svg", "f.pdf"} {
			if err := Save(filepath.Join(os.Getenv("PLOTS_TEST_DIR"), name), New("x", "y")); err != nil {
				log.Fatal(err)
			}
		}
	case "text":
		HTML("<b>bold</b>")
		HTML("")
		Markdown("$x^2$")
	case "progress":
		show := progress.Bar("search")
		for done := range 1000 {
			show(validate.Progress{Done: done + 1, Total: 1000})
		}
	}
}

// programs returns programs that run the cells of TestMain: this one, and this
// one as the kernel compiles it, which has lclass-plot draw and show.
func programs(t *testing.T) map[string]string {
	dir := t.TempDir()
	alone := filepath.Join(dir, "cell")
	for _, args := range [][]string{
		{"build", "-o", dir, "./cmd/lclass-plot"},
		{"test", "-c", "-tags=notebook", "-o", alone, "."},
	} {
		if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v: %s", args, err, out)
		}
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return map[string]string{"in one program": os.Args[0], "with lclass-plot": alone}
}

// A kernel runs cells.
func TestCells(t *testing.T) {
	for name, program := range programs(t) {
		t.Run(name, func(t *testing.T) {
			t.Run("figure", func(t *testing.T) { testPicture(t, program) })
			t.Run("panels", func(t *testing.T) { testPanels(t, program) })
			t.Run("error", func(t *testing.T) { testError(t, program) })
			t.Run("text", func(t *testing.T) { testText(t, program) })
			t.Run("progress", func(t *testing.T) { testProgress(t, program) })
			t.Run("save", func(t *testing.T) { testSave(t, program) })
		})
	}
}

// testSave runs the program outside a notebook.
func testSave(t *testing.T, program string) {
	dir := t.TempDir()
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), "PLOTS_TEST_CELL=save", "PLOTS_TEST_DIR="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, magic := range map[string]string{"f.png": "\x89PNG\r\n", "f.svg": "<?xml", "f.pdf": "%PDF-"} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.HasPrefix(data, []byte(magic)) {
			t.Errorf("%s begins with %.8q: %v", name, data, err)
		}
	}
}

// fakeKernel runs a program as the cell of a notebook and returns what the cell
// displays. It acknowledges each Sync, which also proves that the cell waits
// for it.
func fakeKernel(t *testing.T, program, cell string) (shown []protocol.DisplayData, syncs int) {
	t.Helper()
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from_cell"), filepath.Join(dir, "to_cell")
	for _, pipe := range []string{from, to} {
		if err := mkfifo(pipe); err != nil {
			t.Skip(err)
		}
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), "PLOTS_TEST_CELL="+cell, protocol.GONB_PIPE_ENV+"="+from, protocol.GONB_PIPE_BACK_ENV+"="+to)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	errtest.None(t, cmd.Start())
	reader := lclass.Must(os.Open(from))
	defer reader.Close()
	writer := lclass.Must(os.OpenFile(to, os.O_WRONLY, 0))
	defer writer.Close()
	decoder, encoder := gob.NewDecoder(reader), gob.NewEncoder(writer)
	for {
		var data protocol.DisplayData
		if err := decoder.Decode(&data); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		value, ok := data.Data[protocol.MIMECommValue].(protocol.CommValue)
		if !ok {
			shown = append(shown, data)
			continue
		}
		syncs++
		ack := protocol.CommValue{Address: protocol.GonbuiSyncAckAddress, Value: value.Value}
		errtest.None(t, encoder.Encode(&ack))
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, &stderr)
	}
	return shown, syncs
}

func testPicture(t *testing.T, program string) {
	shown, syncs := fakeKernel(t, program, "figure")
	if len(shown) != 1 || syncs != 1 {
		t.Fatalf("%d pictures, %d syncs", len(shown), syncs)
	}
	picture := shown[0].Data[protocol.MIMEImagePNG].([]byte)
	c := lclass.Must(png.DecodeConfig(bytes.NewReader(picture)))
	size := shown[0].Metadata["image/png"].(map[string]int)
	if size["width"] != 560 || c.Width != 2*560 || c.Height != 2*size["height"] {
		t.Errorf("%d×%d dots shown on %v pixels", c.Width, c.Height, size)
	}
	for _, alt := range []any{shown[0].Metadata["alt"], shown[0].Data[protocol.MIMETextPlain]} {
		if s, _ := alt.(string); !strings.Contains(s, "“two”: x₂ against x₁") {
			t.Errorf("alternative text %q", alt)
		}
	}
}

// Panels are pictures of their own, so that they can stand below one another.
func testPanels(t *testing.T, program string) {
	shown, syncs := fakeKernel(t, program, "panels")
	if len(shown) != 1 || syncs != 1 {
		t.Fatalf("%d outputs, %d syncs", len(shown), syncs)
	}
	text, _ := shown[0].Data[protocol.MIMETextHTML].(string)
	images := regexp.MustCompile(`<img width="490" height="(\d+)"[^>]* alt="([^"]+)" src="data:image/png;base64,([^"]+)">`).FindAllStringSubmatch(text, -1)
	if len(images) != 2 || !strings.Contains(images[0][2], "“two”: x₂ against x₁") || images[0][1] != images[1][1] {
		t.Fatalf("images %.200q", images)
	}
	for _, image := range images {
		data := lclass.Must(base64.StdEncoding.DecodeString(image[3]))
		c, err := png.DecodeConfig(bytes.NewReader(data))
		if height, _ := strconv.Atoi(image[1]); err != nil || c.Width != 2*490 || c.Height != 2*height {
			t.Errorf("%d×%d dots shown on 490×%s pixels: %v", c.Width, c.Height, image[1], err)
		}
	}
	if s, _ := shown[0].Data[protocol.MIMETextPlain].(string); !strings.Contains(s, images[0][2]) || !strings.Contains(s, images[1][2]) {
		t.Errorf("without HTML it is %q", s)
	}
}

func testError(t *testing.T, program string) {
	shown, syncs := fakeKernel(t, program, "error")
	if len(shown) != 1 || syncs != 1 {
		t.Fatalf("%d messages, %d syncs", len(shown), syncs)
	}
	if s, _ := shown[0].Data[protocol.MIMETextHTML].(string); !strings.Contains(s, "the model has 5 features") || !strings.Contains(s, `role="alert"`) {
		t.Errorf("%q", s)
	}
}

func testText(t *testing.T, program string) {
	shown, syncs := fakeKernel(t, program, "text")
	if len(shown) != 2 || syncs != 2 {
		t.Fatalf("%d texts, %d syncs", len(shown), syncs)
	}
	if s := shown[0].Data[protocol.MIMETextHTML]; s != "<b>bold</b>" {
		t.Errorf("HTML %q", s)
	}
	if s := shown[1].Data[protocol.MIMETextMarkdown]; s != "$x^2$" {
		t.Errorf("Markdown %q", s)
	}
}

// A bar is drawn again in its place, at the end in any case, and not every time.
func testProgress(t *testing.T, program string) {
	shown, _ := fakeKernel(t, program, "progress")
	if len(shown) < 2 || len(shown) > 900 {
		t.Fatalf("%d bars", len(shown))
	}
	for _, s := range shown {
		if s.DisplayID == "" || s.DisplayID != shown[0].DisplayID {
			t.Errorf("the place is %q, before %q", s.DisplayID, shown[0].DisplayID)
		}
	}
	if s, _ := shown[len(shown)-1].Data[protocol.MIMETextHTML].(string); !strings.Contains(s, "1000 of 1000 fits") {
		t.Errorf("last is %q", s)
	}
}

//go:build !notebook

package paint

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"hash/adler32"
	"image"
	"image/color"
	"image/png"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"

	"linclass/internal/errtest"
	"linclass/plots/internal/vector"
)

// drawing has text on a coloured ground.
func drawing() *vector.Picture {
	c := vector.New(300, 90)
	c.FillText(vector.TextStyle{Color: color.Black, Size: 30, XAlign: vector.XCenter, YAlign: vector.YCenter}, c.Center(), "AV η = −0.1")
	return c.Picture
}

func TestFile(t *testing.T) {
	for format, magic := range map[string]string{"png": "\x89PNG\r\n", "svg": "<?xml", "pdf": "%PDF-"} {
		data, err := File(drawing(), format)
		if err != nil || !strings.HasPrefix(string(data), magic) {
			t.Errorf("%s begins with %.8q: %v", format, data, err)
		}
	}
	if _, err := File(drawing(), "gif"); !errors.Is(err, formatError("gif")) {
		t.Errorf("%v", err)
	}
}

func TestSVGIsPortable(t *testing.T) {
	c := vector.New(100, 100)
	c.DrawImage(c.Rectangle, image.NewNRGBA(image.Rect(0, 0, 2, 2)))
	c.FillText(vector.TextStyle{Size: 10}, c.Center(), "text")
	svg := errtest.Must(File(c.Picture, "svg"))
	for _, want := range []string{`<image preserveAspectRatio="none"`, "Liberation Sans,Arial", `<text textLength="16.118" lengthAdjust="spacingAndGlyphs" x=`} {
		if !bytes.Contains(svg, []byte(want)) {
			t.Errorf("no %q in %s", want, svg)
		}
	}
}

// A white ground is what the dots have anyway; others are drawn.
func TestGround(t *testing.T) {
	for name, draw := range map[string]func(*vector.Picture){
		"white area": func(p *vector.Picture) { p.SetColor(color.White); p.Fill(square) },
		"red area":   func(p *vector.Picture) { p.SetColor(color.NRGBA{R: 255, A: 255}); p.Fill(square) },
		"white line": func(p *vector.Picture) { p.SetColor(color.White); p.Stroke(square) },
		"nothing":    func(*vector.Picture) {},
	} {
		p := &vector.Picture{Width: 9, Height: 7}
		draw(p)
		p.Fill(vector.Path{{At: vector.Point{X: 1, Y: 1}}, {Kind: vector.Line, At: vector.Point{X: 5, Y: 2.3}}, {Kind: vector.Line, At: vector.Point{X: 2, Y: 5}}, {Kind: vector.Close}})
		actions := len(p.Actions)
		got := errtest.Must(File(p, "png"))
		all := vgimg.NewWith(vgimg.UseWH(9, 7), vgimg.UseDPI(2*96))
		On(all, p)
		want, err := encodePNG(all.Image().(*image.RGBA), "", "")
		if err != nil || !bytes.Equal(got, want) || len(p.Actions) != actions {
			t.Errorf("%s: not as when all is drawn: %v", name, err)
		}
	}
}

var square = vector.Path{{}, {Kind: vector.Line, At: vector.Point{X: 9}}, {Kind: vector.Line, At: vector.Point{X: 9, Y: 7}}, {Kind: vector.Line, At: vector.Point{Y: 7}}, {Kind: vector.Close}}

func TestJoinAdler(t *testing.T) {
	text := bytes.Repeat([]byte("\xffη of a long text"), 9000) // its sums pass the modulus
	for _, n := range []int{0, 1, 70000, len(text)} {
		first, second := adler32.Checksum(text[:n]), adler32.Checksum(text[n:])
		if got, want := joinAdler(first, second, len(text)-n), adler32.Checksum(text); got != want {
			t.Errorf("after %d of %d bytes: %x, want %x", n, len(text), got, want)
		}
	}
}

// Each dot of the file is that of the image.
func TestEncodePNG(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range []image.Rectangle{image.Rect(0, 0, 1, 1), image.Rect(0, 0, 37, 5), image.Rect(0, 0, 3, 200)} {
		img := image.NewRGBA(size)
		for i := range img.Pix {
			img.Pix[i] = byte(r.IntN(256)) | byte(i%4/3*255) // opaque
		}
		data := errtest.Must(encodePNG(img, "", ""))
		got := errtest.Must(png.Decode(bytes.NewReader(data)))
		if got.Bounds() != size {
			t.Fatalf("%v, want %v", got.Bounds(), size)
		}
		for y := range size.Dy() {
			for x := range size.Dx() {
				if c := color.RGBAModel.Convert(got.At(x, y)); c != img.RGBAAt(x, y) {
					t.Fatalf("%v at %d, %d, want %v", c, x, y, img.RGBAAt(x, y))
				}
			}
		}
	}
}

// Text as shapes looks like text: as much ink at the same place.
func TestOutlined(t *testing.T) {
	ink := func(img image.Image) (total float64, box image.Rectangle) {
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				if r, _, _, _ := img.At(x, y).RGBA(); r < 0x8000 {
					total += float64(0xFFFF - r)
					box = box.Union(image.Rect(x, y, x+1, y+1))
				}
			}
		}
		return total, box
	}
	plain, shapes := vgimg.New(300, 90), vgimg.New(300, 90)
	On(plain, drawing())
	On(outlined{vgimg.PngCanvas{Canvas: shapes}}, drawing())
	wantInk, want := ink(plain.Image())
	gotInk, got := ink(shapes.Image())
	if want.Empty() || math.Abs(gotInk/wantInk-1) > 0.1 || !got.Inset(-4).In(want.Inset(-8)) || !want.Inset(-4).In(got.Inset(-8)) {
		t.Errorf("%.0f of ink in %v, want %.0f in %v", gotInk, got, wantInk, want)
	}
}

// Title and description are in each file, which is otherwise the same.
func TestDescribed(t *testing.T) {
	const title, description = "AUC < 1 & λ", "ROC “x”: TPR against FPR.\nSecond line."
	chunk := func(text string) string {
		return string(appendChunk(nil, "iTXt", []byte(text)))
	}
	for _, test := range []struct {
		format, title, description string
		want                       []string
	}{
		{"png", title, description, []string{chunk("Title\x00\x00\x00\x00\x00" + title), chunk("Description\x00\x00\x00\x00\x00" + description)}},
		{"png", "", description, []string{chunk("Description\x00\x00\x00\x00\x00" + description)}},
		{"svg", title, description, []string{`<svg role="img" width=`, "<title>AUC &lt; 1 &amp; λ</title>\n<desc>ROC “x”: TPR against FPR.&#xA;Second line.</desc>"}},
		{"svg", "", "words", []string{`<svg role="img" `, "<title>words</title>"}},
		{"pdf", "Aλ", "", []string{"<< /Title <FEFF004103BB> >>"}},
		{"pdf", "", "𝛼", []string{"<< /Subject <FEFFD835DEFC> >>"}}, // a surrogate pair
	} {
		p := drawing()
		p.Title, p.Description = test.title, test.description
		file := errtest.Must(File(p, test.format))
		for _, want := range test.want {
			if !bytes.Contains(file, []byte(want)) {
				t.Errorf("%s of %q: no %q", test.format, test.title, want)
			}
		}
		switch test.format {
		case "png":
			if _, err := png.Decode(bytes.NewReader(file)); err != nil {
				t.Error(err)
			}
		case "svg":
			if err := xml.Unmarshal(file, new(struct{})); err != nil {
				t.Error(err)
			}
		case "pdf":
			checkUpdate(t, file)
		}
	}
	for _, format := range []string{"png", "svg", "pdf"} {
		file := errtest.Must(File(drawing(), format))
		for _, not := range []string{"iTXt", "<title>", "/Prev", "role="} {
			if bytes.Contains(file, []byte(not)) {
				t.Errorf("%s without words has %q", format, not)
			}
		}
	}
	if _, err := describePDF([]byte("%PDF-1.3"), "title", ""); err == nil {
		t.Error("a title in a broken PDF")
	}
}

// checkUpdate follows the table at the end of a PDF to the object of its words,
// and to the table before.
func checkUpdate(t *testing.T, file []byte) {
	t.Helper()
	tables := pdfTable.FindAllSubmatch(file, -1)
	at := func(digits []byte) []byte {
		n, err := strconv.Atoi(string(digits))
		if err != nil || n >= len(file) {
			t.Fatalf("no place %q: %v", digits, err)
		}
		return file[n:]
	}
	if len(tables) != 2 || !bytes.HasPrefix(at(tables[0][1]), []byte("xref")) {
		t.Fatalf("tables at %q", tables)
	}
	var object, n, place int
	if _, err := fmt.Sscanf(string(at(tables[1][1])), "xref\n%d %d\n%010d 00000 n", &object, &n, &place); err != nil || n != 1 {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%d 0 obj\n<<", object); !bytes.HasPrefix(file[place:], []byte(want)) {
		t.Errorf("%q at %d", file[place:place+20], place)
	}
	if want := fmt.Sprintf("/Info %d 0 R /Prev %s >>", object, tables[0][1]); !bytes.Contains(file, []byte(want)) {
		t.Errorf("no %q", want)
	}
}

// labelled is a picture with a text.
func labelled(text string) *vector.Picture {
	c := vector.New(100, 30)
	c.FillText(vector.TextStyle{Color: color.Black, Size: 12, XAlign: vector.XCenter, YAlign: vector.YCenter}, c.Center(), text)
	return c.Picture
}

// XML has no control characters, not even escaped.
func TestControlCharacters(t *testing.T) {
	for _, text := range []string{"a\x00b\x1b[1mc\x7f", "bad \xff\xfe bytes", "\uFFFE\uFFFF\b"} {
		svg := errtest.Must(File(labelled(text), "svg"))
		if err := xml.Unmarshal(svg, new(struct{})); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Characters that the font lacks are boxes in a PNG, and stay what they are in an SVG.
func TestMissingCharacters(t *testing.T) {
	file := func(text, format string) string {
		data := errtest.Must(File(labelled(text), format))
		return string(data)
	}
	for _, text := range []string{"한국", "ไท", "عر", "🙂🙂"} {
		// The box is less wide than these are said to be.
		p := labelled(text)
		want := *p
		want.Actions = append([]vector.Action(nil), p.Actions...)
		for i, a := range want.Actions {
			if s, ok := a.(vector.Text); ok {
				s.Text = "□□"
				want.Actions[i] = s
			}
		}
		for _, format := range []string{"png", "pdf"} {
			box := errtest.Must(File(&want, format))
			if got := file(text, format); got != string(box) || got == file("", format) {
				t.Errorf("%s: a %s without boxes", text, format)
			}
		}
		if !strings.Contains(file(text, "svg"), ">"+text+"<") {
			t.Errorf("%s is not in the SVG", text)
		}
	}
	for _, r := range "aé−ηЖא₁□" {
		if !vector.Has(r) {
			t.Errorf("no %c", r)
		}
	}
}

// Files of equal figures are equal, whenever they are made.
func TestPDFIsReproducible(t *testing.T) {
	c := vector.New(100, 100)
	for i := range 12 {
		c.DrawImage(c.Rectangle, dotted(i/2+1, uint8(i))) // two of each width
		c.DrawImage(c.Rectangle, dotted(4, uint8(100+i)))
	}
	c.Title = "title"
	pdf := errtest.Must(File(c.Picture, "pdf"))
	for range 10 {
		if again, err := File(c.Picture, "pdf"); err != nil || !bytes.Equal(pdf, again) {
			t.Fatalf("another file: %v", err)
		}
	}
	dates := regexp.MustCompile(`Date \(D:(\d+)`).FindAllSubmatch(pdf, -1)
	for _, date := range dates {
		if string(date[1]) != "20000101000000" {
			t.Errorf("made at %s", date[1])
		}
	}
	if len(dates) == 0 {
		t.Error("no date")
	}
}

// dotted returns an image whose dots are like those of no other; every third is transparent
// in part.
func dotted(width int, dot uint8) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, 2))
	for i := range img.Pix {
		img.Pix[i] = 0xFF
	}
	if img.Pix[0] = dot; dot%3 == 0 {
		img.Pix[3] = 0x80
	}
	return img
}

// Images that change places are those that their names say, each with its mask.
func TestOrderImages(t *testing.T) {
	for _, n := range []int{0, 1, 2, 14} {
		raw := vgpdf.New(100, 100)
		for i := range n {
			raw.DrawImage(vg.Rectangle{Max: vg.Point{X: 9, Y: 9}}, dotted(3, uint8(i)))
		}
		var b bytes.Buffer
		if _, err := raw.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		ordered := errtest.Must(orderImages(b.Bytes()))
		was, is := imagesOf(t, b.Bytes()), imagesOf(t, ordered)
		if len(was) != n || !maps.Equal(was, is) {
			t.Errorf("%d images: %q, were %q", n, is, was)
		}
		if again, err := orderImages(ordered); err != nil || !bytes.Equal(again, ordered) {
			t.Errorf("%d images: ordered twice, another file: %v", n, err)
		}
	}
	for _, broken := range []string{"", "%PDF-1.3", "x\nxref\n0 1\ntrailer\nstartxref\n", "x\nxref\n0000000000 00000 n \ntrailer\nstartxref\n", "x\nxref\n0000000900 00000 n \ntrailer\nstartxref\n"} {
		if _, err := orderImages([]byte(broken)); err == nil {
			t.Errorf("no error of %q", broken)
		}
	}
}

// imagesOf follows the names of images in a PDF to their dots, and to those of their masks.
func imagesOf(t *testing.T, file []byte) map[string]string {
	t.Helper()
	start := pdfTable.FindSubmatch(file)
	if start == nil {
		t.Fatalf("no table in %q", file)
	}
	table, err := strconv.Atoi(string(start[1]))
	if err != nil || !bytes.HasPrefix(file[table:], []byte("xref\n")) {
		t.Fatalf("the table is not at %s", start[1])
	}
	places := pdfPlace.FindAllSubmatch(file[table:], -1)
	object := func(number []byte) []byte {
		n, _ := strconv.Atoi(string(number))
		at, _ := strconv.Atoi(string(places[n-1][1]))
		body, found := bytes.CutPrefix(file[at:], fmt.Appendf(nil, "%s 0 obj\n", number))
		if !found {
			t.Fatalf("object %s is not at %d", number, at)
		}
		body, _, _ = bytes.Cut(body, []byte("\nendobj\n"))
		return body
	}
	for i := range places {
		object([]byte(strconv.Itoa(i + 1)))
	}
	images := map[string]string{}
	for _, named := range pdfImage.FindAllSubmatch(file, -1) {
		body := object(named[2])
		text := string(pdfMask.ReplaceAll(body, nil))
		if mask := regexp.MustCompile(`/SMask (\d+)`).FindSubmatch(body); mask != nil {
			text += " masked " + string(object(mask[1]))
		}
		images[string(named[1])] = text
	}
	return images
}

package table

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	utf "golang.org/x/text/encoding/unicode"
)

// Encoding returns the encoding with a name, nil if there is none.
func Encoding(name string) encoding.Encoding {
	if e, err := htmlindex.Get(name); err == nil {
		return e
	}
	e, _ := ianaindex.IANA.Encoding(name) // nil if there is none
	return e
}

// UTF8 returns a table that is in an encoding in UTF-8. One that is in UTF-8 or UTF-16 stays
// as it is, and so do workbooks, and all if the encoding is "".
func UTF8(name string, data []byte, encoding string) ([]byte, error) {
	if encoding == "" || utf8.Valid(data) || isUTF16(data) || isWorkbook(data) {
		return data, nil
	}
	if e := Encoding(encoding); e != nil {
		if text, err := e.NewDecoder().Bytes(data); err == nil && !strings.ContainsFunc(string(text), undefined) {
			return text, nil
		}
	}
	return nil, (&Table{Name: name}).Errorf("", encoding, ` is not in %s, the encoding of tables in course.toml or of --encoding: name another one, or save the table as "CSV UTF-8"`, encoding)
}

// undefined is for bytes that an encoding does not have.
func undefined(r rune) bool { return r == utf8.RuneError || r >= 0x80 && r < 0xa0 }

func isUTF16(data []byte) bool {
	return bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff})
}

// decode returns the text of a file. The error names the row with the first letter that may
// be several.
func decode(name string, data []byte) (string, error) {
	switch {
	case isUTF16(data):
		data, _ = utf.UTF16(utf.LittleEndian, utf.ExpectBOM).NewDecoder().Bytes(data)
	case !utf8.Valid(data):
		if text, ok := hangul(data); ok {
			return text, nil
		}
		at := unsure(data)
		if at >= 0 {
			return "", several(name, data, at)
		}
		data, _ = charmap.Windows1252.NewDecoder().Bytes(data)
	}
	return strings.TrimPrefix(string(data), "\ufeff"), nil
}

// A codePage is an encoding that Excel writes in some countries.
type codePage struct {
	name, of string
	*charmap.Charmap
}

// latin are those of countries with the Latin alphabet.
var latin = []codePage{
	{"windows-1252", "Western European", charmap.Windows1252},
	{"windows-1250", "Central European", charmap.Windows1250},
	{"windows-1254", "Turkish", charmap.Windows1254},
	{"windows-1257", "Baltic", charmap.Windows1257},
}

// other are those of countries with other alphabets. A word there has only letters of these.
var other = []struct {
	name, of string
	encoding.Encoding
}{
	{"windows-1251", "Cyrillic", charmap.Windows1251},
	{"windows-1253", "Greek", charmap.Windows1253},
	{"gbk", "Chinese", simplifiedchinese.GBK},
	{"big5", "traditional Chinese", traditionalchinese.Big5},
	{"shift_jis", "Japanese", japanese.ShiftJIS},
	{"euc-kr", "Korean", korean.EUCKR},
}

// several returns the error for a table with a byte that stands for several letters.
func several(name string, data []byte, at int) error {
	isEnd := func(r rune) bool { return r < utf8.RuneSelf && !unicode.IsLetter(r) }
	begin := bytes.LastIndexFunc(data[:at], isEnd) + 1
	word := data[begin:]
	if end := bytes.IndexFunc(data[at:], isEnd); end >= 0 {
		word = data[begin : at+end]
	}
	const longest = 40
	word = word[:min(len(word), longest)]
	var readings, seen []string
	read := func(e encoding.Encoding, name, of string, strange func(rune) bool) {
		text, _ := e.NewDecoder().String(string(word))
		if !slices.Contains(seen, text) && !strings.ContainsFunc(text, strange) {
			seen = append(seen, text)
			readings = append(readings, fmt.Sprintf("%q in %s (%s)", text, name, of))
		}
	}
	for _, l := range latin {
		read(l, l.name, l.of, undefined)
	}
	for _, o := range other {
		read(o, o.name, o.of, func(r rune) bool { return r < utf8.RuneSelf || !unicode.IsLetter(r) })
	}
	example := ""
	if len(readings) > 1 {
		example = ": a word there is " + strings.Join(readings, ", ")
	}
	row := 1 + strings.Count(lines(string(data[:at])), "\n")
	return &Error{File: name, Row: row, Want: "UTF-8", err: fmt.Errorf(`%s, row %d: the table is not in UTF-8, and its encoding is not certain%s; save it as "CSV UTF-8", or name its encoding, as encoding in course.toml or with --encoding`,
		name, row, example)}
}

// unsure returns the offset of the first byte that may stand for several letters, -1 if
// there is none: one that the encodings of latin read differently, or that stands where no
// such sign does, as in text of other alphabets or of older programs. Then all of them read
// the same.
func unsure(data []byte) int {
	apart, joined, run, first := 0, 0, 0, 0
	open := 0 // quotation marks
	for i := range len(data) + 1 {
		r := at(data, i)
		switch {
		case r < utf8.RuneSelf:
			if run > 2 { // Latin letters with accents seldom stand side by side
				joined += run
			} else {
				apart += run
			}
			run = 0
			continue
		case undefined(r), slices.ContainsFunc(latin, func(l codePage) bool { return l.DecodeByte(data[i]) != r }):
			return i
		case unicode.IsLetter(r):
			if run++; first == 0 {
				first = i
			}
			continue
		}
		// A sign in a word is a letter of old programs, but for an apostrophe.
		after, ahead := unicode.IsLetter(at(data, i-1)), unicode.IsLetter(at(data, i+1))
		switch {
		case after && ahead && r != '’', after && (r == '„' || r == '‚'), (after || ahead) && r < 0x2000 && !strings.ContainsRune("«»\u00a0", r):
			return i
		case r == '“' || r == '„':
			open++
		case r == '”':
			if open--; open < 0 {
				return i
			}
		}
	}
	if joined > apart {
		return first
	}
	return -1
}

// at returns a byte as Windows-1252 has it, 0 outside of the data.
func at(data []byte, i int) rune {
	if i < 0 || i >= len(data) {
		return 0
	}
	return charmap.Windows1252.DecodeByte(data[i])
}

// common are the syllables of most Korean names and texts. Chinese and Japanese bytes make
// many others.
const common = "가간강개거건것게겨견결경계고공과곽관광교구국권규균그글금급기길김까께꼭꽃꾸끄끝나날남년노는늦니다답대더도동드들등때라란람랑래렇려력렵례로론롱료루류륙률르를름리린릴림링마막" +
	"만말망맞맹머먹멀메면명몇모못몽무문묻물미민밀및박반받발방배백번범법변별보복본봄봉봐부분비빈빛빠뿐사삶삼상새샛생서석선설섭성세소속손솔송수숙순숭쉽스슬습승시식신실심싶써쎄쓰" +
	"쓴씨아안알압양어언엄업없었에여연열염였영예오옥와왕요용우욱웅원월위유육윤율으은을음의이익인일임입있자잔잘장재적전절점접정제조족종좋주죽준중지직진집짜째쪽차찬참창찾채처천철" +
	"초총최추출충치칠침커컴코쿠크큰타탁태택터토통투특틀팀파판펴편포표풀품퓨피필하학한할함합항해했행향허험혁현협혜호홀홍화확환황후훈훌흥희히힘"

// hangul decodes CP949, if all letters beyond ASCII are Hangul then, most of them common. Most
// should be pairs of bytes beyond ASCII, which Western letters seldom are, and none a part of a
// Latin word.
func hangul(data []byte) (text string, ok bool) {
	decoded, err := korean.EUCKR.NewDecoder().Bytes(data)
	if err != nil {
		return "", false
	}
	pairs, others := 0, 0
	for i := 0; i < len(data); i++ {
		if data[i] < utf8.RuneSelf {
			continue
		}
		if i++; i < len(data) && data[i] >= utf8.RuneSelf {
			pairs++
		} else {
			others++
		}
	}
	var before, first rune // first is that of a run beyond ASCII, 0 outside
	single := false        // the run has one letter
	letters, usual := 0, 0
	for _, r := range string(decoded) + "." {
		if isKorean(r) {
			letters++
			if strings.ContainsRune(common, r) {
				usual++
			}
		}
		switch {
		case r == utf8.RuneError, r >= utf8.RuneSelf && unicode.IsLetter(r) && !isKorean(r):
			return "", false
		case r >= utf8.RuneSelf && first == 0:
			if unicode.IsLetter(before) {
				return "", false
			}
			first, single = r, true
		case r >= utf8.RuneSelf:
			single = false
		default:
			if first != 0 && single && unicode.IsLetter(r) {
				return "", false
			}
			first = 0
		}
		before = r
	}
	return string(decoded), pairs > others && 3*usual >= 2*letters && letters > 0
}

// isKorean reports whether a letter is a syllable of Hangul, or a part that is in use.
func isKorean(r rune) bool { return r >= '가' && r <= '힣' || r >= 'ㄱ' && r <= 'ㅣ' }

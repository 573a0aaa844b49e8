package wire

import "strconv"

// Serve is all that an answer does: it is called, and replies. Do calls the function of
// a number with arguments from r, and writes changed arguments and results to w.
func Serve(do func(function uint32, r *Reader, w *Writer)) {
	serving = do
	for frame := Exchange([]byte{Ready}); ; {
		frame = Exchange(serve(frame))
	}
}

var serving func(function uint32, r *Reader, w *Writer)

// serve makes the reply to a call.
func serve(frame []byte) (reply []byte) {
	r := NewReader(frame)
	kind, number := r.Byte(), r.Number()
	if kind != Call {
		panic("wire: not a call")
	}
	defer func() {
		if p := recover(); p != nil {
			w := &Writer{}
			w.Byte(Panicked)
			w.Number(number)
			w.Text(describe(p))
			reply = w.Frame
		}
	}()
	w := &Writer{}
	w.Byte(Returned)
	w.Number(number)
	serving(r.Number(), r, w)
	return w.Frame
}

// StartCallBack begins the frame that calls back a function of the judge.
func StartCallBack(function uint32) *Writer {
	w := &Writer{}
	w.Byte(CallBack)
	w.Number(function)
	return w
}

// Ask calls back and returns a Reader of the results. Before there are any the judge may
// make further calls. Ask panics if the judge has no results: a check has failed there.
func Ask(w *Writer) *Reader {
	frame := Exchange(w.Frame)
	for {
		r := NewReader(frame)
		switch r.Byte() {
		case Back:
			return r
		case Failed:
			panic("a check has failed in a function that was called back")
		}
		frame = Exchange(serve(frame))
	}
}

// Changed writes an argument after the call, as write does, or that it is the same, byte
// for byte, as the one before.
func Changed(w *Writer, before []byte, write func(w *Writer)) {
	flag := len(w.Frame)
	w.Bool(true)
	write(w)
	if string(w.Frame[flag+1:]) == string(before) {
		w.Frame = append(w.Frame[:flag], 0)
	}
}

// Shares reports whether a slice is the beginning of another, in the same memory.
func Shares[T any](a, b []T) bool {
	return len(a) > 0 && len(a) <= len(b) && &a[0] == &b[0]
}

// Error writes whether there is an error, and its text.
func Error(w *Writer, err error) {
	w.Bool(err != nil)
	if err != nil {
		w.Text(short(err.Error()))
	}
}

// Error reads an error, of which only the text has crossed.
func (r *Reader) Error() error {
	if !r.Bool() {
		return nil
	}
	return textError(r.Text())
}

type textError string

func (e textError) Error() string { return string(e) }

// describe is the text of a panic, made in the answer's own memory and time.
func describe(p any) (text string) {
	defer func() {
		if recover() != nil {
			text = "a value whose text panics"
		}
	}()
	switch p := p.(type) {
	case error:
		text = p.Error()
	case interface{ String() string }:
		text = p.String()
	case string:
		text = p
	case bool:
		text = strconv.FormatBool(p)
	case int:
		text = strconv.Itoa(p)
	case float64:
		text = strconv.FormatFloat(p, 'g', -1, 64)
	default:
		text = "a value of another type"
	}
	return short(text)
}

func short(text string) string { return text[:min(len(text), MostText)] }

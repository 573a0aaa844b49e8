//go:build !windows

package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"github.com/go-zeromq/zmq4"
)

// message is a message of the Jupyter protocol:
// https://jupyter-client.readthedocs.io/en/latest/messaging.html
type message struct {
	to      [][]byte // who gets it, or who sent it
	header  header
	head    json.RawMessage // the header as it came
	parent  json.RawMessage
	meta    json.RawMessage
	content json.RawMessage
	buffers [][]byte

	wire [][]byte // as it came; nil once the message is another
}

type header struct {
	ID       string `json:"msg_id"`
	Username string `json:"username"`
	Session  string `json:"session"`
	Type     string `json:"msg_type"`
	Version  string `json:"version"`
	Date     string `json:"date"`
}

var delimiter = []byte("<IDS|MSG>")

var errSignature = errors.New("the signature of a message does not match its key")

func parse(frames [][]byte, key []byte) (*message, error) {
	at := 0
	for at < len(frames) && !bytes.Equal(frames[at], delimiter) {
		at++
	}
	if len(frames) < at+6 {
		return nil, errors.New("a message has too few parts")
	}
	signature, parts := frames[at+1], frames[at+2:]
	if len(key) > 0 && !hmac.Equal(signature, sign(parts[:4], key)) {
		return nil, errSignature
	}
	m := &message{to: frames[:at], head: parts[0], parent: parts[1], meta: parts[2], content: parts[3], buffers: parts[4:], wire: frames}
	if err := json.Unmarshal(parts[0], &m.header); err != nil {
		return nil, err
	}
	return m, nil
}

func sign(parts [][]byte, key []byte) []byte {
	mac := hmac.New(sha256.New, key)
	for _, p := range parts {
		mac.Write(p)
	}
	return hex.AppendEncode(nil, mac.Sum(nil))
}

// parentID returns the ID of the request that the message belongs to.
func (m *message) parentID() string {
	var parent header
	_ = json.Unmarshal(m.parent, &parent) // {} has none
	return parent.ID
}

// put replaces the content.
func (m *message) put(content any) {
	m.content = encode(content)
	m.wire = nil
}

// answer returns a message that belongs to the request m.
func (m *message) answer(kind string, content any) *message {
	h := m.header
	h.ID = rand.Text()
	h.Type = kind
	h.Version = "5.3"
	h.Date = time.Now().UTC().Format(time.RFC3339Nano)
	return &message{to: m.to, header: h, parent: m.headText(), meta: []byte("{}"), content: encode(content)}
}

func (m *message) headText() []byte {
	if m.head != nil {
		return m.head
	}
	return encode(m.header)
}

// zmq returns the message as it travels.
func (m *message) zmq(key []byte) zmq4.Msg {
	if m.wire != nil {
		return zmq4.NewMsgFrom(m.wire...)
	}
	parts := [][]byte{m.headText(), m.parent, m.meta, m.content}
	var signature []byte
	if len(key) > 0 {
		signature = sign(parts, key)
	}
	frames := append([][]byte{}, m.to...)
	frames = append(frames, delimiter, signature)
	frames = append(frames, parts...)
	return zmq4.NewMsgFrom(append(frames, m.buffers...)...)
}

func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // only plain values are sent
	}
	return text
}

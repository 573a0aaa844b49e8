//go:build !windows

package main

import (
	"errors"
	"testing"
)

func TestMessageTravels(t *testing.T) {
	key := []byte("secret")
	request := &message{
		to: [][]byte{[]byte("client")}, header: header{ID: "1", Session: "s", Type: "execute_request"},
		parent: []byte("{}"), meta: []byte("{}"), content: []byte(`{"code":"1"}`), buffers: [][]byte{[]byte("raw")},
	}
	got, err := parse(request.zmq(key).Frames, key)
	if err != nil || got.header != request.header || string(got.content) != `{"code":"1"}` || string(got.to[0]) != "client" || string(got.buffers[0]) != "raw" {
		t.Fatalf("%+v, %v", got, err)
	}
	got.put(map[string]string{"code": "2"})
	again, err := parse(got.zmq(key).Frames, key)
	if err != nil || string(again.content) != `{"code":"2"}` {
		t.Errorf("%+v, %v", again, err)
	}
	reply, err := parse(again.answer("execute_reply", object{}).zmq(key).Frames, key)
	if err != nil || reply.parentID() != "1" || reply.header.Type != "execute_reply" || reply.header.Session != "s" {
		t.Errorf("%+v, %v", reply, err)
	}
	if _, err := parse(request.zmq([]byte("other")).Frames, key); !errors.Is(err, errSignature) {
		t.Errorf("another key: %v, want %v", err, errSignature)
	}
	if _, err := parse(request.zmq(key).Frames[:4], key); err == nil {
		t.Error("half a message is read")
	}
}

// A worker beside the one that wants it: the page starts it, passes messages on and ends it.
const all = new Map(); // by number
let last = 0;

export class Beside {
  // heard takes its messages, failed the message of an error that it has not caught.
  constructor(script, heard, failed) {
    Object.assign(this, { number: ++last, heard, failed });
    all.set(this.number, this);
    postMessage({ type: 'begin', number: this.number, script });
  }

  // The bytes of a message go and do not stay here.
  postMessage(message) { postMessage({ type: 'tell', number: this.number, message }, buffers(message)); }

  terminate() {
    if (all.delete(this.number)) postMessage({ type: 'end', number: this.number });
  }
}

// told takes what the page passes on.
export function told({ number, message, error }) {
  const worker = all.get(number);
  if (error) worker?.failed(error);
  else worker?.heard(message);
}

// The memory of the bytes in a message, to transfer it.
export const buffers = message => Object.values(message).filter(v => v instanceof Uint8Array).map(v => v.buffer);

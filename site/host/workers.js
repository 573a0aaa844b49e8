// The worker of the tools, as the page has it, and those that it wants beside it. The page
// starts them all: in Firefox a worker that starts another one may wait for that for ever.
// beside.js is the other end.
import { buffers } from './beside.js';

export class Workers {
  #address;
  #tools;
  #others = new Map(); // by number

  // onmessage and onerror are those of the worker of the tools.
  constructor(address) {
    this.#address = new URL(address, location.href);
    this.#tools = new Worker(this.#address, { type: 'module' });
    this.#tools.onmessage = event => this.#hear(event);
    this.#tools.onerror = event => this.onerror?.(event);
  }

  postMessage(message) { this.#tools.postMessage(message); }

  terminate() {
    for (const worker of [this.#tools, ...this.#others.values()]) worker.terminate();
  }

  #hear(event) {
    const { type, number, script, message } = event.data;
    switch (type) {
      case 'begin': return this.#begin(number, script);
      case 'tell': return this.#others.get(number).postMessage(message, buffers(message));
      case 'end':
        this.#others.get(number).terminate();
        return this.#others.delete(number);
      default: return this.onmessage?.(event);
    }
  }

  #begin(number, script) {
    const worker = new Worker(new URL(script, this.#address), { type: 'module' });
    this.#others.set(number, worker);
    worker.onmessage = ({ data: message }) => this.#tools.postMessage({ type: 'told', number, message }, buffers(message));
    worker.onerror = e => {
      e.preventDefault();
      this.#tools.postMessage({ type: 'told', number, error: e.message || `${script} could not be loaded` });
    };
  }
}

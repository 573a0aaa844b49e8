// The worker in which the explorables compute: site/explore as one WebAssembly program.
import { Files } from "../../../host/files.js";
import { Host } from "../../../host/wasi.js";

const encoder = new TextEncoder(), decoder = new TextDecoder();
let program, given;

async function load(address) {
  const module = await WebAssembly.compile(await fetched(address));
  let said = "";
  const host = new Host({ args: ["explore"], files: new Files(), print: (bytes) => (said += decoder.decode(bytes)) });
  const instance = await WebAssembly.instantiate(module, host.imports);
  host.bind(instance);
  const { exports } = instance;
  exports._initialize();
  const run = (name, bytes) => {
    const to = exports.room(bytes.length);
    new Uint8Array(exports.memory.buffer).set(bytes, to);
    try {
      const length = exports[name]();
      return decoder.decode(new Uint8Array(exports.memory.buffer, exports.result(), length));
    } catch (error) {
      throw new Error(said || error.message);
    }
  };
  return {
    ask: (question) => run("call", encoder.encode(question)),
    async give(weights) {
      const wrong = run("give", new Uint8Array(await fetched(weights)));
      if (wrong) throw new Error(wrong);
    },
  };
}

async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  return response.arrayBuffer();
}

onmessage = async ({ data }) => {
  try {
    program ??= load(data.program);
    const { ask, give } = await program;
    if (data.weights) await (given ??= give(data.weights));
    postMessage({ id: data.id, answer: ask(JSON.stringify(data.question)) });
  } catch (error) {
    postMessage({ id: data.id, answer: JSON.stringify({ error: error.message }) });
  }
};

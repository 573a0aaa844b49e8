// The worker in which the explorables compute: site/explore as one WebAssembly program.
import { Files } from "../../../host/files.js";
import { Host } from "../../../host/wasi.js";

const encoder = new TextEncoder(), decoder = new TextDecoder();
let program;

async function load(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  const module = await WebAssembly.compile(await response.arrayBuffer());
  let said = "";
  const host = new Host({ args: ["explore"], files: new Files(), print: (bytes) => (said += decoder.decode(bytes)) });
  const instance = await WebAssembly.instantiate(module, host.imports);
  host.bind(instance);
  const { exports } = instance;
  exports._initialize();
  return (question) => {
    const bytes = encoder.encode(question);
    const to = exports.room(bytes.length);
    new Uint8Array(exports.memory.buffer).set(bytes, to);
    try {
      const length = exports.call();
      return decoder.decode(new Uint8Array(exports.memory.buffer, exports.result(), length));
    } catch (error) {
      throw new Error(said || error.message);
    }
  };
}

onmessage = async ({ data }) => {
  try {
    program ??= load(data.program);
    const answer = (await program)(JSON.stringify(data.question));
    postMessage({ id: data.id, answer: JSON.parse(answer) });
  } catch (error) {
    postMessage({ id: data.id, answer: { error: error.message } });
  }
};

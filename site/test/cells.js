// Runs cells in a page with the worker that pages have, for notebooks.mjs.
const { worker: script } = await (await fetch('toolchain/manifest.json')).json();
const { Workers } = await import(`./toolchain/${script.replace('worker.js', 'workers.js')}`);
const worker = new Workers(`toolchain/${script}`);
const pictures = new BroadcastChannel('pictures'); // of picture.js, as tapped.js has it

let asked, outputs, painted, question = 0;

worker.onmessage = ({ data: m }) => {
  if (m.type === 'output') show(m.output);
  else if (m.type === 'ready' || m.type === 'done') asked.resolve(m);
};
worker.onerror = e => asked?.reject(new Error(e.message || 'the worker does not load'));

// Texts next to each other are one, as in a notebook.
function show(o) {
  const last = outputs.at(-1);
  if (o.kind === 'text' && last?.kind === 'text' && last.stream === o.stream) last.text += o.text;
  else outputs.push({ ...o });
}

pictures.onmessage = ({ data: m }) => {
  if (!m.question) painted.push([m.svg, base64(m.picture)]);
  else if (m.question === question) asked.resolve();
};

function base64(bytes) {
  let s = '';
  for (let i = 0; i < bytes.length; i += 0x8000) s += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(s);
}

function ask(to, message) {
  asked = Promise.withResolvers();
  to.postMessage(message);
  return asked.promise;
}

// Asks until there is an answer: a worker of programs that holds much memory is replaced,
// and the next one does not hear what is said before it has begun.
async function answered() {
  const answer = ask(pictures, { question: ++question }), again = setInterval(() => pictures.postMessage({ question }), 50);
  await answer;
  clearInterval(again);
  question++; // what was asked more than once may be answered again
}

window.load = async sets => {
  for (const set of sets) worker.postMessage({ type: 'allow', set });
  return ask(worker, { type: 'load', base: new URL('toolchain/', location.href).href });
};

// run runs the last of the cells. pictures are those that it painted, as [SVG, picture in base64].
window.run = async sources => {
  outputs = [];
  painted = [];
  const done = await ask(worker, { type: 'run', id: 'cell', cells: sources.map((source, i) => ({ id: i === sources.length - 1 ? 'cell' : `cell-${i + 1}`, source })) });
  if (done.outcome !== 'compile') await answered();
  return { ...done, outputs, pictures: painted };
};

window.ready = true;

// The worker in which the programs of cells run, one after the other. The toolchain's
// worker has it ended to stop a program, and another begun.
import { Data } from './data.js';
import { Files } from './files.js';
import { Font } from './picture.js';
import { Runner } from './runner.js';

let runner, data;
const files = new Files();

onmessage = ({ data: m }) => {
  switch (m.type) {
    case 'begin':
      files.apply(m.files);
      data = new Data(m.data, get);
      runner = new Runner({
        files,
        font: new Font(m.font),
        show: output => postMessage({ type: 'output', output }),
        fetch: file => data.fetch(file),
      });
      break;
    case 'files':
      files.apply(m.files);
      break;
    case 'run': {
      data.wanted = null;
      data.allowed = new Set(m.allowed);
      const result = runner.run(m);
      postMessage({ type: 'done', ...result, wanted: data.wanted, files: files.changes() });
    }
  }
};

// get returns what is at an address. A program waits for it.
function get(address) {
  const request = new XMLHttpRequest();
  request.open('GET', address, false);
  request.responseType = 'arraybuffer';
  request.send();
  if (request.status !== 200) throw new Error(`status ${request.status}`);
  return new Uint8Array(request.response);
}

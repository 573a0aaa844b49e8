// The worker in which the programs of cells run, one after the other. The toolchain's
// worker ends it to stop a program, and begins another.
import { Files } from './files.js';
import { Font } from './picture.js';
import { Runner } from './runner.js';

let runner;
const files = new Files();

onmessage = ({ data: m }) => {
  switch (m.type) {
    case 'begin':
      files.apply(m.files);
      runner = new Runner({
        files,
        font: new Font(m.font),
        show: output => postMessage({ type: 'output', output }),
        fetch: (path, addresses) => fetchNow([new URL(path, m.data).href, ...addresses]),
      });
      break;
    case 'files':
      files.apply(m.files);
      break;
    case 'run': {
      const result = runner.run(m);
      postMessage({ type: 'done', ...result, files: files.changes() });
    }
  }
};

// fetchNow returns what is at the first address that answers. A program waits for it.
function fetchNow(addresses) {
  const errors = [];
  for (const address of addresses) {
    try {
      const request = new XMLHttpRequest();
      request.open('GET', address, false);
      request.responseType = 'arraybuffer';
      request.send();
      if (request.status === 200) return new Uint8Array(request.response);
      errors.push(`${address}: status ${request.status}`);
    } catch (e) {
      errors.push(`${address}: ${e.message}`);
    }
  }
  throw new Error(errors.join('; '));
}

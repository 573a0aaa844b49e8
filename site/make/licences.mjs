// The licences of what the toolchain is made of, from the modules themselves.
import fs from 'node:fs';
import path from 'node:path';

const licence = /^(licen[cs]e|copying)/i;

function textOf(name, directory) {
  const files = fs.readdirSync(directory).filter(f => licence.test(f) && fs.statSync(path.join(directory, f)).isFile()).sort();
  if (!files.length) throw new Error(`${name} has no licence in ${directory}`);
  return files.map(f => fs.readFileSync(path.join(directory, f), 'utf8').trim()).join('\n\n');
}

// licences returns {name, version, text} of Go, of what its tools have from elsewhere, of
// the modules that patterns need, and of packages of npm. go runs the command go and
// returns what it prints; modules are named beyond those. Packages without the text of
// their licence have it beside this file.
export function licences({ go, root, version, goroot, patterns, modules, npm }) {
  const found = new Map();
  const add = (name, version, directory) => found.set(name, { name, version, text: textOf(name, directory) });
  add('Go', version.replace(/^go/, ''), goroot);
  for (const directory of go(['list', '-deps', '-f', '{{if .Standard}}{{.Dir}}{{end}}', 'cmd/compile', 'cmd/link', ...patterns]).split('\n')) {
    const [, top, name] = /^(.*\/vendor\/((?:[^/]+\/){2}[^/]+))/.exec(directory) ?? [];
    if (name && !found.has(`${name}, in Go`)) add(`${name}, in Go`, version.replace(/^go/, ''), top);
  }
  const format = '{{if .Main}}linclass{{else}}{{.Path}}{{end}}\t{{.Version}}\t{{.Dir}}';
  const lines = go(['list', '-deps', '-f', `{{with .Module}}${format}{{end}}`, ...patterns]) + go(['list', '-m', '-f', format, ...modules]);
  for (const line of new Set(lines.split('\n').filter(Boolean))) {
    const [name, version, directory] = line.split('\t');
    add(name, version.replace(/^v/, ''), directory);
  }
  for (const name of npm) {
    const directory = path.join(root, 'site/node_modules', name), own = path.join(root, `site/make/${name}.LICENSE.txt`);
    const { version } = JSON.parse(fs.readFileSync(path.join(directory, 'package.json'), 'utf8'));
    if (fs.existsSync(own)) found.set(name, { name, version, text: fs.readFileSync(own, 'utf8').trim() });
    else add(name, version, directory);
  }
  return [...found.values()];
}

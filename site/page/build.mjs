// Bundles the scripts and styles of the pages: node build.mjs DIRECTORY. It prints the
// names of what it wrote, which change with the content, and the licences of what is in it,
// as JSON.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const out = process.argv[2];
if (!out) throw new Error("usage: node build.mjs DIRECTORY");

// A player on a published page has a script of its own. On the site one script starts
// all of them, so that the pages need not allow others; it is made of the same file.
const player = {
  name: "player",
  setup(bundle) {
    bundle.onResolve({ filter: /^player$/ }, () => ({ path: here("../../plots/player/player.js"), namespace: "player" }));
    bundle.onLoad({ filter: /.*/, namespace: "player" }, async ({ path }) => {
      const text = (await readFile(path, "utf8")).trim();
      const found = /^\(\(\) => \{\n  const player = document\.getElementById\("ID"\);\n([\s\S]*)\}\)\(\);$/.exec(text);
      if (!found) throw new Error(`${path} has another form than build.mjs knows`);
      return { contents: `export const start = (player) => {\n${found[1]}};\n`, loader: "js", watchFiles: [path] };
    });
  },
};

// All browsers that can run the cells take the fonts of the formulas as WOFF2.
const fonts = {
  name: "fonts",
  setup(bundle) {
    bundle.onLoad({ filter: /katex\.css$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(/,\s*url\([^)]*\.(woff|ttf)\) format\("\w+"\)/g, ""),
      loader: "css",
    }));
  },
};

const names = {}, packages = new Set();
const entries = [
  ["theme.js", "iife"], ["boot.js", "iife"], ["page.js", "esm"], ["search.js", "esm"], ["questions.js", "iife"], ["page.css", undefined],
  ["explore/explore.js", "esm"], ["explore/worker.js", "esm"], ["explore/explore.css", undefined],
];
for (const [entry, format] of entries) {
  const { metafile } = await build({
    entryPoints: [here(`src/${entry}`)],
    absWorkingDir: here("."),
    bundle: true,
    minify: true,
    metafile: true,
    format,
    target: ["chrome119", "firefox121", "safari17.4"],
    charset: "utf8",
    legalComments: "inline",
    outdir: out,
    entryNames: "[name]-[hash]",
    loader: { ".woff2": "file" },
    assetNames: "[name]-[hash]",
    plugins: [player, fonts],
    logLevel: "warning",
  });
  for (const path of Object.keys(metafile.inputs)) packages.add(/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  names[basename(entry)] = basename(Object.entries(metafile.outputs).find(([, output]) => output.entryPoint)[0]);
}

packages.delete(undefined);
const licences = await Promise.all(
  [...packages].sort().map(async (name) => {
    const { version, license } = JSON.parse(await readFile(here(`node_modules/${name}/package.json`), "utf8"));
    const file = (await readdir(here(`node_modules/${name}`))).find((f) => /^licen[cs]e/i.test(f));
    return { name, version, licence: license, text: await readFile(here(`node_modules/${name}/${file}`), "utf8") };
  }),
);
await mkdir(out, { recursive: true });
await writeFile(join(out, "LICENSES.txt"), licences.map(({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text}`).join(`\n${"-".repeat(72)}\n\n`));
console.log(JSON.stringify({ names, licences }));

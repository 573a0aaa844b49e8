// What every page of the site loads: it starts the shell and the players, puts buttons below
// the cells, and fetches the editor when one of them is first used.

import { PREFIX } from "./link.js";
import { awaitExplorables } from "./explore/near.js";
import { startPlayers } from "./players.js";
import { shell } from "./shell.js";
import * as store from "./store.js";
import { answerTools, button, number, tools } from "./tools.js";

const { editor, worker, toolchain, notebook, name, version, search, index } = document.currentScript.dataset;
const address = (path) => new URL(path, document.baseURI).href;
const main = document.querySelector("main.notebook");
let notes, note, page;

// say shows a note, in place of the last one: below the buttons of a cell, or above the page.
function say(text, buttons) {
  note?.remove();
  const p = (note = document.createElement("p"));
  p.className = "lclass-note";
  p.setAttribute("role", "status");
  p.textContent = text;
  if (buttons) buttons.after(p);
  else notes.append(p);
}

// lacks returns what the browser lacks for running cells.
function lacks() {
  if (location.protocol === "file:") return "This page was opened as a file. To change and run its cells, open it from a web server: make site-serve starts one.";
  if (!("CompressionStream" in window && "withResolvers" in Promise && "indexedDB" in window)) return "Your browser is too old to run the cells of this page. Use Chrome or Edge 119, Firefox 121, Safari 17.4, or a later one.";
  if (typeof WebAssembly !== "object") return "WebAssembly is switched off in your browser, so the cells of this page cannot run.";
  return "";
}

// keep has the service worker keep what the page loads. It returns a function that has the
// worker keep more.
async function keep() {
  await navigator.serviceWorker.register("sw.js");
  if (!navigator.serviceWorker.controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  const tell = (urls) => navigator.serviceWorker.controller.postMessage({ urls });
  tell([location.href.split("#")[0], ...(notebook ? [address(notebook)] : [])]);
  new PerformanceObserver((list) => tell(list.getEntries().map((e) => e.name))).observe({ type: "resource", buffered: true });
  return tell;
}

// later returns the addresses of what the page loads only when the reader scrolls near it:
// figures and explorables.
function later() {
  const figures = [...main.querySelectorAll('img[loading="lazy"]')].map((image) => image.src);
  const explorables = [...document.querySelectorAll("section.explorable")].flatMap(({ dataset: { script, worker, program, weights } }) => [script, worker, program, weights]);
  return [...figures, ...explorables.filter(Boolean).map(address)];
}

function use(buttons) {
  return (page ??= load().catch((error) => {
    page = null;
    say(`The editor did not load: ${error.message}. Check your network, then try again or reload the page.`, buttons);
    throw error;
  }));
}

async function published() {
  const response = await fetch(address(notebook));
  if (!response.ok) throw new Error(`the server answers ${response.status} for ${notebook}`);
  return response.json();
}

async function load() {
  const [{ Page }, notebook] = await Promise.all([import(address(editor)), published()]);
  const opened = new Page({ main, notes, name, version, notebook, worker: address(worker), base: address(toolchain), offline });
  await opened.restore();
  return opened;
}

// furnish puts the buttons on the page.
function furnish() {
  let n = 0;
  main.querySelectorAll(":scope > .cell").forEach((cell) => {
    if ("answer" in cell.dataset) cell.append(answerTools());
    if (!cell.classList.contains("code_cell")) return;
    cell.prepend(cell.previousElementSibling); // the place that links lead to
    const bar = tools();
    number(bar, ++n);
    cell.querySelector(":scope > .input").after(bar);
  });
  const bar = document.querySelector(".lclass-page"); // kept free by the page, so that nothing moves
  bar.setAttribute("role", "region");
  bar.setAttribute("aria-label", "This page");
  bar.append(
    button("all", "▶ Run all", "Run all cells of this page"),
    button("download", "Download .ipynb", "Download this page as a notebook for Jupyter"),
    button("link", "Copy link", "Copy a link to the page as you changed it"),
    button("reset-page", "Reset page", "Bring back the published page"),
  );
  const help = document.createElement("details");
  help.innerHTML = `<summary>Keys</summary>In an open cell, <kbd>Ctrl</kbd>+<kbd>Enter</kbd> runs it and <kbd>Shift</kbd>+<kbd>Enter</kbd> runs it and goes to the next one. <kbd>Tab</kbd> indents; to leave the cell press <kbd>Escape</kbd>, then <kbd>Tab</kbd>. <kbd>Ctrl</kbd>+<kbd>Z</kbd> undoes, <kbd>Ctrl</kbd>+<kbd>Space</kbd> completes a name. A cell sees the declarations of all cells above it.`;
  bar.append(help);
  document.addEventListener("click", async (event) => {
    const pressed = event.target.closest("[data-act]");
    if (!pressed) return;
    // A reader who runs cells may go offline, so the worker keeps the rest of the page now.
    if (["run", "all", "above"].includes(pressed.dataset.act)) keeper?.then((tell) => tell(later()), () => {});
    const opened = await use(pressed.closest(".lclass-tools"));
    note?.remove();
    opened.act(pressed.dataset.act, pressed.closest(".cell")?.dataset.cell);
  });
}

// takeFiles lets readers open a notebook of their own.
function takeFiles(chooser) {
  const take = async (file) => file && (await use()).openFile(file);
  chooser.addEventListener("change", () => take(chooser.files[0]).then(() => (chooser.value = "")));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
}

shell({ search: search && address(search), index: index && address(index) });
startPlayers(document);
const lacking = lacks();
const keeper = !lacking && "serviceWorker" in navigator ? keep() : null;
keeper?.catch(() => {});
const offline = keeper && Promise.race([keeper.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 2000))]);
if (lacking) document.querySelectorAll("section.explorable").forEach((section) => section.remove());
else awaitExplorables(address);
if (main && notebook) {
  notes = document.createElement("div");
  notes.className = "lclass-notes";
  main.before(notes);
  if (lacking) {
    document.querySelector(".lclass-page").remove();
    say(lacking);
  } else {
    furnish();
    const chooser = document.getElementById("open-notebook");
    if (chooser) takeFiles(chooser);
    addEventListener("hashchange", () => location.hash.startsWith(PREFIX) && location.reload());
    if (location.hash.startsWith(PREFIX) || name === "try") use();
    else store.versions(name).then((found) => found.length && use(), () => {});
  }
}

// Makes the index of the search: node search.mjs <SECTIONS >INDEX. A section has an id, the
// address; its title, that of its page, its text, and its code.
import { text } from "node:stream/consumers";
import MiniSearch from "minisearch";
import { options } from "./src/index.js";

const index = new MiniSearch(options);
index.addAll(JSON.parse(await text(process.stdin)));
process.stdout.write(JSON.stringify(index));

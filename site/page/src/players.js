import { start } from "player"; // plots/player/player.js, see build.mjs

export function startPlayers(root) {
  for (const player of root.querySelectorAll(".lclass-player")) start(player);
}

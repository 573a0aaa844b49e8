// What players.py asks of a page. For the players time stands still: what they wait
// for is kept, and comes when tick says so.
(() => {
  if (window.probe) return;
  const shown = (e) => !!e && getComputedStyle(e).display !== "none";
  const images = (frame) => [...frame.querySelectorAll("img")];
  const right = (e) => e.getBoundingClientRect().right;

  const state = (player) => {
    const $ = (name) => player.querySelector(name), box = player.getBoundingClientRect();
    const frames = [...player.querySelectorAll(".frame")], seen = frames.filter(shown);
    return {
      frames: frames.length,
      seen: seen.map((f) => frames.indexOf(f) + 1),
      still: frames.findIndex((f) => f.classList.contains("still")) + 1,
      first: +player.dataset.first, delay: +player.dataset.delay,
      count: $(".count")?.textContent, slider: +$(".slider")?.value,
      back: !$(".back")?.disabled, next: !$(".next")?.disabled,
      controls: shown($(".controls")), play: shown($(".play")), speed: shown($(".speed")),
      playing: /stop/.test($(".play")?.textContent),
      waits: [...waiting.values()].map((w) => w.ms),
      silent: frames.filter((f) => !images(f).length || images(f).some((i) => !i.alt)).length,
      blank: seen.filter((f) => !images(f).every((i) => i.naturalWidth)).length,
      outside: box.left < -1 || box.right > document.documentElement.clientWidth + 1
        || seen.some((f) => images(f).some((i) => right(i) > box.right + 1)),
    };
  };

  const waiting = new Map(), forget = clearTimeout;
  let number = 1e9;
  window.setTimeout = (run, ms) => { waiting.set(++number, { run, ms }); return number; };
  window.clearTimeout = (n) => { if (!waiting.delete(n)) forget(n); };
  const tick = () => {
    const [n, { run }] = waiting.entries().next().value ?? [0, { run() {} }];
    waiting.delete(n);
    run();
  };

  // Before a key or a click does anything, the state that it finds is noted.
  let watched = null, log = [];
  const note = (what) => { if (watched && what) log.push({ what, before: state(watched) }); };
  addEventListener("keydown", (e) => note(e.key), true);
  addEventListener("click", (e) => note(e.target.className), true);

  window.probe = {
    state,
    // Brings a player into the middle of the window and notes what happens to it.
    watch(player) {
      player.querySelector(".controls")?.scrollIntoView({ block: "center" });
      watched = player;
      return this.noted();
    },
    // What was done since the last call, and what is seen now.
    noted() {
      const done = { log, now: state(watched) };
      log = [];
      return done;
    },
    speed(player, value) { player.querySelector(".speed").value = value; },
    // The state after each of some deeds: [name, argument]...
    after(player, deeds) {
      const slider = player.querySelector(".slider"), play = player.querySelector(".play");
      const can = {
        slide(n) { slider.value = n; slider.dispatchEvent(new Event("input", { bubbles: true })); },
        play() { play.click(); },
        speed(value) { probe.speed(player, value); },
        tick,
      };
      const states = deeds.map(([name, argument]) => { can[name](argument); return state(player); });
      log = [];
      return states;
    },
  };
})();

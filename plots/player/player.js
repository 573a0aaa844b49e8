
(() => {
  const player = document.getElementById("ID");
  if (!player || player.querySelector(".controls")) return;
  const frames = [...player.querySelectorAll(".frame")];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let now = frames.findIndex((f) => f.classList.contains("now")), timer = null;

  const make = (tag, className, label, text) => {
    const e = document.createElement(tag);
    e.className = className;
    if (label) { e.setAttribute("aria-label", label); e.title = label; }
    if (text) e.textContent = text;
    return controls.appendChild(e);
  };
  const controls = document.createElement("div");
  controls.className = "controls";
  const back = make("button", "back", "back one frame (←)", "‹ back");
  const play = make("button", "play", "play (space)", "▶ play");
  const next = make("button", "next", "next frame (→)", "next ›");
  const slider = make("input", "slider", "frame");
  const output = make("output", "count");
  const speed = make("select", "speed", "speed");
  for (const b of [back, play, next]) b.type = "button";
  Object.assign(slider, { type: "range", min: 1, max: frames.length, step: 1 });
  for (const s of [0.25, 0.5, 1, 2, 4]) speed.add(new Option(s + "×", s, s === 1, s === 1));
  output.setAttribute("aria-live", "polite");

  const show = (i) => {
    frames[now].classList.remove("now");
    now = Math.max(0, Math.min(frames.length - 1, i));
    frames[now].classList.add("now");
    slider.value = now + 1;
    const caption = frames[now].querySelector("p").innerText;
    slider.setAttribute("aria-valuetext", `${now + 1} of ${frames.length}: ${caption}`);
    output.textContent = `${now + 1} / ${frames.length}`;
    back.disabled = now === 0;
    next.disabled = now === frames.length - 1;
  };
  const stop = () => {
    clearTimeout(timer);
    timer = null;
    play.textContent = "▶ play";
    play.title = "play (space)";
    play.setAttribute("aria-label", play.title);
    output.setAttribute("aria-live", "polite");
  };
  const wait = () => {
    timer = setTimeout(() => {
      if (!player.isConnected || now === frames.length - 1) return stop();
      show(now + 1);
      wait();
    }, player.dataset.delay / speed.value);
  };
  const start = () => {
    if (calm.matches) return;
    if (now === frames.length - 1) show(0);
    play.textContent = "❚❚ stop";
    play.title = "stop (space)";
    play.setAttribute("aria-label", play.title);
    output.setAttribute("aria-live", "off");
    wait();
  };
  const step = (i) => { stop(); show(i); };

  back.onclick = () => step(now - 1);
  next.onclick = () => step(now + 1);
  play.onclick = () => (timer ? stop() : start());
  slider.oninput = () => step(slider.value - 1);
  player.addEventListener("keydown", (e) => {
    if (e.altKey || e.ctrlKey || e.metaKey || e.target === speed) return;
    const act = { ArrowLeft: () => step(now - 1), ArrowRight: () => step(now + 1), Home: () => step(0), End: () => step(frames.length - 1), " ": () => play.onclick() }[e.key];
    if (!act) return;
    if (e.key === " " && e.target.tagName === "BUTTON" && e.target !== play) return;
    e.preventDefault();
    e.stopPropagation();
    act();
  });
  player.appendChild(controls);
  show(player.dataset.first - 1);
})();

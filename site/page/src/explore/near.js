// Explorables are loaded when a reader comes near them, that of the front page not before
// the first sign of one.
const SIGNS = ["scroll", "pointermove", "pointerdown", "keydown"];

export function awaitExplorables(address) {
  const sections = [...document.querySelectorAll("section.explorable")];
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      begin(target, address);
    }
  }, { rootMargin: "600px" });
  for (const section of sections) {
    section.hidden = false;
    if (!("wait" in section.dataset)) near.observe(section);
    else for (const sign of SIGNS) addEventListener(sign, () => near.observe(section), { once: true, passive: true });
  }
  const wanted = /^#try=(\w+)/.exec(location.hash);
  if (wanted) document.getElementById(`try-${wanted[1]}`)?.scrollIntoView();
  else if (sections.some((s) => `#${s.id}` === location.hash)) document.querySelector(location.hash).scrollIntoView();
}

async function begin(section, address) {
  const wait = section.querySelector(".x-wait");
  try {
    const { start } = await import(address(section.dataset.script));
    await start(section);
  } catch (error) {
    wait.textContent = `The figure did not load: ${error.message}. Check your network and reload the page.`;
  }
}

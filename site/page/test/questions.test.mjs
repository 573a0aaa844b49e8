// Answers every question of every page: each wrong answer that has a reason by mouse, then
// the right one by keys.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { PATIENCE, SCRIPTS, browser, fine, open, phone, root, server, site } from "./site.mjs";

const QUESTIONS = join(root, "notebooks/questions");
const pages = readdirSync(QUESTIONS).filter((f) => f.endsWith(".md")).map((f) => f.slice(0, -3));
const written = (page) => [...readFileSync(join(QUESTIONS, `${page}.md`), "utf8").matchAll(/^## (\S+)$/gm)].map((found) => `question-${found[1]}`);

// calm opens a page and waits until its questions are forms.
async function calm(name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await open(browser, `${server.url}${name}.html`, context);
  page.setDefaultTimeout(PATIENCE);
  await settled(page);
  return page;
}

async function settled(page) {
  await page.locator(".lclass-question form").first().waitFor();
  await page.evaluate(() => document.fonts.ready);
}

// published returns what the page as a file says of its questions, before any script.
const published = (page) =>
  page.evaluate(async () => {
    const file = new DOMParser().parseFromString(await (await fetch(location.pathname)).text(), "text/html");
    const plain = (element) => element?.textContent.replace(/\s+/g, " ").trim();
    const reason = (li) => {
      const rest = li.cloneNode(true);
      rest.querySelector("b").remove(); // "Right.", or the value
      return plain(rest);
    };
    return [...file.querySelectorAll(".lclass-question")].map((q) => ({
      id: q.id,
      ...q.dataset,
      reasons: [...q.querySelectorAll(".answer .reasons > li")].map((li) => ({ right: li.classList.contains("right"), value: li.dataset.value, words: reason(li) })),
      hint: plain(q.querySelector(".hint")),
      why: plain(q.querySelector(".why")),
      steps: [...q.querySelectorAll(".steps > li")].map((li) => Number(li.dataset.place)),
    }));
  });

class Form {
  constructor(page, q) {
    Object.assign(this, q, { page });
    this.element = page.locator(`#${q.id}`);
    this.feedback = this.element.locator(".feedback");
  }

  async check() {
    await this.element.getByRole("button", { name: "Check" }).click();
  }

  // says waits until the feedback begins with a verdict, and looks for words of a reason.
  async says(verdict, reason) {
    await this.feedback.getByText(verdict, { exact: true }).waitFor();
    if (reason) {
      const text = (await this.feedback.textContent()).replace(/\s+/g, " ");
      assert.ok(text.includes(reason), `${this.id}: the feedback is ${text}; it lacks ${reason}`);
    }
  }
}

const kinds = {
  async choice(form) {
    const labels = form.element.locator(".choices label"), radios = form.element.locator(".choices input");
    for (const [i, reason] of form.reasons.entries()) {
      if (reason.right) continue;
      await labels.nth(i).click();
      await form.check();
      await form.says("✗ Not yet.", reason.words);
    }
    const right = form.reasons.findIndex((r) => r.right);
    const last = form.reasons.findLastIndex((r) => !r.right);
    await radios.nth(last).focus();
    for (let i = last; i !== right; i += Math.sign(right - last)) await form.page.keyboard.press(right > last ? "ArrowDown" : "ArrowUp");
    await form.page.keyboard.press("Enter");
    await form.says("✓ Right.", form.reasons[right].words);
  },

  async number(form) {
    const input = form.element.locator("input");
    for (const { value, words } of [...form.reasons, { value: String(Number(form.answer) + 12345), words: form.hint ?? "" }]) {
      await input.click();
      await input.fill(value.replace("-", "−"));
      await form.check();
      await form.says("✗ Not yet.", words);
    }
    await input.focus();
    await form.page.keyboard.press("Control+a");
    await form.page.keyboard.type(form.answer.replace(".", form.answer.length % 2 ? "," : "."));
    await form.page.keyboard.press("Enter");
    await form.says("✓ Right.", form.why);
  },

  async place(form) {
    const { page, element } = form;
    const inputs = element.locator("input"), handles = element.locator(".handle");
    const [x0, x1, y0, y1] = form.ends.split(" ").map(Number), answer = form.answer.split(" ").map(Number);
    const frame = element.locator(".plane rect").first();
    const targets = (v) => (form.place === "point" ? [v] : form.place === "line" ? [[x0, v[0]], [x1, v[1]]] : [[v[0], (y0 + y1) / 2]]);
    const far = { point: [answer[0] > (x0 + x1) / 2 ? x0 : x1, y0], line: [answer[0] > (y0 + y1) / 2 ? y0 : y1, y0], threshold: [answer[0] > (x0 + x1) / 2 ? x0 : x1] }[form.place];
    for (const [value, words] of [...form.reasons.map((r) => [r.value.split(" ").map(Number), r.words]), [far, null]]) {
      await frame.scrollIntoViewIfNeeded();
      for (const [i, [x, y]] of targets(value).entries()) {
        const box = await frame.boundingBox(), from = await handles.nth(i).locator("circle").last().boundingBox();
        await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
        await page.mouse.down();
        await page.mouse.move(box.x + ((x - x0) / (x1 - x0)) * box.width, box.y + ((y1 - y) / (y1 - y0)) * box.height, { steps: 4 });
        await page.mouse.up();
      }
      await form.check();
      await form.says("✗ Not yet.", words);
    }
    const read = async () => (await inputs.evaluateAll((all) => all.map((i) => Number(i.value.replace("−", "-")))));
    for (const [i, handle] of (await handles.all()).entries()) {
      await handle.focus();
      for (const [at, more, less] of form.place === "point" ? [[0, "ArrowRight", "ArrowLeft"], [1, "ArrowUp", "ArrowDown"]] : [[i, "ArrowUp", "ArrowDown"]]) {
        for (let presses = 0; Math.abs((await read())[at] - answer[at]) > Number(form.tolerance) / 2; presses++) {
          assert.ok(presses < 500, `${form.id}: the keys do not reach ${answer[at]}`);
          const off = answer[at] - (await read())[at], span = form.place === "line" || at === 1 ? y1 - y0 : x1 - x0;
          const unit = 10 ** Math.floor(Math.log10(span / 100) + 1e-9);
          await page.keyboard.press((Math.abs(off) > 10 * unit ? "Shift+" : "") + (off > 0 ? more : less));
        }
      }
    }
    await element.getByRole("button", { name: "Check" }).focus();
    await page.keyboard.press("Enter");
    await form.says("✓ Right.", form.why);
    // The fields alone do, too.
    for (const [i, v] of answer.entries()) await inputs.nth(i).fill(String(v));
    await inputs.first().press("Enter");
    await form.says("✓ Right.", form.why);
  },

  async order(form) {
    const items = form.element.locator(".steps > li");
    await form.check();
    await form.says("✗ Not yet.");
    await form.element.getByRole("button", { name: /^Down, step 1 / }).click();
    const now = () => items.evaluateAll((all) => all.map((li) => Number(li.dataset.place)));
    if ((await now()).some((place, i) => place !== i + 1)) {
      await form.check();
      await form.says("✗ Not yet.");
    }
    for (let wanted = 1; wanted <= form.steps.length; wanted++) {
      while ((await now()).indexOf(wanted) > wanted - 1) {
        await items.nth((await now()).indexOf(wanted)).getByRole("button", { name: /^Up/ }).focus();
        await form.page.keyboard.press("Enter");
      }
    }
    await form.element.getByRole("button", { name: "Check" }).focus();
    await form.page.keyboard.press("Space");
    await form.says("✓ Right.", form.why);
  },
};

for (const name of pages) {
  test(`the questions of ${name}: every wrong answer by mouse, the right ones by keys`, { timeout: 10 * PATIENCE }, async () => {
    const page = await calm(name);
    const questions = await published(page), bar = page.locator(".lclass-quiz"), n = questions.length;
    assert.deepEqual(questions.map((q) => q.id), written(name));
    await bar.getByText(`0 of ${n} questions answered.`).waitFor();
    const asked = [];
    // Files of the site may load as the reader comes near; nothing is sent.
    page.on("request", (request) => (request.method() === "GET" && !new URL(request.url()).search) || asked.push(`${request.method()} ${request.url()}`));
    for (const q of questions) await kinds[q.kind](new Form(page, q));
    assert.deepEqual(asked, [], "answers leave the browser");
    await bar.getByText(`${n} of ${n} questions answered, 0 on the first try.`).waitFor();

    await page.reload();
    await settled(page);
    await bar.getByText(`${n} of ${n} questions answered, 0 on the first try.`).waitFor();
    assert.equal(await page.locator('.lclass-question[data-state="right"] .feedback > .right').count(), n);

    await bar.getByRole("button", { name: "Forget my answers" }).click();
    await bar.getByText(`0 of ${n} questions answered.`).waitFor();
    assert.equal(await page.locator(".lclass-question[data-state]").count(), 0);
    assert.equal(await page.evaluate(() => Object.values(localStorage).join().includes("question-")), false);
    for (const q of questions) {
      await page.locator(`#${q.id}`).getByRole("button", { name: "Show the answer" }).click();
      await new Form(page, q).says("The answer.", q.kind === "choice" ? q.reasons.find((r) => r.right).words : q.why);
    }
    await bar.getByText(`${n} of ${n} questions answered, 0 on the first try.`).waitFor();
    fine(page);
    await page.context().close();
  });
}

test("a right answer at once counts as one on the first try", { timeout: 4 * PATIENCE }, async () => {
  const page = await calm("perceptron");
  const first = (await published(page)).find((q) => q.kind === "choice");
  const form = new Form(page, first);
  await form.check();
  await form.says("Choose an answer first.");
  await form.element.locator("label").nth(first.reasons.findIndex((r) => r.right)).click();
  await form.check();
  await page.locator(".lclass-quiz").getByText(/^1 of \d+ questions answered, 1 on the first try\./).waitFor();
  // Trying another answer afterwards changes nothing of it.
  await form.element.locator("label").nth(first.reasons.findIndex((r) => !r.right)).click();
  await form.check();
  await page.locator(".lclass-quiz").getByText(/^1 of \d+ questions answered, 1 on the first try\./).waitFor();
  fine(page);
  await page.context().close();
});

test("without scripts the question is there, and its answer opens", { timeout: 4 * PATIENCE, skip: SCRIPTS }, async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}perceptron.html`);
  const question = page.locator(".lclass-question").first();
  assert.ok(await question.locator(".ask").isVisible());
  assert.ok(!(await question.locator(".reasons").isVisible()));
  await question.locator("summary").click();
  assert.ok(await question.locator(".reasons").isVisible());
  await context.close();
});

test("damaged storage is no answer", { timeout: 4 * PATIENCE }, async () => {
  const page = await calm("regression");
  const id = (await published(page)).map((q) => q.id);
  const damages = ["", "null", "[1]", "{", '{"regression":7}', ...[7, { tries: "x" }, { tries: 1, given: [null, "x"], done: "right" }, { tries: 1, given: { a: 1 }, done: "right" }, { tries: 1, done: "right" }, { tries: -1, given: "", done: 3 }].map((kept) => JSON.stringify({ regression: Object.fromEntries(id.map((i) => [i, kept])) }))];
  for (const damage of damages) {
    await page.evaluate((text) => localStorage.setItem(`linclass questions ${new URL(".", location.href).pathname}`, text), damage);
    await page.reload();
    await settled(page);
    await page.locator(".lclass-quiz").getByText(new RegExp(`^\\d of ${id.length} questions answered`)).waitFor();
    const form = new Form(page, (await published(page))[0]);
    await form.element.locator("input").fill(form.answer);
    await form.check();
    await form.says("✓ Right.");
  }
  fine(page);
  await page.context().close();
});

test("on a phone all targets are large enough, and nothing is too wide", { timeout: 10 * PATIENCE }, async () => {
  for (const name of pages) {
    const page = await calm(name, phone);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll(".lclass-question :is(button, .choices label, .numbers input, .handle), .lclass-quiz :is(a, button)")]
        .filter((e) => e.checkVisibility())
        .map((e) => [e, e.getBoundingClientRect()])
        .filter(([, r]) => r.height < 43.9 || r.width < 43.9)
        .map(([e, r]) => `${e.outerHTML.slice(0, 80)} is ${r.width}×${r.height}`),
    );
    assert.deepEqual([name, ...small], [name]);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, `${name} is too wide`);
    fine(page);
    await page.context().close();
  }
});

// evaluate.mjs reads cases from standard input, as JSON: for each a file in the format ONNX
// and its inputs. It writes the outputs that ONNX Runtime computes.
import * as ort from "onnxruntime-web";
import { readFileSync } from "node:fs";

ort.env.wasm.numThreads = 1;
ort.env.logLevel = "error";

const answers = {};
for (const { name, file, numbers, texts } of JSON.parse(readFileSync(0, "utf8"))) {
  const session = await ort.InferenceSession.create(readFileSync(file), { executionProviders: ["wasm"] });
  const feeds = {};
  if (numbers) {
    const values = numbers.flat().map((v) => v ?? NaN);
    feeds.numbers = new ort.Tensor("float64", Float64Array.from(values), [numbers.length, numbers[0].length]);
  }
  if (texts) feeds.texts = new ort.Tensor("string", texts.flat(), [texts.length, texts[0].length]);
  const outputs = await session.run(feeds);
  answers[name] = {};
  for (const output of session.outputNames) {
    const { data, dims } = outputs[output];
    answers[name][output] = Array.from(data, (v) => (Number.isNaN(v) ? null : v));
    answers[name][output + " shape"] = dims;
  }
}
console.log(JSON.stringify(answers));

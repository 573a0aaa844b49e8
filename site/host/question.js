// What linclass/internal/page imports: programs ask, and the host answers.
const encoder = new TextEncoder();

// ask(name, data) returns bytes, or throws.
export function question(memory, ask) {
  let last = new Uint8Array(0);
  return {
    ask(name, nameLength, data, dataLength) {
      const bytes = new Uint8Array(memory().buffer);
      let failed = false;
      try {
        last = ask(new TextDecoder().decode(bytes.subarray(name, name + nameLength)), bytes.slice(data, data + dataLength));
      } catch (e) {
        failed = true;
        last = encoder.encode(e.message);
      }
      return failed ? -1 - last.length : last.length;
    },
    answer(to) { new Uint8Array(memory().buffer).set(last, to); },
  };
}

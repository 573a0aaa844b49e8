// What the page says of how a cell ended.

const OUTCOMES = {
  compile: () => "This cell does not compile, so it did not run.",
  panic: () => "The program panicked: it reached a state from which it cannot continue.",
  exit: ({ code }) => `The program ended with exit code ${code}.`,
  deadlock: () => "Deadlock: every goroutine waits for another one, so nothing can happen any more.",
  memory: () => "The program needed more memory than a page can have. Try fewer samples or smaller arrays.",
  stopped: () => "Stopped.",
  internal: () => "The page failed, not your program. Reload the page; if it happens again, download the notebook and run it in Jupyter.",
};

export const outcome = (done) => OUTCOMES[done.outcome]?.(done) ?? "";

export function size(bytes) {
  return bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export function seconds(ms) {
  return `${(ms / 1000).toFixed(ms < 9950 ? 1 : 0)} s`;
}

// remedy says what helps when the tools for Go did not load.
export function remedy({ message }) {
  if (/memory/i.test(message)) return "This device gives the page too little memory. Close other tabs and programs, or use a computer; reading and playing work without the tools.";
  return "Check your network, then try again or reload the page.";
}

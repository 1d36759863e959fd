import { say } from "./set-up-error.mjs";

const EVERY_MS = 500;

/**
 * Runs `work` and shows its progress on standard error: a line that changes on a terminal, one line elsewhere. `describe` returns
 * the progress in words.
 */
export async function withProgress(what, work, describe = () => "") {
  const startedAt = performance.now();
  const seconds = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
  if (!process.stderr.isTTY) {
    say(`${what} …`);
    return await work();
  }
  const show = () => rewriteLine(`${what} … ${[describe(), seconds()].filter(Boolean).join(", ")}`);
  show();
  const timer = setInterval(show, EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    rewriteLine(`${what} … ${seconds()}\n`);
  }
}

/** Returns to the start of the line and clears it first. */
function rewriteLine(text) {
  process.stderr.write(`\r\x1b[K${text}`);
}

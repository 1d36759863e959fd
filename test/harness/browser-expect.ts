import { expect } from "vitest";
import { PATIENCE_MS } from "./browser.ts";

/** `expect` for content that a page shows eventually: polls, with a timeout that suits a busy machine. */
export function expectSoon<T>(ask: () => T | Promise<T>) {
  return expect.poll(ask, { timeout: PATIENCE_MS });
}

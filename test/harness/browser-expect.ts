import { expect } from "vitest";
import { PATIENCE_MS } from "./browser.ts";

/** As `expect`, of what a page comes to show: asked again and again, for as long as a machine that is busy with other tests may need. */
export function expectSoon<T>(ask: () => T | Promise<T>) {
  return expect.poll(ask, { timeout: PATIENCE_MS });
}

import { expect, test, vi } from "vitest";
import { newPoolDraft, newSource } from "./pool-draft.ts";

test("rows have different keys, also where crypto.randomUUID does not exist: over plain http", () => {
  vi.stubGlobal("crypto", {});
  const keys = [...newPoolDraft().sources, newSource(), newSource()].map(({ key }) => key);
  vi.unstubAllGlobals();
  expect(new Set(keys).size).toBe(3);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bytesBelow, checkSize } from "./size.mjs";

test("a directory has at least the size of the files below it", () => {
  const directory = mkdtempSync(join(tmpdir(), "posthouse-size-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, "a/b"), { recursive: true });
  writeFileSync(join(directory, "a/b/file"), Buffer.alloc(3_000_000, "x"));
  expect(bytesBelow(directory)).toBeGreaterThanOrEqual(3_000_000);
});

test("a size above its limit is an error", () => {
  const mostMb = 450;
  checkSize("node_modules", { bytes: 450 * 1024 ** 2, mostMb });
  expect(() => checkSize("node_modules", { bytes: 450 * 1024 ** 2 + 1, mostMb })).toThrow(
    "node_modules: 451 MB; the limit is 450 MB",
  );
});

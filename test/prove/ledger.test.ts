import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Ledger, readLedger } from "./ledger.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "ledger-"));
});
afterEach(() => rm(directory, { recursive: true }));

test("concurrent appends are stored in order before they resolve", async () => {
  const path = join(directory, "ledger");
  const ledger = await Ledger.open<number>(path);
  const numbers = Array.from({ length: 500 }, (_, n) => n);
  await Promise.all(numbers.map((n) => ledger.append(n)));
  expect(await readLedger(path)).toEqual(numbers);
  await ledger.append(500);
  expect(await readLedger(path)).toHaveLength(501);
  await ledger.close();
});

test("ignores a line that a kill cut short", async () => {
  const path = join(directory, "ledger");
  const ledger = await Ledger.open<{ id: string }>(path);
  await ledger.append({ id: "whole" });
  await ledger.close();
  await appendFile(path, '{"id":"cu');
  expect(await readLedger(path)).toEqual([{ id: "whole" }]);
});

test("an append rejects if the disk refuses it", async () => {
  const ledger = await Ledger.open<string>("/dev/full");
  await expect(ledger.append("lost")).rejects.toThrow("ENOSPC");
  await ledger.close();
});

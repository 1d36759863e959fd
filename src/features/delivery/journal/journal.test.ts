import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import type { Claim } from "../../recipients/index.ts";
import { findAbandoned } from "./abandoned-journals.ts";
import { Journal } from "./journal.ts";
import { readJournal } from "./lines.ts";

const log = createLogger("silent", "test");
const bootId = "this boot";
const delivered = { kind: "delivered", reason: "250 ok" } as const;
let directory: string;
let journal: Journal;

beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), "journal-")), "journal");
  journal = new Journal({ directory, bootId, log });
});
afterEach(() => rmSync(join(directory, ".."), { recursive: true }));

let made = 0;
function claim(): Claim {
  made += 1;
  const claimed = { accountId: "account", emailId: `email${made}`, position: 0, lease: 1 };
  void journal.recordClaimed([{ claim: claimed, previousState: "queued", dueAt: 1 }], null);
  return claimed;
}

const names = () => readdirSync(directory).sort();
const pathOfLog = () => join(directory, names().find((name) => name.endsWith(".log")) ?? "");
const stages = () => {
  const { isWhole, entries } = readJournal(readFileSync(pathOfLog(), "utf8"), bootId);
  expect(isWhole).toBe(true);
  return entries.map(({ stage }) => stage);
};

test("the final dot and the reply are in the file before the attempt continues (F2)", async () => {
  const [one, two] = [claim(), claim()];
  const both = Promise.all([
    journal.recordFinalDot([one], { route: "relay" }),
    journal.recordFinalDot([two], { route: "relay" }),
  ]);
  expect(stages()).toEqual([]);
  expect(await both).toEqual([true, true]);
  expect(stages()).toEqual(["ended", "ended"]);
  await journal.recordReply([one], [delivered]);
  expect(stages()).toEqual(["answered", "ended"]);
  claim();
  await new Promise(setImmediate);
  expect(stages()).toEqual(["answered", "ended", "claimed"]);
});

test("a waiting claim is in the file as waiting, and no longer when it starts (F24)", async () => {
  const [one, two] = [claim(), claim()];
  journal.recordWaiting([one]);
  await new Promise(setImmediate);
  expect(stages()).toEqual(["waiting", "claimed"]);
  await journal.recordStarted([one, two]);
  expect(stages()).toEqual(["claimed", "claimed"]);
});

test("only its owner can read the file", () => {
  expect(statSync(pathOfLog()).mode & 0o777).toBe(0o600);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
});

test("settled attempts are removed when nothing is in flight, and when the file is large", async () => {
  const long = { ...delivered, line: "x".repeat(100_000) };
  const kept = claim();
  await journal.recordFinalDot([kept], { route: "relay" });
  for (let n = 0; n < 100; n += 1) {
    const claimed = claim();
    await journal.recordReply([claimed], [long]);
    journal.recordSettled(claimed);
  }
  expect(statSync(pathOfLog()).size).toBeLessThan(4_300_000);
  expect(stages()[0]).toBe("ended");
  journal.recordSettled(kept);
  expect(stages()).toEqual([]);
  await journal.recordFinalDot([claim()], { route: "relay" });
  expect(stages()).toEqual(["ended"]);
});

test("a journal that is closed with nothing in flight is removed; otherwise it stays for other processes", async () => {
  const claimed = claim();
  await journal.recordFinalDot([claimed], { route: "relay" });
  const other = new Journal({ directory, bootId, log });
  expect(names()).toHaveLength(4);
  other.close();
  expect(names()).toHaveLength(2);
  journal.close();
  expect(names()).toHaveLength(2);
});

test("the journal of a live process is not taken (F2)", async () => {
  await journal.recordFinalDot([claim()], { route: "relay" });
  const found = await Array.fromAsync(findAbandoned(directory));
  expect(found).toEqual([]);
  expect(stages()).toEqual(["ended"]);
});

test("claims that an unwritable, unremovable journal lists as not begun must not begin (F2)", async () => {
  const claimed = claim();
  await new Promise(setImmediate);
  rmSync(directory, { recursive: true });
  // The journal is so long that it must be shortened. Without its directory, it can be neither shortened nor removed.
  await journal.recordReply([claim()], [{ ...delivered, line: "x".repeat(5_000_000) }]);
  expect(await journal.recordFinalDot([claimed], { route: "relay" })).toBe(false);
  expect(await journal.recordFinalDot([claim()], { route: "relay" })).toBe(true);
});

test("no claim is recorded while the journal is not writable; the next journal lists all open claims (F9)", async () => {
  const kept = claim();
  await journal.recordFinalDot([kept], { route: "relay" });
  const long = [{ ...delivered, line: "x".repeat(5_000_000) }];
  // With a file in place of the directory, the journal can neither be shortened nor replaced by a new one.
  rmSync(directory, { recursive: true });
  writeFileSync(directory, "");
  const answered = claim();
  await journal.recordReply([answered], long);
  journal.recordSettled(answered);
  const refused = { accountId: "account", emailId: "refused", position: 0, lease: 1 };
  expect(await journal.recordClaimed([{ claim: refused, previousState: "queued", dueAt: 1 }], null)).toBe(
    false,
  );
  journal.recordSettled(refused);
  expect(journal.isWritten()).toBe(false);
  rmSync(directory);
  await until(() => journal.isWritten(), { what: "a journal" });
  expect(stages()).toEqual(["ended"]);
  claim();
  await new Promise(setImmediate);
  expect(stages()).toEqual(["ended", "claimed"]);
});

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { newId } from "../../../platform/ids/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { readBootId } from "./abandoned-journals.ts";
import type { Entry } from "./entry.ts";
import { headNote, lineOf, notesOf } from "./lines.ts";
import { openJournals } from "./open-journals.ts";

test("a journal of another version is logged once, and not read again", async () => {
  const directory = mkdtempSync(join(tmpdir(), "journal-"));
  const json = '["journal",1,"this boot"]';
  writeFileSync(join(directory, "old.log"), `${crc32(json).toString(16).padStart(8, "0")} ${json}\n`);
  const logged: string[] = [];
  const write = ({ event }: { event: string }) => void logged.push(event);
  const log = { info: write, warn: write, error: write } as never;
  // A journal that is refused is not recovered, so the database is not used.
  const journals = await openJournals({ directory, database: {} as never, log });
  expect(logged).toEqual(["journal.refused"]);
  expect(readdirSync(directory)).not.toContain("old.log");
  await journals.close();
  rmSync(directory, { recursive: true });
});

test("a worker that starts while the database is unavailable waits until it has recovered the journals of others", async () => {
  const directory = mkdtempSync(join(tmpdir(), "journal-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const entry: Entry = {
    claim: { accountId: newId(), emailId: newId(), position: 0, lease: 1 },
    previousState: "queued",
    dueAt: 1,
    takenAt: null,
    stage: "claimed",
  };
  writeFileSync(join(directory, "left.log"), lineOf([headNote(readBootId()), ...notesOf(1, entry)]));
  let looks = 0;
  const query = async () => {
    looks += 1;
    if (looks < 3) throw Object.assign(new Error("read-only"), { code: "25006" });
    return { rows: [] };
  };
  const log = createLogger("silent", "test");
  const journals = await openJournals({ directory, database: { pool: { query } } as never, log });
  expect(looks).toBe(3);
  expect(readdirSync(directory)).not.toContain("left.log");
  await journals.close();
});

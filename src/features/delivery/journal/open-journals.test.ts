import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { openJournals } from "./open-journals.ts";

test("a journal of another version is refused once, with a clear word, and not looked at again", async () => {
  const directory = mkdtempSync(join(tmpdir(), "journal-"));
  const json = '["journal",1,"this boot"]';
  writeFileSync(join(directory, "old.log"), `${crc32(json).toString(16).padStart(8, "0")} ${json}\n`);
  const logged: string[] = [];
  const write = ({ event }: { event: string }) => void logged.push(event);
  const log = { info: write, warn: write, error: write } as never;
  // Nothing that is refused comes to a database.
  const journals = await openJournals({ directory, database: {} as never, log });
  expect(logged).toEqual(["journal.refused"]);
  expect(readdirSync(directory)).not.toContain("old.log");
  await journals.close();
  rmSync(directory, { recursive: true });
});

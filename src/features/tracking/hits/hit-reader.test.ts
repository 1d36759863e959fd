import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { newId } from "../../../platform/ids/index.ts";
import { clickOf } from "./hit.fixture.ts";
import { lineOf } from "./hit.ts";
import { HitFile } from "./hit-file.ts";
import { HitReader } from "./hit-reader.ts";

const recipient = { accountNumber: 1, emailId: newId() };
const line = (number: number) => Buffer.from(lineOf({ number, hit: clickOf(recipient, { at: 1_000 }) }));

/** A file with one hit, and its reader. */
async function openFile() {
  const directory = await mkdtemp(join(tmpdir(), "hits-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = HitFile.create(directory);
  file.append(line(1));
  const [name = ""] = (await readdir(directory)).filter((each) => each.endsWith(".log"));
  const reader = new HitReader(name.slice(0, -4), join(directory, name), 0);
  return { directory, file, reader };
}

test("a file is read up to its last hit, and to the present when nothing follows it", async () => {
  const { file, reader } = await openFile();
  for (let number = 2; number <= 10_000; number += 1) file.append(line(number));
  await reader.read(9_000);
  expect(reader).toMatchObject({ readUpTo: 1_000, isAtEnd: false });
  await until(async () => (await reader.read(9_000)).length === 0, { what: "the end of the file" });
  expect(reader).toMatchObject({ readUpTo: 9_000, isAtEnd: true });
  file.end();
});

test("a file whose writer has ended is not read again while its hits wait to be stored", async () => {
  const { directory, file, reader } = await openFile();
  expect(await reader.read(9_000)).toHaveLength(1);
  file.append(line(2));
  file.end();
  const findMore = async () => {
    expect(await reader.removeIfDone()).toBeNull();
    return !reader.isAtEnd;
  };
  await until(findMore, { what: "the hit that was written meanwhile to be found" });
  expect(await reader.read(9_000)).toHaveLength(1);
  expect(reader.isComplete).toBe(true);
  reader.recorded(2);
  const remove = async () => {
    await reader.removeIfDone();
    return (await readdir(directory)).length === 0;
  };
  await until(remove, { what: "the removal of the file" });
});

test("a file that may grow is not complete", async () => {
  const { file, reader } = await openFile();
  await reader.read(9_000);
  reader.recorded(1);
  const end = performance.now() + 1_500;
  const tryToRemove = async () => {
    await reader.removeIfDone();
    return performance.now() > end;
  };
  await until(tryToRemove, { what: "a try to remove the file" });
  expect(reader.isComplete).toBe(false);
  file.end();
});

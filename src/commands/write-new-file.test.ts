import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { nodePath } from "../../test/harness/node-path.ts";
import { writeNewFile } from "./write-new-file.ts";

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "write-"));
  file = join(directory, "new");
  onTestFinished(() => rmSync(directory, { recursive: true }));
});

test("without hard links, the file gets its name all the same", async () => {
  await writeNewFile(file, async (out) => {
    await finished(out.end("all of it"));
    const [partial = ""] = readdirSync(directory);
    rmSync(join(directory, partial));
    // As for each file on exFAT, link(2) fails with EPERM for a directory.
    mkdirSync(join(directory, partial));
  });
  expect(readdirSync(directory)).toEqual(["new"]);
  expect(statSync(file).isDirectory()).toBe(true);
});

test.each([
  ["ends the process", "", [null, "SIGINT"]],
  ["leaves the end to others", 'process.on("SIGINT", () => setTimeout(process.exit, 50, 7));', [7, null]],
])("a stop signal removes the unfinished file, and %s", async (_what, before, ended) => {
  const script = `import { writeNewFile } from ${JSON.stringify(new URL("./write-new-file.ts", import.meta.url))};
    ${before}
    await writeNewFile(${JSON.stringify(file)}, async (out) => {
      out.write("a part of it", () => console.log("written"));
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    });`;
  const child = spawn(nodePath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  expect(readdirSync(directory)).toEqual([expect.stringMatching(/^new\.\w{8}\.partial$/)]);
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual(ended);
  expect(readdirSync(directory)).toEqual([]);
});

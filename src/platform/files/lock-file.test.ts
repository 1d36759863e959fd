import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { nodePath } from "../../../test/harness/node-path.ts";
import { lockFile } from "./lock-file.ts";

test("one process holds a file, even while it reads the file itself, until it is killed with kill -9", async () => {
  const directory = mkdtempSync(join(tmpdir(), "lock-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, "lock");
  const program = `import { lockFile } from ${JSON.stringify(new URL("./lock-file.ts", import.meta.url))};
    const held = lockFile(${JSON.stringify(path)});
    console.log(held !== null, lockFile(${JSON.stringify(path)}));
    setInterval(() => held, 1000);`;
  const child = spawn(nodePath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  expect(String(line)).toBe("true null\n");
  expect(lockFile(path)).toBeNull();
  expect(lockFile(path)).toBeNull();
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(lockFile(path)).not.toBeNull();
  expect(readdirSync(directory)).toEqual(["lock"]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

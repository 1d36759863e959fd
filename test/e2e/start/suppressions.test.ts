/** `posthouse suppressions`, run as by users. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, signUpAndCreateKey } from "../../harness/api-client.ts";
import { createTestDatabase } from "../../harness/database.ts";
import { nodePath } from "../../harness/node-path.ts";
import { type Posthouse, program, startPosthouse, stopAndRemove } from "../../harness/posthouse.ts";
import { runCommand } from "./run-command.ts";

let directory: string;
let server: Posthouse;
let key: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "posthouse-suppressions-"));
  server = await startPosthouse({ database: await createTestDatabase(), roles: ["api"] });
  ({ key } = await signUpAndCreateKey(server));
  for (const [address, reason, detail] of [
    [["a@shop.example", "b@shop.example"], "hard_bounce", "550 5.1.0 Address rejected by relay"],
    [["c@shop.example"], "complaint", "550 5.1.0 Address rejected by relay"],
    [["d@shop.example"], "hard_bounce", "550 5.1.1 \u001b[31mNo such user"],
  ])
    await callApi(server.baseUrl, "/api/v1/suppressions", { key, body: { address, reason, detail } });
});
afterAll(async () => {
  await stopAndRemove(server);
  await rm(directory, { recursive: true, force: true });
});

const suppressions = async (...args: string[]) =>
  await runCommand([nodePath, program, "suppressions", ...args], {
    cwd: directory,
    env: { PORT: String(server.port), POSTHOUSE_API_KEY: key },
  }).ended;

const write = (name: string, lines: string[]) => writeFile(join(directory, name), `${lines.join("\n")}\n`);
const inShell = async (script: string) =>
  await runCommand(["sh", "-c", script, nodePath, program], {
    cwd: directory,
    env: { PORT: String(server.port), POSTHOUSE_API_KEY: key },
  }).ended;

test("list prints matching suppressions, newest first, without escape sequences", async () => {
  const all = await suppressions("list", "--domain", "shop.example");
  expect(all.stdout.trimEnd().split("\n")).toHaveLength(4);
  expect(all.stdout).toMatch(/^\S+Z {2}hard_bounce {2}d@shop\.example {2}key \d+ {2}550 5\.1\.1/);
  expect(all.stdout).not.toContain("\u001b");
  const some = await suppressions(
    "list",
    "--reply",
    "5.1.0",
    "--reason",
    "hard_bounce",
    "--json",
    "--limit",
    "1",
  );
  expect(
    some.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ reason: "hard_bounce", reply: { code: 550, status: "5.1.0" } }]);
});

test("remove previews first; with the preview's id it removes exactly the previewed ones, and restore undoes it", async () => {
  const preview = await suppressions("remove", "--reply", "5.1.0");
  expect([preview.code, preview.stdout]).toEqual([
    0,
    expect.stringMatching(/^matched: 2\n {2}hard_bounce: 2\n/),
  ]);
  expect(preview.stdout).toContain("550 5.1.0: 2, such as: 550 5.1.0 Address rejected by relay");
  const [, id = ""] = /--preview (\S+) --yes/.exec(preview.stderr) ?? [];
  const late = { address: "late@shop.example", reason: "hard_bounce", detail: "550 5.1.0 late" };
  await callApi(server.baseUrl, "/api/v1/suppressions", { key, body: late });

  const run = await suppressions("remove", "--preview", id, "--yes");
  expect(run).toMatchObject({
    code: 0,
    stdout: "removed: 2\n",
    stderr: `To undo this within 30 days: posthouse suppressions restore ${id}\n`,
  });
  const left = await suppressions("list", "--reply", "5.1.0");
  expect(left.stdout.match(/\w+@shop/g)).toEqual(["late@shop", "c@shop"]);

  expect(await suppressions("restore", id)).toMatchObject({ code: 0, stdout: "restored: 2\n" });
  const json = await suppressions("remove", "--reply", "5.1.0", "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({ matched: 3 });
  const again = await suppressions("remove", "--reply", "5.1.0", "--yes");
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/\nremoved: 3\n$/) });
});

test("no match, an unknown reason and an unknown removal are reported", async () => {
  const none = await suppressions("remove", "--reply", "no such reply", "--yes");
  expect([none.code, none.stdout]).toEqual([
    0,
    "matched: 0 (complaints and unsubscribes match only if --reason names them)\n",
  ]);
  const wrong = await suppressions("remove", "--reason", "bounced");
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("reason")]);
  const gone = await suppressions("restore", "01a1fc0b-98e9-73b7-b9fd-726d62cf8357");
  expect([gone.code, gone.stderr]).toEqual([
    1,
    "posthouse: This account has no removal with this id. Removals are kept for 30 days.\n",
  ]);
});

test("add suppresses an address, and never weakens a suppression", async () => {
  const add = (...args: string[]) => suppressions("add", "ada@add.example", ...args);
  expect(await add("--detail", "asked by phone")).toEqual({
    code: 0,
    signal: null,
    stdout: "ada@add.example is suppressed.\n",
    stderr: "",
  });
  expect((await add("--reason", "complaint")).stdout).toBe(
    "ada@add.example was suppressed before. The suppression is stronger now.\n",
  );
  expect((await add("--reason", "hard_bounce")).stdout).toBe(
    "ada@add.example was suppressed before. Nothing changed.\n",
  );
  const json = await add("--json");
  expect(JSON.parse(json.stdout)).toEqual({ address: "ada@add.example", result: "unchanged" });
  const listed = await suppressions("list", "--domain", "add.example");
  expect(listed.stdout).toMatch(/^\S+ {2}complaint +ada@add\.example {2}key \d+/);
});

test("an address that cannot be suppressed is one line and exit code 1", async () => {
  const noAddress = await suppressions("add", "no-address");
  expect(noAddress).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^posthouse: address: .+\n$/),
  });
  const none = await suppressions("add");
  expect(none).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("suppressions add needs <address>"),
  });
});

test("import suppresses the rows of a file, lists those that failed, and exits with 1", async () => {
  await write("list.csv", [
    "address,reason",
    "a@import.example,",
    "b@import.example,complaint",
    "no-address,",
  ]);
  const first = await suppressions("import", "list.csv", "--reason", "hard_bounce");
  const [counts, table] = first.stdout.split("\n\n");
  expect(counts).toBe("rows: 3\ncreated: 2\nchanged: 0\nunchanged: 0\nfailed: 1");
  expect(table).toMatch(/^LINE {2}PROBLEM\n4 +address: \S.+\n$/);
  expect([first.code, first.stderr]).toEqual([
    1,
    "1 row was not imported. Correct the file and import it again.\n",
  ]);
  const listed = await suppressions("list", "--domain", "import.example", "--json");
  const rows = listed.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { address: string; reason: string });
  expect(rows.map(({ address, reason }) => `${address} ${reason}`).sort()).toEqual([
    "a@import.example hard_bounce",
    "b@import.example complaint",
  ]);

  await write("list.csv", ["a@import.example", "b@import.example"]);
  const again = await suppressions("import", "list.csv", "--json");
  expect(again).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(again.stdout)).toMatchObject({
    rows: 2,
    created: 0,
    unchanged: 2,
    failed: 0,
    errors: [],
  });
});

test("import reads standard input, and lists 20 of the rows that failed", async () => {
  const piped = await inShell(`printf 'c@import.example\\n' | "$0" "$1" suppressions import -`);
  expect(piped).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("created: 1\n") });
  await write("bad.csv", ["address", ...Array.from({ length: 125 }, (_, n) => `no-address-${n}`)]);
  const { code, stdout } = await suppressions("import", "bad.csv");
  expect(stdout.match(/^\d+ +address: \S/gm)).toHaveLength(20);
  expect(stdout).toMatch(/\nand 105 more; --json prints up to 100\n$/);
  expect(code).toBe(1);
});

test("an import that cannot begin is one line that says what to do", async () => {
  await writeFile(join(directory, "empty.csv"), "");
  expect(await suppressions("import", "empty.csv")).toMatchObject({
    code: 1,
    stdout: "",
    stderr: "posthouse: empty.csv is empty: the first line names the columns, such as address,reason\n",
  });
  expect(await suppressions("import", "missing.csv")).toMatchObject({
    code: 1,
    stderr: "posthouse: missing.csv does not exist: correct the name of the file\n",
  });
});

/** `posthouse contacts import` and `export`, run as by users and scripts. */
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { callApi, signUpAndCreateKey } from "../../harness/api-client.ts";
import { createTestDatabase } from "../../harness/database.ts";
import { nodePath } from "../../harness/node-path.ts";
import { freePort, type Posthouse, program, startPosthouse, stopAndRemove } from "../../harness/posthouse.ts";
import { runCommand } from "./run-command.ts";

type Contact = { email: string; name: string | null; subscribed: boolean; properties: object };

let directory: string;
let server: Posthouse;
let env: { PORT: string; POSTHOUSE_API_KEY: string };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "posthouse-contacts-"));
  server = await startPosthouse({ database: await createTestDatabase(), roles: ["api"] });
});
afterAll(async () => {
  await stopAndRemove(server);
  await rm(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  const { key } = await signUpAndCreateKey(server);
  env = { PORT: String(server.port), POSTHOUSE_API_KEY: key };
});

const inShell = async (script: string) =>
  await runCommand(["sh", "-c", script, nodePath, program], { cwd: directory, env }).ended;
const contacts = async (args: string[], environment: Record<string, string> = env) =>
  await runCommand([nodePath, program, "contacts", ...args], { cwd: directory, env: environment }).ended;
const write = (name: string, lines: string[]) => writeFile(join(directory, name), `${lines.join("\n")}\n`);
const read = (name: string) => readFile(join(directory, name), "utf8");
const call = async <T>(path: string, body?: object) =>
  (await callApi<T>(server.baseUrl, `/api/v1${path}`, { key: env.POSTHOUSE_API_KEY, ...(body && { body }) }))
    .body;
const get = (email: string) => call<Contact>(`/contacts/${email}`);
const countContacts = async () =>
  (await call<{ pagination: { total: number } }>("/contacts")).pagination.total;

const ROWS = [
  "email,name,subscribed,plan",
  "ada@example.com,Ada Lovelace,yes,pro",
  "grace@example.com,Grace,yes,free",
  "no-address,Carol,yes,",
  "bob@example.com,Bob,perhaps,",
];

describe("import", () => {
  beforeEach(async () => {
    await write("contacts.csv", ROWS);
    await call("/contacts", { email: "grace@example.com", subscribed: false });
  });

  test("counts the rows, lists those that failed, and exits with 1; people who unsubscribed stay so", async () => {
    const { code, stdout, stderr } = await contacts(["import", "contacts.csv"]);
    const [counts, table] = stdout.split("\n\n");
    expect(counts).toBe("rows: 4\ncreated: 1\nupdated: 1\nunchanged: 0\nfailed: 2\nstayed unsubscribed: 1");
    expect(table).toMatch(
      /^LINE {2}COLUMN +VALUE +PROBLEM\n4 +email +no-address +\S.+\n5 +subscribed +perhaps +is neither yes nor no; .+\n$/,
    );
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "2 rows were not imported. Correct the file and import it again.\n",
    });
    expect(await get("ada@example.com")).toMatchObject({ name: "Ada Lovelace", properties: { plan: "pro" } });
    expect(await get("grace@example.com")).toMatchObject({ name: "Grace", subscribed: false });
  });

  test("with --on-conflict skip, contacts that exist stay as they are; --json prints the API's response", async () => {
    await write("contacts.csv", ROWS.slice(0, 3));
    expect(await contacts(["import", "contacts.csv"])).toMatchObject({ code: 0, stderr: "" });
    await write("contacts.csv", [...ROWS.slice(0, 1), "ada@example.com,Other,yes,", "new@example.com,,,"]);
    const again = await contacts([
      "import",
      "contacts.csv",
      "--on-conflict",
      "skip",
      "--unsubscribed",
      "--json",
    ]);
    expect(again).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(again.stdout)).toEqual({
      rows: 2,
      created: 1,
      updated: 0,
      unchanged: 1,
      failed: 0,
      kept_unsubscribed: 0,
      errors: [],
    });
    expect(await get("ada@example.com")).toMatchObject({ name: "Ada Lovelace" });
    expect(await get("new@example.com")).toMatchObject({ subscribed: false });
    await write("contacts.csv", ROWS);
    const failed = await contacts(["import", "contacts.csv", "--json"]);
    expect([failed.code, JSON.parse(failed.stdout)]).toMatchObject([
      1,
      { failed: 2, errors: [{ line: 4 }, {}] },
    ]);
  });

  test("--dry-run prints what the columns become, and changes nothing", async () => {
    const { code, stdout, stderr } = await contacts(["import", "contacts.csv", "--dry-run"]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "Nothing was imported. To import the file, leave out --dry-run.\n",
    });
    expect(stdout).toMatch(/^COLUMN +BECOMES +FIRST ROW\nemail +email +ada@example\.com\n/);
    expect(stdout).toMatch(/\nplan +property +pro\n$/);
    const json = await contacts(["import", "contacts.csv", "--dry-run", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      columns: [{ name: "email", becomes: "email" }, {}, {}, {}],
    });
    expect(await countContacts()).toBe(1);
  });

  test("reads standard input, in the encoding that --charset names", async () => {
    const piped = await inShell(
      `printf 'email;name\\nzoe@example.com;Zo\\353\\n' | "$0" "$1" contacts import - --charset windows-1252`,
    );
    expect(piped).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("created: 1\n") });
    expect(await get("zoe@example.com")).toMatchObject({ name: "Zoë" });
    const unnamed = await inShell(
      `printf 'email;name\\nzoe@example.com;Zo\\353\\n' | "$0" "$1" contacts import -`,
    );
    expect(unnamed).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("not in UTF-8") });
  });

  test("the exit code stays 1 when the reader closes the pipe", async () => {
    const { stderr } = await inShell(
      `{ "$0" "$1" contacts import contacts.csv; echo "ended with $?" >&2; } | :`,
    );
    expect(stderr).toMatch(/^2 rows were not imported\..*\nended with 1\n$/);
  });

  test("of many rows that failed, 20 are listed, with the start of their values", async () => {
    const rows = Array.from({ length: 25 }, (_, n) => `\u202e${"x".repeat(100)}${n}`);
    await write("many.csv", ["email", "ok@example.com", ...rows]);
    const { stdout, stderr } = await contacts(["import", "many.csv"]);
    expect(stdout.match(/^\d+ +email +\ufffdx{38}… {2}\S/gm)).toHaveLength(20);
    expect(stdout).toMatch(/\nand 5 more; --json prints up to 10,000\n$/);
    expect(stderr).toContain("25 rows were not imported.");
  });
});

describe("an import that cannot begin is one line that says what to do", () => {
  test.each<[string, () => Promise<unknown>, RegExp]>([
    ["missing.csv", async () => undefined, /: missing\.csv does not exist: /],
    ["folder", () => mkdir(join(directory, "folder")), /: folder is a directory: name a CSV file/],
    ["empty.csv", () => writeFile(join(directory, "empty.csv"), ""), /: empty\.csv is empty: the first line/],
    ["-", async () => undefined, /: standard input is empty: /],
    ["names.csv", () => write("names.csv", ["name", "Ada"]), /: Line 1: .* one of them must be email/],
    [
      "large.csv",
      () => largeFile("large.csv", 101),
      /: large\.csv is over 100 MB, the limit of an import: split/,
    ],
  ])("%s", async (file, prepare, message) => {
    await prepare();
    const { code, stdout, stderr } = await contacts(["import", file]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^posthouse: [^\n]+\n$/);
    expect(stderr).toMatch(message);
    expect(await countContacts()).toBe(0);
  });

  test("without a key, with a wrong key for a large file, and without a server", async () => {
    await largeFile("zeros.csv", 50);
    const { POSTHOUSE_API_KEY: key, ...withoutKey } = env;
    expect(await contacts(["import", "zeros.csv"], withoutKey)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("an API key is required"),
    });
    const wrong = await contacts(["import", "zeros.csv"], {
      ...env,
      POSTHOUSE_API_KEY: key.replace(/.$/, "_"),
    });
    expect(wrong).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^posthouse: .*key/i) });
    const away = await contacts(["import", "zeros.csv"], { ...env, PORT: String(await freePort()) });
    expect(away).toMatchObject({
      code: 75,
      stderr: expect.stringContaining("cannot be reached (ECONNREFUSED)"),
    });
  });
});

async function largeFile(name: string, megabytes: number): Promise<void> {
  await writeFile(join(directory, name), "");
  await truncate(join(directory, name), megabytes * 1_048_576);
}

describe("export", () => {
  beforeEach(async () => {
    await write("contacts.csv", ROWS.slice(0, 3));
    await contacts(["import", "contacts.csv"]);
    await call("/contacts", { email: "gone@example.com", subscribed: false });
  });

  test("prints the contacts that match, in the format of the import", async () => {
    const { code, stdout, stderr } = await contacts(["export", "--subscribed", "--property", "plan:pro"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^"id","email",.*\r\n.*"ada@example\.com","Ada Lovelace","yes",.*\r\n$/);
    const all = await inShell(`"$0" "$1" contacts export | "$0" "$1" contacts import -`);
    expect(all).toMatchObject({ code: 0, stdout: expect.stringContaining("unchanged: 3\n") });
  });

  test("ends quietly when its output is closed", async () => {
    const { stderr } = await inShell(`{ "$0" "$1" contacts export; echo "ended with $?" >&2; } | :`);
    expect(stderr).toBe("ended with 0\n");
  });

  test("fails when there is space for a part of it only", async () => {
    const { stderr } = await inShell('ulimit -f 1; "$0" "$1" contacts export > short.csv');
    expect(stderr).toContain("posthouse: standard output cannot be written (EFBIG)");
  });

  test("with --output, it writes a file that only the user can read, and overwrites none", async () => {
    const written = await contacts(["export", "--unsubscribed", "--output", "gone.csv"]);
    expect(written).toMatchObject({ code: 0, stdout: "", stderr: "Contacts written to gone.csv.\n" });
    expect(await read("gone.csv")).toMatch(/\r\n.*"gone@example\.com",.*\r\n$/);
    expect((await stat(join(directory, "gone.csv"))).mode & 0o777).toBe(0o600);
    const again = await contacts(["export", "--output", "gone.csv"]);
    expect(again).toMatchObject({
      code: 1,
      stderr: "posthouse: gone.csv exists: remove it, or choose another name\n",
    });
    const nowhere = await contacts(["export", "--output", "nowhere/all.csv"]);
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining("cannot be written (ENOENT)") });
  });

  test("leaves no file if the server's response breaks off", async () => {
    const breaking = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/csv", "content-length": "100" });
      response.write("email\r\n", () => response.destroy());
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void breaking.close());
    await once(breaking, "listening");
    const url = `http://127.0.0.1:${(breaking.address() as AddressInfo).port}`;
    expect(await contacts(["export", "--url", url, "--output", "part.csv"])).toMatchObject({
      code: 75,
      stderr: "posthouse: The connection broke before the response was complete. Run the command again\n",
    });
    expect((await readdir(directory)).filter((name) => name.startsWith("part.csv"))).toEqual([]);
  });
});

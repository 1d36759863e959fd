/** Commands that list and change mail, domains, contacts and keys, run as by users and scripts. */
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callApi, sendEmail, signUpAndCreateKey } from "../../harness/api-client.ts";
import { nodePath } from "../../harness/node-path.ts";
import { freePort, type Posthouse, program, startPosthouse, stopAndRemove } from "../../harness/posthouse.ts";
import { runCommand } from "./run-command.ts";

let server: Posthouse;
let account: { key: string; email: string };
let env: Record<string, string>;

beforeAll(async () => {
  server = await startPosthouse();
  account = await signUpAndCreateKey(server);
  env = { PORT: String(server.port), DATA_DIR: server.dataDir, POSTHOUSE_API_KEY: account.key };
});
afterAll(() => stopAndRemove(server));

const start = (args: string[], environment = env) =>
  runCommand([nodePath, program, ...args], { cwd: tmpdir(), env: environment });
const posthouse = async (args: string[], environment?: Record<string, string>) =>
  await start(args, environment).ended;
const send = (more: Record<string, unknown>) =>
  sendEmail(server.baseUrl, account.key, {
    from: "shop@example.com",
    to: "ada@example.com",
    text: "Hello Ada",
    ...more,
  });
/** Runs the command at a terminal of 60 columns, and types the answer. */
const atTerminal = async (line: string, { answer = "", ...more }: Record<string, string> = {}) =>
  await runCommand(
    [
      "sh",
      "-c",
      `printf '%s\\n' "$1" | script -qec "stty cols 60; '${nodePath}' '${program}' ${line}" /dev/null`,
      "sh",
      answer,
    ],
    { cwd: tmpdir(), env: { ...env, TERM: "xterm", ...more } },
  ).ended;

describe("emails", () => {
  test("list prints aligned columns without color in a pipe, and JSON lines", async () => {
    const id = await send({ subject: "Listed" });
    await posthouse(["inbox", "--wait", "--subject", "Listed"]);
    const { code, stdout } = await posthouse(["emails", "list", "--subject", "Listed"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ID +ACCEPTED +STATUS +TO +SUBJECT\n/);
    expect(stdout).toMatch(new RegExp(`\n${id}  \\S+Z  captured  ada@example\\.com  Listed\n$`));
    expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
    const json = await posthouse(["emails", "list", "--subject", "Listed", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ id, status: "captured" });
    const none = await posthouse(["emails", "list", "--to", "nobody@example.com"]);
    expect(none).toMatchObject({ code: 0, stdout: "", stderr: "No emails match.\n" });
  });

  test("a list that cannot be written is an error, unless its reader has closed the pipe", async () => {
    await send({ subject: "Unwritten" });
    const list = `'${nodePath}' '${program}' emails list`;
    const run = async (line: string) =>
      await runCommand(["bash", "-c", `set -o pipefail; ${line}`], { cwd: tmpdir(), env }).ended;
    expect(await run(`${list} > /dev/full`)).toMatchObject({
      code: 1,
      stderr: "posthouse: standard output cannot be written (ENOSPC)\n",
    });
    expect(await run(`${list} --json | true`)).toMatchObject({ code: 0, stderr: "" });
  });

  test("on a terminal, list uses color unless NO_COLOR is set, and fits the width", async () => {
    await send({ subject: `Wide ${"x".repeat(200)}` });
    await posthouse(["inbox", "--wait", "--subject", "Wide"]);
    const plain = await atTerminal("emails list --subject Wide", { NO_COLOR: "1" });
    expect(plain.stdout).not.toContain("\u001b[");
    const line = plain.stdout.split(/\r?\n/).find((text) => text.includes("Wide")) ?? "";
    expect([...line].length).toBeLessThanOrEqual(60);
    expect(line).toContain("…");
    expect((await atTerminal("emails list --subject Wide")).stdout).toContain("\u001b[32mcaptured");
  });

  test("get prints recipients and events, or everything as JSON", async () => {
    const id = await send({ subject: "Shown" });
    await posthouse(["inbox", "--wait", "--subject", "Shown"]);
    const { stdout } = await posthouse(["emails", "get", id]);
    expect(stdout).toMatch(/^Id +\S+\nStatus +captured\n/);
    expect(stdout).toMatch(/\nto ada@example\.com: captured\n( {2}\S+Z {2}\w+.*\n)+$/);
    const json = await posthouse(["emails", "get", id, "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ id, text: "Hello Ada" });
  });

  test("cancel needs --yes without a terminal, and asks on one", async () => {
    const [first, second] = [
      await send({ subject: "Later", scheduled_at: "in 2 hours" }),
      await send({ subject: "Later", scheduled_at: "in 2 hours" }),
    ];
    const refused = await posthouse(["emails", "cancel", first]);
    expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("needs --yes") });
    expect(await posthouse(["emails", "cancel", first, "--yes"])).toMatchObject({
      code: 0,
      stdout: "canceled recipients: 1\n",
    });
    const no = await atTerminal(`emails cancel ${second}`, { answer: "n" });
    expect(no).toMatchObject({ code: 1, stdout: expect.stringContaining("nothing was changed") });
    const yes = await atTerminal(`emails cancel ${second}`, { answer: "y" });
    expect(yes).toMatchObject({ code: 0, stdout: expect.stringContaining("canceled recipients: 1") });
  });
});

describe("inbox", () => {
  test("--wait prints mail that comes later, also with a key that only reads", async () => {
    const reader = await posthouse([
      "keys",
      "create",
      "--account",
      account.email,
      "--name",
      "ci",
      "--permission",
      "read",
    ]);
    const waits = start(["inbox", "--wait", "--to", "Late@example.com", "--subject", "code", "--json"], {
      ...env,
      POSTHOUSE_API_KEY: reader.stdout.trim(),
    });
    await send({ to: "late@example.com", subject: "Another" });
    const id = await send({ to: "late@example.com", subject: "Your code", text: "It is 4711" });
    const { code, stdout } = await waits.ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id, subject: "Your code", text: "It is 4711" });
    expect((await posthouse(["inbox", "--wait", "--subject", "Your code"])).stdout).toContain(
      "\n\nIt is 4711\n",
    );
    expect((await posthouse(["inbox", "--to", "late@example.com"])).stdout).toContain("Another");
  });

  test("the timeout is exit code 1, and names mail that matches but was not captured", async () => {
    const none = await posthouse(["inbox", "--wait", "--to", "eve@example.com", "--timeout", "1s"]);
    expect(none).toMatchObject({ code: 1, stdout: "" });
    expect(none.stderr).toMatch(
      /^posthouse: no mail to eve@example\.com was captured within 1 s: no email matches since [^\n]+\n$/,
    );
    const id = await send({ to: "eve@example.com", subject: "Later", scheduled_at: "in 2 hours" });
    const queued = await posthouse(["inbox", "--wait", "--to", "eve@example.com", "--timeout", "1s"]);
    expect(queued.stderr).toContain(`${id} is queued`);
  });
});

describe("the inbox of the commands", () => {
  test("--unread leaves out what was read, a subject is not looked for in bodies, and --clear empties it", async () => {
    const id = await send({ to: "zoe@example.com", subject: "Cleared", text: "Clearance" });
    await posthouse(["inbox", "--wait", "--to", "zoe@example.com"]);
    const list = async (...args: string[]) =>
      (await posthouse(["inbox", "--json", "--to", "zoe@", ...args])).stdout;
    expect(JSON.parse(await list("--unread"))).toMatchObject({ id, read: false });
    expect(await list("--subject", "clearance")).toBe("");
    expect(JSON.parse(await list("--subject", "cleared", "--since", "1h"))).toMatchObject({ id });
    const cleared = await posthouse(["inbox", "--clear"]);
    expect(cleared).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringContaining("The inbox is empty."),
    });
    expect(await list()).toBe("");
    expect((await posthouse(["emails", "get", id])).stdout).toContain("Cleared");
    expect((await posthouse(["inbox", "--clear", "--wait"])).code).not.toBe(0);
  });
});

describe("domains, contacts and keys", () => {
  test("a domain is added, listed and checked", async () => {
    const added = await posthouse(["domains", "add", "shop.example"]);
    expect(added).toMatchObject({ code: 0, stderr: expect.stringContaining("domains check shop.example") });
    expect(added.stdout).toMatch(/^shop\.example: pending\n/);
    expect(added.stdout).toMatch(/\npending {2}TXT \S+ \(required: /);
    expect((await posthouse(["domains", "list"])).stdout).toMatch(/\nshop\.example +pending /);
    const checked = await posthouse(["domains", "check", "shop.example", "--json"]);
    expect([checked.code, JSON.parse(checked.stdout)]).toMatchObject([1, { name: "shop.example" }]);
    expect(await posthouse(["domains", "add", "shop.example"])).toMatchObject({ code: 1, stdout: "" });
  });

  test("contacts are listed", async () => {
    const body = { email: "grace@example.com", name: "Grace", subscribed: true };
    await callApi(server.baseUrl, "/api/v1/contacts", { key: account.key, body });
    const { stdout } = await posthouse(["contacts", "list", "--search", "grace"]);
    expect(stdout).toMatch(/^EMAIL +NAME +SUBSCRIBED +CREATED\ngrace@example\.com +Grace +yes /);
  });

  test("a revoked key leaves the list, and no longer works", async () => {
    const created = await posthouse(["keys", "create", "--account", account.email, "--name", "old"]);
    const key = created.stdout.trim();
    const list = ["keys", "list", "--account", account.email];
    expect((await posthouse(list)).stdout).toContain(key.slice(0, 11));
    const revoke = ["keys", "revoke", key.slice(0, 11), "--account", account.email];
    expect(await posthouse(revoke)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("needs --yes"),
    });
    expect(await posthouse([...revoke, "--yes"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^revoked: \d+ "old"/),
    });
    expect((await posthouse(list)).stdout).not.toContain(key.slice(0, 11));
    expect(await callApi(server.baseUrl, "/api/v1/contacts", { key })).toMatchObject({ status: 401 });
    expect(await posthouse([...revoke, "--yes"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`no active key ${key.slice(0, 11)}; posthouse keys list`),
    });
  });
});

const unknownId = "01a1fc0b-98e9-73b7-b9fd-726d62cf8357";

test.each<[string[], RegExp]>([
  [["emails", "get", unknownId], /email/],
  [["emails", "get"], /emails get needs <id>.*emails get --help/],
  [["emails", "cancel", "nonsense", "--yes"], /email/],
  [["emails", "list", "--status", "lost"], /status/],
  [["emails", "list", "--limit", "all"], /--limit takes a number, not all/],
  [["domains", "check", "unknown.example"], /domain/],
  [["keys", "list"], /keys list needs --account/],
  [["keys", "list", "--account", "nobody@example.com"], /nobody@example\.com/],
  [["inbox", "--wait", "--timeout", "soon"], /--timeout takes a duration such as 30s or 2m, not soon/],
  [["completion", "tcsh"], /not "tcsh"/],
  [["emails", "lst"], /did you mean posthouse emails list\?/],
])("%j is one line that says what to do", async (args, message) => {
  const { code, stdout, stderr } = await posthouse(args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^posthouse: [^\n]+\n$/);
  expect(stderr).toMatch(message);
});

test.each([
  ["emails", "list"],
  ["inbox", "--wait"],
])("%s %s: no key is exit code 1, no server is 75", async (...args) => {
  const { POSTHOUSE_API_KEY: _, ...withoutKey } = env;
  expect(await posthouse(args, withoutKey)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("an API key is required: set POSTHOUSE_API_KEY"),
  });
  expect(await posthouse(args, { ...env, PORT: String(await freePort()) })).toMatchObject({
    code: 75,
    stderr: expect.stringContaining("cannot be reached (ECONNREFUSED)"),
  });
});

test("help of one command has only that command", async () => {
  const [byHelp, byOption] = [
    await posthouse(["help", "emails", "cancel"]),
    await posthouse(["emails", "cancel", "--help"]),
  ];
  expect(byHelp.stdout).toBe(byOption.stdout);
  expect(byHelp.stdout).toContain("posthouse emails cancel <id> [options]");
  expect(byHelp.stdout).not.toContain("posthouse serve");
  expect((await posthouse(["completion", "bash"])).stdout).toContain("complete -o default -F _posthouse");
});

/** `posthouse send` and `posthouse logs`, run as by users and scripts. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callApi, loadEmail, signUpAndCreateKey } from "../../harness/api-client.ts";
import { createTestDatabase } from "../../harness/database.ts";
import { nodePath } from "../../harness/node-path.ts";
import { freePort, type Posthouse, program, startPosthouse, stopAndRemove } from "../../harness/posthouse.ts";
import { interrupt, runCommand } from "./run-command.ts";

let directory: string;
let server: Posthouse;
let key: string;
let env: Record<string, string>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "posthouse-send-"));
  server = await startPosthouse({ database: await createTestDatabase() });
  ({ key } = await signUpAndCreateKey(server));
  env = { PORT: String(server.port), POSTHOUSE_API_KEY: key };
});
afterAll(async () => {
  await stopAndRemove(server);
  await rm(directory, { recursive: true, force: true });
});

const start = (args: string[], environment = env) =>
  runCommand([nodePath, program, ...args], { cwd: directory, env: environment });
const posthouse = async (args: string[], environment?: Record<string, string>) =>
  await start(args, environment).ended;
const least = ["send", "--from", "shop@example.com", "--to", "ada@example.com", "--subject"];

describe("send", () => {
  test("prints only the id of the email on standard output", async () => {
    const { code, stdout, stderr } = await posthouse([...least, "Plain", "--text", "Hi"]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `Queued. To see its events: posthouse logs --email ${stdout.trim()}\n`,
    });
    expect(await loadEmail(server.baseUrl, key, stdout.trim())).toMatchObject({
      subject: "Plain",
      text: "Hi",
    });
  });

  test("reads the body from standard input, and attaches files", async () => {
    await writeFile(join(directory, "note.txt"), "a note");
    await writeFile(join(directory, "letter.html"), "<p>A message</p>");
    const piped = `echo '<p>Piped</p>' | "$0" "$1" ${least.join(" ")} Piped --file - --attach note.txt --tag kind=note --cc bob@example.com --schedule 'in 2 hours'`;
    const { code, stdout } = await runCommand(["sh", "-c", piped, nodePath, program], { cwd: directory, env })
      .ended;
    expect(code).toBe(0);
    expect(await loadEmail(server.baseUrl, key, stdout.trim())).toMatchObject({
      html: "<p>Piped</p>\n",
      attachments: [{ filename: "note.txt", size_bytes: 6 }],
      tags: [{ name: "kind", value: "note" }],
      cc: ["bob@example.com"],
      scheduled_at: expect.any(String),
    });
    const { stdout: id } = await posthouse([...least, "Letter", "--file", "letter.html"]);
    expect(await loadEmail(server.baseUrl, key, id.trim())).toMatchObject({ html: "<p>A message</p>" });
  });

  test("with an idempotency key, a command that runs twice sends once (C21)", async () => {
    const twice = [...least, "Nightly", "--text", "Hi", "--idempotency-key", "nightly-1"];
    const [first, second] = [await posthouse(twice), await posthouse(twice)];
    expect(second.stdout).toBe(first.stdout);
  });

  test("--dry-run predicts the outcome, and stores nothing", async () => {
    const { code, stdout } = await posthouse([...least, "Never", "--html", "<p>Hi</p>", "--dry-run"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^to ada@example\.com: capture \(.+\)\nsize: [\d,]+ bytes\n/);
    const { body } = await callApi<{ emails: unknown[] }>(server.baseUrl, "/api/v1/emails?search=Never", {
      key,
    });
    expect(body.emails).toEqual([]);
  });
});

describe("logs", () => {
  test("prints the events of one email, and of all", async () => {
    const { stdout: sent } = await posthouse([...least, "Logged", "--text", "Hi"]);
    const id = sent.trim();
    const follow = start(["logs", "--follow", "--email", id]);
    await follow.says("captured");
    expect((await interrupt(follow)).code).toBe(0);
    const { code, stdout } = await posthouse(["logs", "--email", id]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\dT\S+Z {2}captured {4}ada@example\.com {2}"Logged"/);
    expect((await posthouse(["logs", "--since", "1h"])).stdout).toContain('"Logged"');
    const { stdout: json } = await posthouse(["logs", "--email", id, "--json"]);
    expect(JSON.parse(json)).toMatchObject({ email_id: id, type: "captured", recipient: "ada@example.com" });
  });

  test("--follow prints each event once, and survives a restart of the server", async () => {
    const follow = start(["logs", "--follow", "--since", new Date().toISOString()]);
    const subjects = ["One", "Two"];
    await posthouse([...least, "One", "--text", "Hi"]);
    await follow.says('"One"');
    await server.stop();
    await follow.says("cannot be reached (ECONNREFUSED)");
    await server.start();
    await posthouse([...least, "Two", "--text", "Hi"]);
    await follow.says('"Two"');
    const { code, stdout, stderr } = await interrupt(follow);
    expect(code).toBe(0);
    expect(stderr).toContain("cannot be reached (ECONNREFUSED)");
    expect(stderr).toContain("retrying");
    expect(stdout.match(/"(\w+)"/g)).toEqual(subjects.map((subject) => `"${subject}"`));
  });

  test("ends quietly when its output is closed", async () => {
    const command = `{ "$0" "$1" logs --follow --since 1h; echo "ended with $?" >&2; } | :`;
    const { stderr } = await runCommand(["sh", "-c", command, nodePath, program], { cwd: directory, env })
      .ended;
    expect(stderr).toBe("ended with 0\n");
  });
});

describe("a problem is one line, and an exit code for scripts", () => {
  const email = [...least, "Hi", "--text", "Hi"];

  test.each<[string, string[], () => Record<string, string>, number, RegExp]>([
    [
      "no key",
      email,
      () => ({ PORT: env.PORT ?? "" }),
      1,
      /an API key is required: set POSTHOUSE_API_KEY or give --key/,
    ],
    ["a wrong key", [...email, "--key", "ph_wrong"], () => env, 1, /key/],
    [
      "a bad address",
      ["send", "--to", "nobody", "--subject", "Hi", "--text", "Hi"],
      () => env,
      1,
      /^posthouse: to\[0\]: The address has no @\.\n$/,
    ],
    [
      "no such file",
      [...least, "Hi", "--file", "missing.html"],
      () => env,
      1,
      /missing\.html cannot be read \(ENOENT\)/,
    ],
    [
      "no address of a server",
      [...email, "--url", "localhost"],
      () => env,
      1,
      /baseUrl must be the server.s address/,
    ],
    ["a time that is none", ["logs", "--since", "yesterday"], () => env, 1, /--since takes/],
  ])("%s", async (_what, args, environment, code, message) => {
    const ended = await posthouse(args, environment());
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: "" });
    expect(ended.stderr).toMatch(/^posthouse: [^\n]+\n$/);
    expect(ended.stderr).toMatch(message);
  });

  test("without a server: 75, because the same command may succeed later", async () => {
    const { code, stderr } = await posthouse(email, { ...env, PORT: String(await freePort()) });
    expect(code).toBe(75);
    expect(stderr).toMatch(
      /^posthouse: http:\/\/localhost:\d+ cannot be reached \(ECONNREFUSED\)\. Start the server, or/,
    );
  });
});

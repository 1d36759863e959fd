import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callApi, signUpAndCreateKey } from "../../harness/api-client.ts";
import { nodePath } from "../../harness/node-path.ts";
import { freePort, type Posthouse, program, startPosthouse, stopAndRemove } from "../../harness/posthouse.ts";
import { runCommand } from "./run-command.ts";

async function posthouse(args: string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runCommand([nodePath, program, ...args], { cwd: tmpdir(), env })
    .ended;
  return { code, stdout, stderr };
}

test("--help and --version print their text", async () => {
  expect(await posthouse(["--help"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("posthouse doctor"),
  });
  expect((await posthouse(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([
  [["serv"]],
  [["keys"]],
  [["keys", "create", "--name", "x"]],
  [["admin", "reset-password"]],
  [["migrate", "now"]],
])("%j prints one line that says what to type", async (args) => {
  const { code, stderr } = await posthouse(args);
  expect({ code, lines: stderr.trim().split("\n").length }).toEqual({ code: 1, lines: 1 });
  expect(stderr).toMatch(/^posthouse: .*(--help|needs)/);
});

test("an internal error is printed with its place in the sources, also in the built program", async () => {
  const fault =
    "import net from 'node:net'; import { syncBuiltinESMExports } from 'node:module';" +
    "net.createServer = () => { throw new Error('seeded') }; syncBuiltinESMExports();";
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` };
  const { stderr } = await posthouse(["serve"], env);
  expect(program).toContain("/dist/");
  expect(stderr).toMatch(
    /Error: seeded\n(.*\n)*? +at tryPort \(.*src\/commands\/serve\/check-port\.ts:\d+:\d+\)/,
  );
});

describe("beside a running server", () => {
  let server: Posthouse;
  let env: Record<string, string>;
  beforeAll(async () => {
    server = await startPosthouse({ roles: "all" });
    env = { DATA_DIR: server.dataDir, PORT: String(server.port) };
  });
  afterAll(() => stopAndRemove(server));

  test("doctor finds no failure, and warns about the default password", async () => {
    const { code, stdout } = await posthouse(["doctor"], env);
    expect(stdout).toMatch(/^warn {2}admin@example.com still has the default password\n {6}→ sign in/m);
    expect(stdout).toMatch(/^ok {4}port \d+: Posthouse is running on it$/m);
    expect(stdout).toMatch(/^ok {4}PostgreSQL 18\.\S+, embedded$/m);
    expect(stdout).toMatch(/^ok {4}commits are durable/m);
    expect(stdout).toMatch(/^ok {4}migrations are current$/m);
    expect(stdout).toMatch(/^ok {4}webhooks and statistics are at most [\d.]+ s behind$/m);
    expect(stdout).not.toMatch(/^fail/m);
    // Each line says which check it is about.
    const lines = stdout.split("\n").filter((line) => !line.startsWith(" "));
    expect(new Set(lines).size).toBe(lines.length);
    expect(code).toBe(0);
  });

  test("doctor refuses what the server refuses: ports of others, files, another secret key", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port: taken } = other.address() as AddressInfo;
    const fresh = await mkdtemp(join(tmpdir(), "posthouse-doctor-"));
    const examine = async (wrong: Record<string, string>) =>
      await posthouse(["doctor"], { ...env, ...wrong });
    try {
      const stopped = { DATA_DIR: fresh, SMTP_PORT: String(taken), SMTPS_PORT: String(taken) };
      const another = await examine(stopped);
      expect(another.stdout).toMatch(/^fail {2}port \d+ is taken by another instance of Posthouse$/m);
      expect(another.stdout).toMatch(/^fail {2}SMTP_PORT and SMTPS_PORT are both \d+$/m);
      expect(another.stdout).toContain(`fail  port ${taken} is taken by another program`);
      const { key } = await signUpAndCreateKey(server);
      const body = { to: "ada@example.com", subject: "Hello", text: "Hello" };
      await callApi(server.baseUrl, "/api/v1/send", { key, body });
      const noCertificate = join(fresh, "none.pem");
      const refused = await examine({
        SECRET_KEY: "another key of the instance, long enough",
        SMTP_TLS_CERT: noCertificate,
        SMTP_TLS_KEY: noCertificate,
        ACME_CA_FILE: noCertificate,
        TRACKING_HTTPS_PORT: "0",
      });
      expect(refused.stdout).toContain("fail  the database belongs to another secret key");
      expect(refused.stdout).toContain(`fail  SMTP_TLS_CERT cannot be read (ENOENT): ${noCertificate}`);
      expect(refused.stdout).toContain(`fail  ACME_CA_FILE cannot be read (ENOENT): ${noCertificate}`);
      expect([another.code, refused.code]).toEqual([1, 1]);
    } finally {
      other.close();
      await rm(fresh, { recursive: true });
    }
  });

  test("a reset password must be changed after sign-in; a new key works for the API", async () => {
    const reset = await posthouse(["admin", "reset-password", "admin@example.com"], env);
    const password = /: (\S+)\n/.exec(reset.stdout)?.[1];
    const login = { action: "login", email: "admin@example.com", password };
    expect(await callApi(server.baseUrl, "/api/auth", { body: login })).toMatchObject({
      status: 200,
      body: { must_change_password: true },
    });

    const created = await posthouse(
      ["keys", "create", "--account", "admin@example.com", "--name", "ci"],
      env,
    );
    const key = created.stdout.trim();
    expect(key).toMatch(/^ph_\w+$/);
    expect(await callApi(server.baseUrl, "/api/v1/contacts", { key })).toMatchObject({ status: 200 });
  });

  test("an unknown user is named in one line", async () => {
    const { code, stderr } = await posthouse(["admin", "reset-password", "nobody@example.com"], env);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "posthouse: No user is registered as nobody@example.com.\n",
    });
  });
});

describe("without a server", () => {
  let env: Record<string, string>;
  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "posthouse-commands-"));
    env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  });
  afterAll(() => rm(env.DATA_DIR as string, { recursive: true, force: true }));

  test("migrate creates the tables once", async () => {
    expect(
      (await posthouse(["keys", "create", "--account", "a@example.com", "--name", "x"], env)).stderr,
    ).toMatch(/^posthouse: there is no Posthouse in .*posthouse serve creates a new one/);
    expect((await posthouse(["migrate"], env)).stdout).toMatch(/^applied 0001_/);
    expect((await posthouse(["migrate"], env)).stdout).toBe("the database is up to date\n");
  });

  test("doctor fails for problems that prevent a start, and says how to fix them", async () => {
    const wrong = {
      ...env,
      DATABASE_URL: "postgresql://x:y@127.0.0.1:1/z",
      SMTP_RELAY_URL: "smtp://127.0.0.1:1",
    };
    const { code, stdout } = await posthouse(["doctor"], wrong);
    expect(stdout).toMatch(/^fail {2}database: the database cannot be reached \(ECONNREFUSED\).*\n {6}→ /m);
    expect(stdout).toMatch(
      /^fail {2}relay 127\.0\.0\.1:1 fails at connect: .*\n {6}→ correct SMTP_RELAY_URL/m,
    );
    expect(code).toBe(1);
  });

  test("doctor names an invalid setting", async () => {
    const { code, stdout } = await posthouse(["doctor"], { ...env, PORT: "eighty" });
    expect(stdout).toMatch(/^fail {2}PORT must be/m);
    expect(code).toBe(1);
  });
});

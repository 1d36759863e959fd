/** `--json` of every command in the table: a command that is not listed here fails the test. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMMANDS } from "../../../src/commands/declarations/index.ts";
import { callApi, loadEmail, sendEmail, signUpAndCreateKey } from "../../harness/api-client.ts";
import { nodePath } from "../../harness/node-path.ts";
import { type Posthouse, program, startPosthouse, stopAndRemove } from "../../harness/posthouse.ts";
import { until } from "../../harness/until.ts";
import { interrupt, runCommand } from "./run-command.ts";

/** Commands whose output is not a result. */
const WITHOUT_JSON: Record<string, string> = {
  serve: "runs until it is stopped, and its log is JSON",
  "contacts export": "prints CSV",
  help: "prints a text for people",
  completion: "prints a script for a shell",
};

let server: Posthouse;
let folder: string;
let account: { key: string; email: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "posthouse-json-"));
  server = await startPosthouse();
  account = await signUpAndCreateKey(server);
  await call("/contacts", { email: "ada@example.com" });
  await call("/domains", { name: "shop.example" });
  await call("/suppressions", { address: "bob@example.com" });
});
afterAll(async () => {
  await stopAndRemove(server);
  await rm(folder, { recursive: true, force: true });
});

const call = async (path: string, body: object) =>
  (await callApi<{ id: string }>(server.baseUrl, `/api/v1${path}`, { key: account.key, body })).body;
const send = (more: object = {}) =>
  sendEmail(server.baseUrl, account.key, { to: "ada@example.com", subject: "Hello", text: "Hi", ...more });
/** Sends an email, and waits until it has an event. */
async function sendCaptured(): Promise<string> {
  const id = await send();
  const isCaptured = async () =>
    (await loadEmail(server.baseUrl, account.key, id)).recipients[0]?.state === "captured";
  await until(isCaptured, { what: "the email to be captured" });
  return id;
}
const start = (args: string[], env: Record<string, string> = {}) =>
  runCommand([nodePath, program, ...args, "--json"], {
    cwd: folder,
    env: {
      ...{ PORT: String(server.port), DATA_DIR: server.dataDir, POSTHOUSE_API_KEY: account.key },
      ...env,
    },
  });

async function removal({ isRun }: { isRun: boolean }): Promise<string> {
  const { id } = await call("/suppressions/removals", { filter: { search: "bob" } });
  if (isRun) await call(`/suppressions/removals/${id}/run`, {});
  return id;
}

async function restored(): Promise<Record<string, string>> {
  return { DATA_DIR: join(folder, "restored") };
}

/** A database that has never had a worker, because a worker that stopped just now prevents a hold. */
async function unused(): Promise<Record<string, string>> {
  return { DATA_DIR: join(folder, "unused") };
}

type Case = { args: () => Promise<string[]> | string[]; env?: () => Promise<Record<string, string>> };
const plain = (...args: string[]): Case => ({ args: () => args });
/** For the database that `restore` has filled, and that no server uses. */
const onRestored = (...args: string[]): Case => ({ args: () => args, env: restored });
const ofAccount = (...args: string[]): Case => ({ args: () => [...args, "--account", account.email] });

/** In the order of the table, so that backup comes before restore. */
const CASES: Record<string, Case> = {
  migrate: plain(),
  upgrade: plain("--check"),
  backup: plain("json.backup"),
  restore: onRestored("json.backup"),
  doctor: plain(),
  "admin reset-password": onRestored("admin@example.com"),
  "admin remove-second-factor": onRestored("admin@example.com"),
  "admin operator": onRestored("admin@example.com"),
  "admin no-operator": onRestored("admin@example.com"),
  "admin stop-links": onRestored("admin@example.com"),
  "admin resume-links": onRestored("admin@example.com"),
  "admin adopt-key": onRestored(),
  "admin hold-restored": {
    args: async () => (await start(["migrate"], await unused()).ended) && [],
    env: unused,
  },
  "admin decide-restored": onRestored("retry"),
  "keys create": ofAccount("--name", "json"),
  "keys list": ofAccount(),
  "keys revoke": {
    args: async () => {
      const { stdout } = await start(["keys", "create", "--account", account.email, "--name", "old"]).ended;
      return [JSON.parse(stdout).prefix, "--account", account.email, "--yes"];
    },
  },
  "domains list": plain(),
  "domains add": plain("other.example"),
  "domains check": plain("shop.example"),
  "domains allow": ofAccount("third.example"),
  send: plain("--to", "ada@example.com", "--subject", "Hello", "--text", "Hi"),
  logs: { args: async () => ["--email", await sendCaptured()] },
  inbox: plain("--clear"),
  "emails list": plain(),
  "emails get": { args: async () => [await send()] },
  "emails cancel": { args: async () => [await send({ scheduled_at: "in 2 hours" }), "--yes"] },
  "contacts list": plain(),
  "contacts import": {
    args: async () => {
      await writeFile(join(folder, "contacts.csv"), "email,name\ngrace@example.com,Grace\n");
      return ["contacts.csv"];
    },
  },
  "suppressions list": plain(),
  "suppressions add": plain("carl@example.com"),
  "suppressions import": {
    args: async () => {
      await writeFile(join(folder, "suppressions.csv"), "address,reason\ndan@example.com,complaint\n");
      return ["suppressions.csv"];
    },
  },
  "suppressions remove": { args: async () => ["--preview", await removal({ isRun: false }), "--yes"] },
  "suppressions restore": { args: async () => [await removal({ isRun: true })] },
};

const parsed = (stdout: string): unknown[] =>
  stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test("every command has --json, or is listed with a reason", () => {
  const commands = COMMANDS.filter(({ internal }) => !internal);
  const without = commands.filter(({ options }) => !options?.json).map(({ name }) => name);
  expect(without).toEqual(Object.keys(WITHOUT_JSON));
  const names = commands.map(({ name }) => name).filter((name) => !(name in WITHOUT_JSON));
  expect(names.sort()).toEqual([...Object.keys(CASES), "listen"].sort());
});

describe("prints JSON and nothing else", () => {
  test.each(Object.keys(CASES))("%s", async (name) => {
    const { args, env } = CASES[name] as Case;
    const words = [...name.split(" "), ...(await args())];
    const { code, stdout, stderr } = await start(words, await env?.()).ended;
    const results = parsed(stdout);
    expect(results.length, stderr).toBeGreaterThan(0);
    for (const result of results) expect(result).toBeTypeOf("object");
    // The domain of these tests has no DNS records, which is exit code 1.
    expect(code, stderr).toBe(name === "domains check" ? 1 : 0);
  });

  test("listen", async () => {
    const listening = start(["listen"]);
    await listening.says("Listening.");
    await send();
    try {
      await listening.says('"email.captured"');
    } finally {
      const { stdout } = await interrupt(listening);
      expect(parsed(stdout)).not.toEqual([]);
    }
  });
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { newDataDir } from "../harness/pristine-data.ts";
import { startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = await readFile(join(root, "README.md"), "utf8");
const commands = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => (block ?? "").trim());

/** Commands that run until stopped: the test stops them once the instance is ready. */
const runsOn = (command: string) => /npm start|posthouse -- serve/.test(command);

/** The environment of a user's shell; Vitest adds variables of its own, such as BASE_URL, which are settings here. */
const { PATH, HOME } = process.env;
const userEnvironment = { PATH, HOME };

let posthouse: Posthouse;
const environment: Record<string, string> = {};

beforeAll(async () => {
  posthouse = await startPosthouse({ roles: "all" });
  await until(() => posthouse.findSmtpPorts(), { what: "SMTP" });
  Object.assign(environment, { DATA_DIR: posthouse.dataDir, PORT: String(posthouse.port) });
});
afterAll(() => stopAndRemove(posthouse));

type Finished = { code: number | null; output: string };

async function runToEnd(command: string): Promise<Finished> {
  const child = spawn("sh", ["-c", command], { cwd: root, env: { ...userEnvironment, ...environment } });
  let output = "";
  child.stdout.on("data", (text) => {
    output += text;
  });
  child.stderr.on("data", (text) => {
    output += text;
  });
  const [code] = await once(child, "close");
  return { code, output };
}

/** Runs the command until `isUp` returns true, stops it with the signal of Ctrl-C, and returns its output. */
async function runUntilUp(command: string, env: Record<string, string>, isUp: (output: string) => boolean) {
  const child = spawn("sh", ["-c", `exec ${command}`], {
    cwd: root,
    env: { ...userEnvironment, ...env },
    detached: true,
  });
  let output = "";
  child.stdout.on("data", (text) => {
    output += text;
  });
  child.stderr.on("data", (text) => {
    output += text;
  });
  let ended = false;
  const closed = once(child, "close").then(() => {
    ended = true;
  });
  try {
    await until(() => ended || isUp(output), { within: 180_000, what: `${command} to be up` });
    if (!isUp(output)) throw new Error(`${command} ended: ${output}`);
  } finally {
    if (child.pid && !ended) process.kill(-child.pid, "SIGINT");
    await closed;
  }
  return output;
}

describe("the README's commands work as described", () => {
  test("this test knows every command", () => {
    const known = [
      /^npm start/,
      /^npm run posthouse -- /,
      /^export POSTHOUSE_API_KEY=\$\(npm run -s posthouse -- keys create /,
      /^curl /,
      /^(SMTP_RELAY_URL=\S+|DELIVERY=direct) npm start$/,
    ];
    expect(commands.filter((command) => !known.some((pattern) => pattern.test(command)))).toEqual([]);
    expect(commands.length).toBeGreaterThanOrEqual(10);
  });

  test.each(commands.filter((command) => !runsOn(command)))("%s", async (command) => {
    const here = command
      .replaceAll("http://localhost:3000", posthouse.baseUrl)
      .replace("smtp://localhost:2587", `smtp://localhost:${posthouse.findSmtpPorts()?.starttls}`)
      .replace(/^curl /, "curl --silent --show-error --fail-with-body ");
    const variable = /^export (\w+)=/.exec(command)?.[1];
    const { code, output } = await runToEnd(
      variable ? `${here}\nprintf '%s is %s.\\n' ${variable} "$${variable}"` : here,
    );
    expect(code, output).toBe(0);
    if (variable) {
      const value = new RegExp(`^${variable} is (.*)\\.$`, "m").exec(output)?.[1] ?? "";
      expect(value).toMatch(/^ph_\w{8}_\w{38}$/);
      // A shell keeps the variable for later commands.
      environment[variable] = value;
    }
    if (command.includes("v1/send"))
      expect(JSON.parse(output)).toMatchObject({ success: true, status: "queued" });
    if (command.includes("v1/emails")) expect(JSON.parse(output).emails).toHaveLength(1);
    if (command.includes("posthouse -- logs"))
      await until(async () => /bounced@simulator\.posthouse\.test/.test((await runToEnd(here)).output), {
        within: 60_000,
        what: "the simulator's bounce in the log",
      });
    if (command.includes("search=ada")) expect(JSON.parse(output).contacts).toMatchObject([{ name: "Ada" }]);
  });

  // fresh-clone.test.ts runs `npm start -- --workers 2`.
  test.each(commands.filter((command) => /^(npm start$|SMTP_RELAY_URL|DELIVERY)/.test(command)))(
    "%s",
    async (command) => {
      const relay = await startSmtpSink({ tls: "starttls", auth: ["PLAIN"] });
      // fresh-clone.test.ts has a start without data.
      const dataDir = await newDataDir();
      const port = await freePort();
      const here = command
        .replace(/^SMTP_RELAY_URL="[^"]*"/, `env SMTP_RELAY_URL=smtp://user:secret@127.0.0.1:${relay.port}`)
        .replace(/^DELIVERY=/, "env DELIVERY=");
      const output = await runUntilUp(here, { DATA_DIR: dataDir, PORT: String(port) }, (text) =>
        text.includes("is ready."),
      );
      expect(output).toContain(`http://localhost:${port}`);
      expect(output).toContain("admin@example.com");
      await rm(dataDir, { recursive: true, force: true });
      await relay.close();
    },
  );

  test.each(commands.filter((command) => command.includes("--roles worker")))("%s", async (command) => {
    const databaseUrl = posthouse.databaseUrl();
    await runUntilUp(command, { ...environment, DATABASE_URL: databaseUrl }, (text) =>
      text.includes("instance.ready"),
    );
  });
});

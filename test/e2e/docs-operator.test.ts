/** Runs the commands of the documentation as printed: backup, restore, upgrade, contacts, suppressions, several machines. */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callApi, signUpAndCreateKey } from "../harness/api-client.ts";
import { nodePath } from "../harness/node-path.ts";
import { freePort, type Posthouse, program, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { isForPackage, isNotRun, readFences } from "./docs-fences.ts";
import { interrupt, runCommand } from "./start/run-command.ts";

const fences = (await readFences()).filter((fence) => isForPackage(fence) && !isNotRun(fence));
/** Commands that run until they are stopped. */
const runsOn = fences.filter(({ code }) => /^posthouse (serve|listen)/.test(code));
const commands = fences.filter((fence) => !runsOn.includes(fence));

let posthouse: Posthouse;
/** The systemd service, with all roles, so that doctor finds no failure. */
let service: Posthouse;
let key: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "posthouse-operator-"));
  // Without a worker, because admin hold-restored refuses to run beside one.
  posthouse = await startPosthouse({ roles: ["api"] });
  ({ key } = await signUpAndCreateKey(posthouse));
  await writeFile(join(folder, "contacts.csv"), "email,name,plan\nbob@example.com,Bob,pro\n");
  await writeFile(join(folder, "bounces.csv"), "address,detail\nbob@example.net,550 5.1.1 No such user\n");
  await mkdir(join(folder, "bin"));
  await addProgram("posthouse", `exec '${nodePath}' '${program}' "$@"`);
  // Runs the command here instead of on the host that is named first.
  await addProgram("ssh", `exec sh -c "$2"`);
  service = await startPosthouse({ roles: "all" });
  // As the wrapper of the package does: the service's settings and data, in its directory.
  const data = join(folder, "posthouse");
  const settings = `export DATA_DIR='${data}' PORT=${service.port}`;
  await addProgram("posthouse-service", `${settings}; mkdir -p '${data}'; cd '${data}'; exec posthouse "$@"`);
  // They would change the machine.
  for (const name of ["npm", "systemctl"]) await addProgram(name, "exit 0");
});
/** The data of the service is a link, because a restore moves it away. */
beforeEach(async () => {
  for (const name of ["posthouse", "posthouse-before"])
    await rm(join(folder, name), { recursive: true, force: true });
  await symlink(service.dataDir, join(folder, "posthouse"));
});
afterAll(async () => {
  await stopAndRemove(posthouse);
  await stopAndRemove(service);
  await rm(folder, { recursive: true, force: true });
});

/** Backups are named after the minute, and a backup does not overwrite another. */
afterEach(async () => {
  for (const name of await readdir(folder))
    if (/^posthouse-.*\.backup$/.test(name)) await rm(join(folder, name));
});

async function addProgram(name: string, script: string): Promise<void> {
  await writeFile(join(folder, "bin", name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, "bin", name), 0o755);
}

async function removalToRestore(): Promise<string> {
  const call = async (path: string, body: object) =>
    (await callApi<{ id: string }>(posthouse.baseUrl, `/api/v1/suppressions${path}`, { key, body })).body;
  await call("", { address: "ada@example.com" });
  const { id } = await call("/removals", { filter: { search: "ada@" } });
  await call(`/removals/${id}/run`, {});
  return id;
}

const environment = (dataDir: string) => ({
  PATH: `${join(folder, "bin")}:${process.env.PATH}`,
  DATA_DIR: dataDir,
  PORT: String(posthouse.port),
  POSTHOUSE_API_KEY: key,
});

const SHELL = ["bash", "-e", "-o", "pipefail", "-c"];
/** With `SHELL=/bin/bash` in the crontab. */
const CRON = ["bash", "-c"];

/** The command of a crontab's last line, after five fields for the time. */
function ofCrontab(code: string): string {
  return (code.trim().split("\n").at(-1) ?? "").replace(/^(\S+ ){5}/, "");
}

describe("the operator's commands work as printed", () => {
  test.each(commands.map((fence) => ({ ...fence, title: fence.code.split("\n")[0] })))(
    "$file, $heading: $title",
    async ({ code, language }) => {
      const command = language === "crontab" ? ofCrontab(code) : code;
      const here = command
        .replaceAll(/\/(var\/lib|root)\//g, `${folder}/`)
        .replaceAll("http://localhost:3000", posthouse.baseUrl)
        .replace("<removal id>", command.includes("<removal id>") ? await removalToRestore() : "");
      const dataDir = / admin \w+-restored/.test(code)
        ? join(folder, "posthouse-restored")
        : posthouse.dataDir;
      const {
        code: status,
        stdout,
        stderr,
      } = await runCommand([...(language === "crontab" ? CRON : SHELL), here], {
        cwd: folder,
        env: environment(dataDir),
      }).ended;
      expect(status, stdout + stderr).toBe(0);
    },
  );
});

test("a nightly backup that fails leaves the last one as it was", async () => {
  const last = join(folder, "posthouse.backup");
  await writeFile(last, "last night's backup");
  const nightly = ofCrontab(commands.find(({ language }) => language === "crontab")?.code ?? "");
  const env = environment(join(folder, "nothing-here"));
  const failed = await runCommand([...CRON, nightly], { cwd: folder, env }).ended;
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("there is no Posthouse") });
  expect(await readFile(last, "utf8")).toBe("last night's backup");
});

describe("commands that run until they are stopped start as printed", () => {
  test.each(runsOn.flatMap(({ code }) => code.trim().split("\n")))("%s", async (command) => {
    const isListen = command.startsWith("posthouse listen");
    const machine = {
      DATABASE_URL: posthouse.databaseUrl(),
      SECRET_KEY: (await readFile(join(posthouse.dataDir, "secret.key"), "utf8")).trim(),
      PORT: String(await freePort()),
      SMTP_PORT: "0",
      SMTPS_PORT: "0",
    };
    const running = runCommand(["bash", "-c", `exec ${command}`], {
      cwd: folder,
      env: { ...environment(await mkdtemp(join(folder, "machine-"))), ...(isListen ? {} : machine) },
    });
    try {
      await running.says(isListen ? "whsec_" : "instance.ready");
    } finally {
      await interrupt(running);
    }
  });
});

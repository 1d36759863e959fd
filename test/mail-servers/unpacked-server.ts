import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { greets } from "../harness/greets.ts";
import { freePort } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";
import type { MailServer } from "./mail-server.ts";

/** The directory of servers unpacked by `fetch`. */
const unpacked = process.env.MAIL_SERVERS_DIR ?? "/var/cache/posthouse-mail-servers";

/** One of the servers that `fetch` has unpacked; paths are those inside the root directory. */
export type UnpackedProgram = {
  name: string;
  command: string[];
  configPath: string;
  config: (port: number) => string;
  maildir: string;
  /** Contains a file for each message that is not delivered yet. */
  queue: string;
};

/** Whether the servers can run here; chroot requires root. */
export function hasUnpackedServers(): boolean {
  return existsSync(join(unpacked, "usr/sbin/smtpd")) && process.getuid?.() === 0;
}

/** Runs the program in a copy of its root directory, which is removed afterwards. */
export async function startUnpacked(program: UnpackedProgram): Promise<MailServer> {
  const root = await mkdtemp(join(tmpdir(), `${program.name}-`));
  execFileSync("cp", ["-a", `${unpacked}/.`, root]);
  const port = await freePort();
  await writeFile(join(root, program.configPath), program.config(port), { mode: 0o644 });
  const child = spawn("chroot", [root, ...program.command], {
    stdio: ["ignore", "pipe", "pipe"],
    // OpenSMTPD exits if it does not know the time zone, and its root directory contains no zones.
    env: { ...process.env, TZ: "UTC" },
  });
  const said = collectOutput(child);
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`${program.name} ended: ${said()}`);
      return greets(port);
    },
    { what: `${program.name} to greet` },
  );
  return {
    name: program.name,
    port,
    isIdle: async () => (await filesBelow(join(root, program.queue))).length === 0,
    messages: async () => {
      const paths = await filesBelow(join(root, program.maildir, "new"));
      return Promise.all(paths.map((path) => readFile(path, "latin1")));
    },
    log: async () => said(),
    stop: async () => {
      const ended = once(child, "exit");
      if (child.exitCode === null) child.kill("SIGTERM");
      await ended;
      await rm(root, { recursive: true, force: true });
    },
  };
}

function collectOutput({ stdout, stderr }: ChildProcess): () => string {
  let output = "";
  for (const stream of [stdout, stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return () => output;
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

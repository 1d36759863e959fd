import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestDatabase } from "./database.ts";
import { nodePath } from "./node-path.ts";
import { newDataDir } from "./pristine-data.ts";
import { childrenOf, commandLine, environmentOf, findPostmaster, isAlive } from "./processes.ts";
import { until } from "./until.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** The program as built for this run; its sources if there is no build. */
export const program = process.env.POSTHOUSE_PROGRAM ?? join(root, "src/main.ts");
const START_WITHIN_MS = 120_000;
/** A stop may take 30 s at most (F18). */
const STOP_WITHIN_MS = 35_000;

export type Role = "api" | "smtp" | "inbound" | "worker" | "background";
export type PosthouseOptions = {
  env?: Record<string, string>;
  /** `all`: no `--roles`. By default only the roles that most tests need, because each takes a second of a core to start. */
  roles?: readonly Role[] | "all";
  /** Additional arguments after `serve`. */
  args?: string[];
  /** Kept after stop(). Default: a temporary directory. */
  dataDir?: string;
  /** Dropped by stopAndRemove. Default: the embedded PostgreSQL, which takes half a second of a core to start and to stop. */
  database?: TestDatabase;
  port?: number;
  /** A file for the output, for other processes than the one that started the program. */
  logPath?: string;
  /** A command in front of the pinned Node, such as one that fakes the clock. */
  wrap?: string[];
};

/** The real program in its own process, with a free port and its own data. */
export class Posthouse {
  readonly dataDir: string;
  readonly database: TestDatabase | undefined;
  readonly port: number;
  /** All output, line by line. */
  readonly logs: string[] = [];
  readonly #options: PosthouseOptions;
  #child: ChildProcess | null = null;

  constructor(options: PosthouseOptions & { dataDir: string; port: number }) {
    this.#options = options;
    this.dataDir = options.dataDir;
    this.database = options.database;
    this.port = options.port;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Process id of the supervisor. */
  get pid(): number {
    const pid = this.#child?.pid;
    if (!pid) throw new Error("posthouse is not running");
    return pid;
  }

  /** Exit code of the supervisor; null while it runs, and after a kill. */
  get exitCode(): number | null {
    return this.#child?.exitCode ?? null;
  }

  /** Starts or restarts the program, and waits until it is ready. */
  async start(): Promise<void> {
    const { wrap = [], roles = ["api", "worker"], args = [], env = {}, logPath } = this.#options;
    const chosen = roles === "all" ? [] : ["--roles", roles.join(",")];
    const [command, ...rest] = [...wrap, nodePath, program, "serve", ...chosen, ...args];
    const { PATH, HOME, TMPDIR } = process.env;
    // Several instances run at once, so SMTP ports are any free ones.
    const ports = { PORT: String(this.port), SMTP_PORT: "0", SMTPS_PORT: "0" };
    const database = this.database && { DATABASE_URL: this.database.connectionString };
    const own = { DATA_DIR: this.dataDir, ...ports, ...database, LOG_LEVEL: "info" };
    const child = spawn(command as string, rest, {
      cwd: root,
      env: { PATH, HOME, TMPDIR, ...own, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    const before = this.logs.length;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      // A chunk may end with half a line.
      let rest = "";
      stream.on("data", (text: string) => {
        if (logPath) appendFileSync(logPath, text);
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        this.logs.push(...lines.filter(Boolean));
      });
      stream.on("end", () => rest && this.logs.push(rest));
    }
    await until(
      () => {
        const ended = child.exitCode ?? child.signalCode;
        if (ended !== null) throw new Error(`posthouse ended (${ended}): ${this.logs.slice(-20).join("\n")}`);
        // Roles of a killed supervisor may still respond on this port; and all new roles must be ready, not only the API.
        const isUp = this.logs.slice(before).some((line) => line.includes(" is ready."));
        return isUp && this.isReady();
      },
      { within: START_WITHIN_MS, what: () => `/readyz; output: ${this.logs.slice(-20).join("\n")}` },
    );
  }

  async isReady(): Promise<boolean> {
    return await isReady(this);
  }

  /** Process ids of the live processes of a role. */
  rolePids(role: Role): number[] {
    // A process that was just forked still has the supervisor's command line, which may name the role too.
    const isOfRole = (pid: number) => {
      const [, , command, ...names] = commandLine(pid);
      return command === "role" && names.includes(role);
    };
    return childrenOf(this.pid).filter(isOfRole);
  }

  /** Connection string of the database, read from the environment that `serve` gives its roles. */
  databaseUrl(): string {
    const [pid] = this.rolePids("api");
    const url = pid && environmentOf(pid).get("DATABASE_URL");
    if (!url) throw new Error("there is no api process with a DATABASE_URL");
    return url;
  }

  /** The submission ports. Throws if they are not known yet. */
  smtpPorts(): { starttls: number; implicit: number } {
    const ports = this.findSmtpPorts();
    if (!ports) throw new Error("no SMTP port was printed yet");
    return ports;
  }

  /** Waits for the submission ports. */
  findSmtpPorts(): { starttls: number; implicit: number } | null {
    const line = this.logs.findLast((text) => text.includes('"submission.listening"'));
    if (!line) return null;
    const { starttlsPort, implicitPort } = JSON.parse(line);
    return { starttls: starttlsPort, implicit: implicitPort };
  }

  postmasterPid(): number | null {
    return findPostmaster(this.dataDir);
  }

  /** The port of the inbound server. */
  inboundPort(): number {
    const line = this.logs.findLast((text) => text.includes('"inbound.listening"'));
    if (!line) throw new Error("no inbound port was printed yet");
    return JSON.parse(line).port;
  }

  /** `kill -9`; returns the ids that were killed, and waits until they are gone. */
  async kill(target: Role | "supervisor" | "postgres"): Promise<number[]> {
    const pids = this.#pidsOf(target);
    for (const pid of pids) process.kill(pid, "SIGKILL");
    await until(() => pids.every((pid) => !isAlive(pid)), { what: `${target} to be gone` });
    return pids;
  }

  #pidsOf(target: Role | "supervisor" | "postgres"): number[] {
    if (target === "supervisor") return [this.pid];
    if (target === "postgres") return [this.postmasterPid()].filter((pid) => pid !== null);
    return this.rolePids(target);
  }

  /** Sends SIGTERM and returns the exit code. Processes that remain after the timeout are killed, which is an error. */
  async stop(): Promise<number | null> {
    const child = this.#child;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const left = [
      ...(["api", "smtp", "inbound", "worker", "background"] as const).flatMap((role) => this.rolePids(role)),
      this.postmasterPid(),
    ];
    child.kill("SIGTERM");
    const ended = once(child, "exit");
    try {
      await until(() => child.exitCode !== null || child.signalCode !== null, {
        within: STOP_WITHIN_MS,
        what: "posthouse to stop",
      });
      return child.exitCode;
    } catch (error) {
      for (const pid of [child.pid, ...left]) if (pid && isAlive(pid)) process.kill(pid, "SIGKILL");
      await ended;
      throw error;
    }
  }
}

export async function isReady({ baseUrl }: { baseUrl: string }): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

/** Starts the program and waits until it is ready. The caller stops it with `stopAndRemove`. */
export async function startPosthouse(options: PosthouseOptions = {}): Promise<Posthouse> {
  const isEmbedded = options.database === undefined && options.env?.DATABASE_URL === undefined;
  const dataDir = options.dataDir ?? (await newDataDir({ hasDatabase: isEmbedded }));
  const posthouse = new Posthouse({ ...options, dataDir, port: options.port ?? (await freePort()) });
  try {
    await posthouse.start();
    return posthouse;
  } catch (error) {
    // The caller never gets the instance, so stop it here.
    await stopAndRemove(posthouse).catch(() => undefined);
    throw error;
  }
}

/** Stops the program and removes its data. */
export async function stopAndRemove(posthouse: Posthouse | undefined): Promise<void> {
  if (!posthouse) return;
  await posthouse.stop();
  await posthouse.database?.drop();
  await rm(posthouse.dataDir, { recursive: true, force: true });
}

/** Below the ephemeral ports, because an outgoing connection may take a port between its choice and its use. */
const ports = { from: 12_000, to: 32_000 };

/** Finds a port of the loopback address that is currently free. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.from, ports.to);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once("error", () => resolve(false));
  server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  return await promise;
}

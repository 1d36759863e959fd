import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { loadEmail } from "../harness/api-client.ts";
import { isAlive } from "../harness/processes.ts";
import { until } from "../harness/until.ts";
import { untilWhole } from "./disrupt.ts";
import { wallClock } from "./ledger.ts";
import { post } from "./load-client.ts";
import type { ClientRecord, Disruption } from "./records.ts";
import type { Stage } from "./stage.ts";
import { judge, type Verdict } from "./verdict.ts";

type Calls = { target: "api" | "worker"; call: "write" | "writev" };
/** In which calls of one kind a process is killed, counted from just before an email is sent. */
export type Series = Calls & { at: number[] };
type Call = Calls & { nth: number };
type Told = { client: ClientRecord[]; disruptions: Disruption[] };
export type SyscallReport = {
  verdict: Verdict;
  /** Where somebody was killed. */
  killed: Series[];
};

/** A process that writes more often for one email, and for a second after it, is not what this was made for. */
const MAX_WRITES = 80;
/** After an email has come to its end, a process may still write of it. */
const AFTERWARDS_MS = 1_000;

/** F3: every call by which anything leaves the two processes, until an email has come to its end before the nth. */
export async function killAtEveryWrite(stage: Stage): Promise<SyscallReport & { ok: boolean }> {
  const at = Array.from({ length: MAX_WRITES }, (_, n) => n + 1);
  const report = await killAtWrites(stage, [
    { target: "worker", call: "write", at },
    { target: "worker", call: "writev", at },
    { target: "api", call: "write", at },
    { target: "api", call: "writev", at },
  ]);
  const ranOut = report.killed.every((series) => series.at.length > 0 && series.at.length < MAX_WRITES);
  return { ok: report.verdict.ok && ranOut, ...report };
}

/**
 * Sends an email while a process is killed in its nth call since then, for one n of a series after the other until one kills nobody:
 * before, between and after what it tells the database, the journal, the client and the server.
 */
export async function killAtWrites(stage: Stage, asked: Series[]): Promise<SyscallReport> {
  const told: Told = { client: [], disruptions: [] };
  const killed = asked.map((series) => ({ ...series, at: [] as number[] }));
  for (const [which, { at, ...calls }] of asked.entries())
    for (const nth of at) {
      if (!(await isKilledIn({ ...calls, nth }, stage, told))) break;
      killed[which]?.at.push(nth);
    }
  return { verdict: judge({ ...told, sink: await stage.sinkRecords() }), killed };
}

/** Sends one email, and comes back when that has come to its end and all run again. */
async function isKilledIn({ target, call, nth }: Call, stage: Stage, told: Told): Promise<boolean> {
  const { posthouse, key } = stage;
  const [id, to] = [`${target}-${call}-${nth}`, ["a@sink.test"]];
  const [pid = 0] = posthouse.rolePids(target);
  const at = wallClock();
  told.client.push({ kind: "attempt", id, to, at });
  const tracer = await killInCall(pid, { call, nth });
  const agent = new Agent();
  let wasKilled = false;
  try {
    const answer = await post({ agent, baseUrl: posthouse.baseUrl, key, id, to });
    told.client.push(answer);
    wasKilled = await isKilled(stage, { pid, answer });
  } finally {
    tracer.kill();
    agent.destroy();
  }
  await untilWhole(posthouse);
  told.disruptions.push({ target, at, until: wallClock() });
  await stage.drain();
  return wasKilled;
}

/**
 * Comes back when every further call of the process counts. strace counts each kind of call and each thread by itself, so that it is
 * given one of both: traced, all that leaves a process does so by `write` and `writev` of its first thread; the others only wake it.
 */
async function killInCall(pid: number, { call, nth }: Omit<Call, "target">): Promise<ChildProcess> {
  const inject = `inject=${call}:signal=SIGKILL:when=${nth}`;
  const parameters = ["-o", "/dev/null", "-e", `trace=${call}`, "-e", inject, "-p", String(pid)];
  const tracer = spawn("strace", parameters, { stdio: ["ignore", "ignore", "pipe"] });
  let told = "";
  tracer.stderr.setEncoding("utf8").on("data", (text: string) => {
    told += text;
  });
  await Promise.race([
    until(() => told.includes("attached"), {
      what: () => `strace to attach; it said ${told}`,
    }),
    once(tracer, "exit").then(() => {
      throw new Error(`strace ended: ${told}`);
    }),
  ]);
  return tracer;
}

/** Waits for the death of the process, or for the end of the email without it. */
async function isKilled(
  { posthouse, key }: Stage,
  { pid, answer }: { pid: number; answer: ClientRecord },
): Promise<boolean> {
  let endedAt = Number.POSITIVE_INFINITY;
  const isDead = () => !isAlive(pid);
  const hasEnded = async () => {
    if (answer.kind !== "accepted") return true;
    const { status } = await loadEmail(posthouse.baseUrl, key, answer.emailId);
    return status === "delivered";
  };
  await until(
    async () => {
      if (isDead()) return true;
      if (endedAt === Number.POSITIVE_INFINITY && (await hasEnded().catch(() => false)))
        endedAt = performance.now();
      return performance.now() - endedAt > AFTERWARDS_MS;
    },
    { within: 60_000, what: "a death, or a delivery" },
  );
  return isDead();
}

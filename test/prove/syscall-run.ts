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
/** The calls of one kind in which a process is killed, counted from just before an email is sent. */
export type Series = Calls & { at: number[] };
type Call = Calls & { nth: number };
type Records = { client: ClientRecord[]; disruptions: Disruption[] };
export type SyscallReport = {
  verdict: Verdict;
  /** The calls in which a process was killed. */
  killed: Series[];
};

/** The maximum of writes for one email and the second after it; a process with more does not suit this stage. */
const MAX_WRITES = 80;
/** After an email is final, a process may still write about it. */
const AFTERWARDS_MS = 1_000;

/** All calls through which data leaves the two processes, until an email is final before the nth call (F3). */
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
 * Sends an email and kills a process in its nth call since then, for increasing n until no process is killed. This covers the moments
 * before, between and after all writes to the database, the journal, the client and the server.
 */
export async function killAtWrites(stage: Stage, asked: Series[]): Promise<SyscallReport> {
  const records: Records = { client: [], disruptions: [] };
  const killed = asked.map((series) => ({ ...series, at: [] as number[] }));
  for (const [which, { at, ...calls }] of asked.entries())
    for (const nth of at) {
      if (!(await isKilledIn({ ...calls, nth }, stage, records))) break;
      killed[which]?.at.push(nth);
    }
  return { verdict: judge({ ...records, sink: await stage.sinkRecords() }), killed };
}

/** Sends one email; returns when it is final and all processes run again. */
async function isKilledIn({ target, call, nth }: Call, stage: Stage, records: Records): Promise<boolean> {
  const { posthouse, key } = stage;
  const [id, to] = [`${target}-${call}-${nth}`, ["a@sink.test"]];
  const [pid = 0] = posthouse.rolePids(target);
  const at = wallClock();
  records.client.push({ kind: "attempt", id, to, at });
  const tracer = await killInCall(pid, { call, nth });
  const agent = new Agent();
  let wasKilled = false;
  try {
    const answer = await post({ agent, baseUrl: posthouse.baseUrl, key, id, to });
    records.client.push(answer);
    wasKilled = await isKilled(stage, { pid, answer });
  } finally {
    tracer.kill();
    agent.destroy();
  }
  await untilWhole(posthouse);
  records.disruptions.push({ target, at, until: wallClock() });
  await stage.drain();
  return wasKilled;
}

/**
 * Returns when every further call of the process counts. strace counts each kind of call and each thread separately, so it gets one of
 * each: traced, all data leaves a process by `write` and `writev` of its first thread; the other threads only wake it.
 */
async function killInCall(pid: number, { call, nth }: Omit<Call, "target">): Promise<ChildProcess> {
  const inject = `inject=${call}:signal=SIGKILL:when=${nth}`;
  const parameters = ["-o", "/dev/null", "-e", `trace=${call}`, "-e", inject, "-p", String(pid)];
  const tracer = spawn("strace", parameters, { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  tracer.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  await Promise.race([
    until(() => output.includes("attached"), {
      what: () => `strace to attach; output: ${output}`,
    }),
    once(tracer, "exit").then(() => {
      // A process that is killed in its own background write takes strace with it: that is a kill, too.
      if (!output.includes("attached")) throw new Error(`strace ended: ${output}`);
    }),
  ]);
  return tracer;
}

/** Waits until the process is killed, or the email is final without a kill. */
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
    { within: 60_000, what: "a kill or a delivery" },
  );
  return isDead();
}

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

export type Writer = "api" | "worker";
export type SyscallReport = {
  verdict: Verdict;
  /** At which writes a process was killed; the later ones did not come. */
  killedAt: Record<Writer, number[]>;
};

/** All calls of the system by which anything leaves a process: to sockets, to the journal, to the log. */
const writes = "write,writev,sendto,sendmsg,pwrite64,pwritev";
/** After an email has come to its end, a process may still write of it. */
const afterwardsMs = 1_000;

/**
 * F3: sends an email while a process is killed in its nth write since then, for each n that is asked for: before, between and after
 * everything that it tells the database, the journal, the client and the server.
 */
export async function killAtWrites(stage: Stage, asked: Record<Writer, number[]>): Promise<SyscallReport> {
  const agent = new Agent({ keepAlive: true });
  const client: ClientRecord[] = [];
  const disruptions: Disruption[] = [];
  const killedAt: SyscallReport["killedAt"] = { api: [], worker: [] };
  const turns = (["worker", "api"] as const).flatMap((target) =>
    asked[target].map((nth) => ({ target, nth })),
  );
  for (const { target, nth } of turns) {
    const [id, to] = [`${target}-write-${nth}`, ["a@sink.test"]];
    const [pid = 0] = stage.posthouse.rolePids(target);
    const at = wallClock();
    client.push({ kind: "attempt", id, to, at });
    const tracer = await killInWrite(pid, nth);
    let wasKilled = false;
    try {
      const answer = await post({ agent, baseUrl: stage.posthouse.baseUrl, key: stage.key, id, to });
      client.push(answer);
      wasKilled = await isKilled(stage, { pid, answer });
    } finally {
      tracer.kill();
    }
    if (wasKilled) killedAt[target].push(nth);
    await untilWhole(stage.posthouse);
    disruptions.push({ target, at, until: wallClock() });
    await stage.drain();
  }
  agent.destroy();
  return { verdict: judge({ client, sink: await stage.sinkRecords(), disruptions }), killedAt };
}

/** Comes back when every further write of the process counts. */
async function killInWrite(pid: number, nth: number): Promise<ChildProcess> {
  const inject = `inject=${writes}:signal=SIGKILL:when=${nth}`;
  const parameters = ["-f", "-o", "/dev/null", "-e", `trace=${writes}`, "-e", inject, "-p", String(pid)];
  const tracer = spawn("strace", parameters, { stdio: ["ignore", "ignore", "pipe"] });
  let told = "";
  tracer.stderr.setEncoding("utf8").on("data", (text: string) => {
    told += text;
  });
  await Promise.race([
    until(() => told.includes("attached"), {
      within: 20_000,
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
      return performance.now() - endedAt > afterwardsMs;
    },
    { within: 60_000, what: "a death, or a delivery" },
  );
  return isDead();
}

import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { plain } from "../harness/raw-smtp.ts";
import { until } from "../harness/until.ts";
import { mutateSession } from "./mutate-session.ts";
import { seededRandom } from "./random.ts";

export type FuzzOptions = {
  ports: { starttls: number; implicit: number };
  key: string;
  /** Process id of the attacked process. */
  pid: number;
  seconds: number;
  seed: number;
};

export type FuzzReport = {
  sessions: number;
  /** Messages that were accepted. */
  accepted: number;
  /** Memory growth from the first third of the run to its end. */
  grownMb: number;
  /** Descriptors open at the end that were not open at the start. */
  leakedDescriptors: number;
  /** Whether the same process still runs and accepts a valid message. */
  isAlive: boolean;
};

const AT_ONCE = 16;
/** Timeout of a session that waits for more data; at least as long as a valid session takes. */
const SESSION_MS = 250;
const PROPER_MS = 10_000;
/** A minimum of sessions, for which a slow machine may take longer. */
const LEAST_SESSIONS = 60;

/** Runs concurrent mutated sessions against the submission server for a time. */
export async function fuzzSubmission({ ports, key, pid, seconds, seed }: FuzzOptions): Promise<FuzzReport> {
  const random = seededRandom(seed);
  const proper = { ports, patienceMs: PROPER_MS };
  const began = performance.now();
  await playSession(goodSession(key), proper);
  const patienceMs = Math.max(SESSION_MS, performance.now() - began);
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1_000;
  const descriptors = countDescriptors(pid);
  let sessions = 0;
  let accepted = 0;
  let settledMb: number | null = null;
  const attack = async () => {
    while ((elapsed() < seconds || sessions < LEAST_SESSIONS) && isRunning(pid)) {
      sessions += 1;
      const taken = await playSession(mutateSession(goodSession(key), random), {
        ports,
        random,
        patienceMs,
      });
      accepted += taken;
      if (settledMb === null && elapsed() > seconds / 3) settledMb = residentMb(pid);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, attack));
  const isAlive = isRunning(pid) && (await playSession(goodSession(key), proper)) === 1;
  const left = () => countDescriptors(pid) - descriptors;
  // Closed sessions linger, and the database pool may have grown.
  await until(() => !isRunning(pid) || left() <= 10, { what: "" }).catch(() => undefined);
  return {
    sessions,
    accepted,
    grownMb: isAlive ? residentMb(pid) - (settledMb ?? 0) : 0,
    leakedDescriptors: Math.max(0, left()),
    isAlive,
  };
}

/** The bytes of a valid client, pipelined where RFC 2920 allows it. */
function goodSession(key: string): string[] {
  return [
    "EHLO client.test\r\n",
    `AUTH PLAIN ${plain("posthouse", key)}\r\n`,
    "MAIL FROM:<ada@example.com> SIZE=200\r\n",
    "RCPT TO:<bob@example.net>\r\n",
    "DATA\r\n",
    "From: Ada <ada@example.com>\r\nTo: bob@example.net\r\nSubject: =?utf-8?q?fuzz?=\r\n\r\nHello\r\n..\r\nbye\r\n.\r\n",
    "QUIT\r\n",
  ];
}

type SessionOptions = { ports: FuzzOptions["ports"]; random?: () => number; patienceMs: number };

/** Sends each part after a reply to the one before, or without waiting; returns the number of accepted messages. */
async function playSession(
  parts: string[],
  { ports, random = () => 0.5, patienceMs }: SessionOptions,
): Promise<number> {
  const isSecure = random() < 0.8;
  const socket: Socket = isSecure
    ? connectTls({ port: ports.implicit, host: "127.0.0.1", rejectUnauthorized: false })
    : connect(ports.starttls, "127.0.0.1");
  let received = "";
  socket.on("error", () => undefined);
  socket.on("data", (chunk: Buffer) => {
    received += chunk.toString("latin1");
  });
  const isOpen = () => !socket.destroyed && socket.readyState !== "closed";
  const answer = async (before: number) => {
    const giveUpAt = performance.now() + patienceMs;
    while (received.length === before && isOpen() && performance.now() < giveUpAt) await delay(2);
  };
  await Promise.race([once(socket, isSecure ? "secureConnect" : "connect"), delay(2_000)]).catch(
    () => undefined,
  );
  await answer(0);
  for (const part of parts) {
    if (!isOpen()) break;
    const before = received.length;
    socket.write(Buffer.from(part, "latin1"));
    if (random() < 0.9) await answer(before);
  }
  if (random() < 0.7) socket.end();
  else socket.destroy();
  await delay(5);
  socket.destroy();
  return received.match(/queued as/g)?.length ?? 0;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;
}

function countDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

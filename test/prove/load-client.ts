import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Ledger, wallClock } from "./ledger.ts";
import { payloadOf } from "./payload.ts";
import type { ClientRecord } from "./records.ts";

export type LoadOptions = {
  baseUrl: string;
  key: string;
  ledgerPath: string;
  connections: number;
  /** Attempts per second over all connections; attempts that a slow server delays are not made up. */
  rate: number;
  /** Prefix of all ids of this run. */
  prefix: string;
};

export type Load = { stop: () => Promise<void>; accepted: () => number };

const ANSWER_WITHIN_MS = 20_000;

/**
 * Posts emails until it is stopped. An attempt is on the disk before the request is sent, a response before it counts. Nothing is
 * retried: an attempt without a response stays unanswered, and may or may not arrive.
 */
export async function startLoad(options: LoadOptions): Promise<Load> {
  const ledger = await Ledger.open<ClientRecord>(options.ledgerPath);
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  const turn = pacer(options.rate);
  let stopped = false;
  let made = 0;
  let accepted = 0;

  async function sendOne(): Promise<void> {
    made += 1;
    const id = `${options.prefix}-${made}`;
    // One email in ten has three recipients, because each has its own state and may be lost alone.
    const to = made % 10 === 0 ? ["a", "b", "c"].map((name) => `${name}@sink.test`) : ["a@sink.test"];
    await ledger.append({ kind: "attempt", id, to, at: wallClock() });
    const answer = await post({ agent, id, to, ...options });
    await ledger.append(answer);
    if (answer.kind === "accepted") accepted += 1;
  }
  async function keepSending(): Promise<void> {
    for (await turn(); !stopped; await turn()) await sendOne();
  }

  let ended: Promise<void> | null = null;
  const loops = Array.from({ length: options.connections }, keepSending);
  return {
    accepted: () => accepted,
    stop: () => {
      stopped = true;
      ended ??= Promise.all(loops).then(() => {
        agent.destroy();
        return ledger.close();
      });
      return ended;
    },
  };
}

type Post = {
  agent: Agent;
  baseUrl: string;
  key: string;
  id: string;
  to: string[];
  padding?: string;
  more?: object;
};

/** Posts one email with the payload of its id, after `padding` to make it long, and with `more` fields. Never rejects. */
export function post({ agent, baseUrl, key, id, to, padding = "", more = {} }: Post): Promise<ClientRecord> {
  const text = payloadOf(id);
  const html = `${padding}<pre>\n${text}\n</pre>`;
  const body = JSON.stringify({ ...more, to, subject: `proof ${id}`, text, html });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const { promise, resolve } = Promise.withResolvers<ClientRecord>();
  const unanswered = (reason: string) => resolve({ kind: "unanswered", id, at: wallClock(), reason });
  const call = request(`${baseUrl}/api/v1/send`, { method: "POST", agent, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", (error) => unanswered(error.message));
    response.on("end", () => resolve(readResponse(id, response.statusCode ?? 0, Buffer.concat(chunks))));
  });
  call.setTimeout(ANSWER_WITHIN_MS, () => call.destroy(new Error("no response in time")));
  call.on("error", (error) => unanswered(error.message));
  call.end(body);
  return promise;
}

function readResponse(id: string, status: number, body: Buffer): ClientRecord {
  const at = wallClock();
  if (status !== 200) return { kind: "refused", id, at, status };
  const answer: { id?: unknown } = JSON.parse(body.toString());
  return { kind: "accepted", id, at, emailId: String(answer.id) };
}

/** Resolves at most `rate` times per second, over all callers. */
function pacer(rate: number): () => Promise<void> {
  let next = performance.now();
  return async () => {
    next = Math.max(next + 1_000 / rate, performance.now());
    await pause(Math.max(0, next - performance.now()));
  };
}

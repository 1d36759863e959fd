/**
 * The idempotency storm (C21): many keys, each used by many clients at once, on two nodes of one database that are killed at the same
 * time. Each client repeats its call with its key until the response is 200.
 */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { signUpAndCreateKey } from "../harness/api-client.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";
import { seededRandom } from "./random.ts";

export type StormOptions = {
  keys: number;
  /** Clients per key. */
  callers: number;
  /** Keys in progress at once. */
  wave: number;
  /** Keys per wave; a node is killed in each wave. */
  killEvery: number;
  seed: number;
};
export type StormFigures = Awaited<ReturnType<typeof playStorm>>;

/** Every fifth key is for a batch of this many emails, which must be stored completely. */
const BATCH_SIZE = 20;
const CLIENT_PATIENCE_MS = 90_000;
/** Late enough for a wave to be in progress, and early enough for it not to be over. */
const MOST_KILL_DELAY_MS = 60;

/** Runs the storm on two `api` processes with one durable database, and checks the database. */
export async function proveStorm(options: StormOptions): Promise<{ ok: boolean; figures: StormFigures }> {
  const roles = ["api"] as const;
  const env = { SECRET_KEY: "one key for both nodes, long enough" };
  const first = await startPosthouse({ roles, env });
  let second: Posthouse | undefined;
  try {
    second = await startPosthouse({ roles, env: { ...env, DATABASE_URL: first.databaseUrl() } });
    const { key } = await signUpAndCreateKey(first);
    const figures = await playStorm([first, second], key, options);
    return { ok: isFaultless(figures, options), figures };
  } finally {
    await stopAndRemove(second);
    await stopAndRemove(first);
  }
}

export function isFaultless(figures: StormFigures, { keys }: StormOptions): boolean {
  const { keptKeys, wrongCounts, differing, faults, kills } = figures;
  return (
    keptKeys === keys && kills > 0 && [wrongCounts, differing, faults].every(({ length }) => length === 0)
  );
}

async function playStorm(nodes: Posthouse[], apiKey: string, options: StormOptions) {
  const random = seededRandom(options.seed);
  const tally = new Tally();
  const names = Array.from({ length: options.keys }, (_, n) => `storm-${n}${n % 5 === 4 ? "-batch" : ""}`);
  let kills = 0;
  for (let at = 0; at < names.length; at += options.wave) {
    const callers = names
      .slice(at, at + options.wave)
      .flatMap((name) =>
        Array.from({ length: options.callers }, () => callUntilDone({ nodes, apiKey, name, random, tally })),
      );
    if ((at / options.wave) % options.killEvery === 0) {
      await killOne(nodes[kills % nodes.length] as Posthouse, random);
      kills += 1;
    }
    await Promise.all(callers);
  }
  const stored = await readStored(nodes[0] as Posthouse, names);
  return { seed: options.seed, kills, ...tally.figures(), ...stored };
}

async function killOne(node: Posthouse, random: () => number): Promise<void> {
  await pause(random() * MOST_KILL_DELAY_MS);
  await node.kill("api");
  // Its supervisor restarts it while the clients retry.
  await until(() => node.rolePids("api").length > 0, {
    within: 30_000,
    what: "the node to restart",
  });
}

type Call = { nodes: Posthouse[]; apiKey: string; name: string; random: () => number; tally: Tally };

async function callUntilDone({ nodes, apiKey, name, random, tally }: Call): Promise<void> {
  const deadline = performance.now() + CLIENT_PATIENCE_MS;
  while (performance.now() < deadline) {
    const node = nodes[Math.floor(random() * nodes.length)] as Posthouse;
    const answer = await callOnce(node.baseUrl, apiKey, name);
    tally.note(name, answer);
    if (answer.status === 200) return;
    await pause(20 + random() * 100);
  }
  tally.fault(`${name}: no response in ${CLIENT_PATIENCE_MS} ms`);
}

type Answer = { status: number; text: string; replayed: boolean };

async function callOnce(baseUrl: string, apiKey: string, name: string): Promise<Answer> {
  const email = {
    to: "storm@simulator.posthouse.test",
    from: "us@posthouse.test",
    subject: name,
    text: name,
  };
  const isBatch = name.endsWith("batch");
  const body = isBatch ? { emails: Array(BATCH_SIZE).fill(email) } : email;
  try {
    const answer = await fetch(`${baseUrl}/api/v1/${isBatch ? "emails/batch" : "send"}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/json",
        "idempotency-key": name,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const replayed = answer.headers.get("idempotent-replay") === "true";
    return { status: answer.status, text: await answer.text(), replayed };
  } catch {
    return { status: 0, text: "", replayed: false };
  }
}

/** The responses to clients. */
class Tally {
  readonly #statuses = new Map<number, number>();
  readonly #answers = new Map<string, Set<string>>();
  readonly #first = new Map<string, number>();
  readonly #faults: string[] = [];

  note(name: string, { status, text, replayed }: Answer): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (status === 200) {
      this.#answers.set(name, (this.#answers.get(name) ?? new Set()).add(text));
      if (!replayed) this.#first.set(name, (this.#first.get(name) ?? 0) + 1);
    } else if (!isPatient(status, text)) this.fault(`${name}: ${status} ${text}`);
  }

  fault(what: string): void {
    this.#faults.push(what);
  }

  figures() {
    const differing = [...this.#answers].filter(([, answers]) => answers.size > 1).map(([name]) => name);
    const twice = [...this.#first]
      .filter(([, count]) => count > 1)
      .map(([name]) => `${name}: executed twice`);
    return {
      /** 0: the node was down. */
      statuses: Object.fromEntries(this.#statuses),
      /** Keys whose clients received different responses. */
      differing,
      faults: [...this.#faults, ...twice],
    };
  }
}

/** Whether the response allows a retry. */
function isPatient(status: number, text: string): boolean {
  return status === 0 || status === 503 || (status === 409 && text.includes("idempotency_in_progress"));
}

async function readStored(node: Posthouse, names: string[]) {
  const client = new pg.Client({ connectionString: node.databaseUrl() });
  await client.connect();
  try {
    const { rows } = await client.query<{ subject: string; emails: string; recipients: string }>(
      `SELECT e.subject, count(DISTINCT e.id) AS emails, count(r.position) AS recipients
       FROM emails e LEFT JOIN recipients r ON r.account_id = e.account_id AND r.email_id = e.id GROUP BY e.subject`,
    );
    const found = new Map(rows.map(({ subject, ...counts }) => [subject, counts]));
    const wrongCounts = names.flatMap((name) => {
      const wanted = name.endsWith("batch") ? BATCH_SIZE : 1;
      const { emails = 0, recipients = 0 } = found.get(name) ?? {};
      return Number(emails) === wanted && Number(recipients) === wanted
        ? []
        : [`${name}: ${emails} emails, ${recipients} recipients`];
    });
    const kept = await client.query("SELECT FROM idempotency_keys");
    return {
      keptKeys: kept.rowCount ?? 0,
      /** Keys whose emails are not stored exactly once. */
      wrongCounts,
    };
  } finally {
    await client.end();
  }
}

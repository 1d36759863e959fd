import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { callApi, signUpAndCreateKey } from "../harness/api-client.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { memoryOf } from "../harness/processes.ts";
import { until } from "../harness/until.ts";
import { linksOf, SECRET_KEY } from "./tracking-run.ts";

const CONNECTIONS = 8;
/** Requests that a connection sends before it waits for their responses. */
const PIPELINED = 25;
/** A link of another recipient is followed, and an email is sent, at these intervals. */
const FOLLOW_EVERY_MS = 50;
const SEND_EVERY_MS = 200;
const COUNTED_PER_MINUTE = 20;
const STORED_WITHIN_MS = 300_000;
/** More is a leak: half a million hits that were kept would take 50 MB. */
const MAX_GROWTH_BYTES = 25_000_000;
/** Kept hits of a shorter flood would be hidden by the heap's ups and downs. */
const REQUESTS_FOR_MEMORY = 500_000;

type FloodFigures = {
  requests: number;
  seconds: number;
  /** Responses other than a redirect. */
  notRedirected: number;
  /** Clicks that are stored for the flooded link, and at most allowed. */
  counted: number;
  countedAtMost: number;
  /** Other links that were followed once during the flood; those that are not stored exactly once. */
  others: number;
  othersMiscounted: number;
  /** Emails that were sent by the API during the flood; those that were refused. */
  sent: number;
  refused: number;
  /** The most memory of the API and the background process in the second half, minus the most in the first: the heap goes up and down. */
  grownBytes: number;
};

type Link = { name: string; path: string };

/**
 * Follows one link very often while other links are followed and mail is sent. In the end, the flooded link is counted at its limit, the
 * other links are counted once, no call of the API was refused, and the memory has not grown in a flood of at least half a million.
 */
export async function proveFlood({
  requests,
}: {
  requests: number;
}): Promise<{ ok: boolean; figures: FloodFigures }> {
  const posthouse = await startPosthouse({ roles: ["api"], env: { SECRET_KEY } });
  try {
    const { key } = await signUpAndCreateKey(posthouse);
    const client = new pg.Client({ connectionString: posthouse.databaseUrl() });
    await client.connect();
    const figures = await play({ posthouse, key, client }, requests);
    await client.end();
    const { notRedirected, counted, countedAtMost, others, othersMiscounted, sent, refused, grownBytes } =
      figures;
    const ok =
      notRedirected + othersMiscounted + refused === 0 &&
      counted >= COUNTED_PER_MINUTE &&
      counted <= countedAtMost &&
      others > 0 &&
      sent > 0 &&
      (requests < REQUESTS_FOR_MEMORY || grownBytes < MAX_GROWTH_BYTES);
    return { ok, figures };
  } finally {
    await stopAndRemove(posthouse);
  }
}

type Parts = { posthouse: Posthouse; key: string; client: pg.Client };

async function play({ posthouse, key, client }: Parts, requests: number): Promise<FloodFigures> {
  const next = await linksOf(client);
  const [flooded, first] = [next(), next()];
  await follow(posthouse, first);
  const background = await until(() => posthouse.rolePids("background")[0], {
    what: "the background process",
  });
  const pids = [...posthouse.rolePids("api"), background];
  const flood = new Flood({ port: posthouse.port, path: flooded.path, requests });
  const others: Link[] = [first];
  const calls = { sent: 0, refused: 0 };
  const most = { inFirstHalf: 0, inSecondHalf: 0 };
  const startedAt = Date.now();
  const flooding = flood.run();
  await Promise.all([
    repeat(flood, FOLLOW_EVERY_MS, async () => {
      const link = next();
      await follow(posthouse, link);
      others.push(link);
    }),
    repeat(flood, SEND_EVERY_MS, async () => {
      const body = { from: "a@posthouse.test", to: "b@sink.test", subject: "During a flood", text: "Hello" };
      const { status } = await callApi(posthouse.baseUrl, "/api/v1/send", { key, body });
      calls[status === 200 ? "sent" : "refused"] += 1;
    }),
    repeat(flood, 100, async () => {
      const bytes = pids.reduce((sum, pid) => sum + memoryOf(pid).rss, 0);
      const half = flood.answered < requests / 2 ? "inFirstHalf" : "inSecondHalf";
      most[half] = Math.max(most[half], bytes);
    }),
    flooding,
  ]);
  const endedAt = Date.now();
  const counts = await storedCounts(client, { flooded, others });
  const minutes = Math.floor(endedAt / 60_000) - Math.floor(startedAt / 60_000) + 1;
  return {
    requests: flood.answered,
    seconds: Math.round((endedAt - startedAt) / 1_000),
    notRedirected: requests - flood.redirected,
    counted: counts.get(flooded.name) ?? 0,
    countedAtMost: minutes * COUNTED_PER_MINUTE,
    others: others.length,
    othersMiscounted: others.filter(({ name }) => counts.get(name) !== 1).length,
    ...calls,
    grownBytes: most.inSecondHalf - most.inFirstHalf,
  };
}

async function repeat(flood: Flood, everyMs: number, work: () => Promise<void>): Promise<void> {
  while (!flood.isOver) {
    await work();
    await pause(everyMs);
  }
}

async function follow({ baseUrl }: Posthouse, { path }: Link): Promise<void> {
  const headers = { "user-agent": "Mozilla/5.0 Gecko/20100101 Firefox/144.0", "accept-language": "en" };
  const response = await fetch(`${baseUrl}${path}`, { redirect: "manual", headers });
  await response.body?.cancel();
  if (response.status !== 302) throw new Error(`a link returned ${response.status}`);
}

/** Waits until all links are stored, and the flooded one as often as its limit allows, or for as long as a slow machine may take. */
async function storedCounts(
  client: pg.Client,
  { flooded, others }: { flooded: Link; others: Link[] },
): Promise<Map<string, number>> {
  for (let n = 0; ; n += 1) {
    const { rows } = await client.query<{ name: string; count: number }>(
      "SELECT email_id || ' ' || position || ' ' || link AS name, count(*)::integer AS count FROM engagements GROUP BY 1",
    );
    const counts = new Map(rows.map(({ name, count }) => [name, count]));
    const isLimited = (counts.get(flooded.name) ?? 0) >= COUNTED_PER_MINUTE;
    if (n === STORED_WITHIN_MS / 500 || (isLimited && others.every(({ name }) => counts.has(name))))
      return counts;
    await pause(500);
  }
}

/** Requests of one path over a few connections, pipelined, because the client must not be the bottleneck. */
class Flood {
  readonly #request: string;
  readonly #port: number;
  #left: number;
  answered = 0;
  redirected = 0;
  isOver = false;

  constructor({ port, path, requests }: { port: number; path: string; requests: number }) {
    this.#port = port;
    this.#left = requests;
    this.#request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: flood\r\n\r\n`;
  }

  async run(): Promise<void> {
    try {
      await Promise.all(Array.from({ length: CONNECTIONS }, () => this.#connection()));
    } finally {
      this.isOver = true;
    }
  }

  async #connection(): Promise<void> {
    const socket = connect(this.#port, "127.0.0.1");
    let rest = "";
    let waiting = this.#write(socket);
    for await (const chunk of socket) {
      const text = rest + (chunk as Buffer).toString("latin1");
      let end = 0;
      for (const { 0: line, 1: status, index } of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        this.answered += 1;
        if (status === "302") this.redirected += 1;
        waiting -= 1;
        end = index + line.length;
      }
      // A status line may be cut.
      rest = text.slice(Math.max(end, text.length - "HTTP/1.1 302".length));
      if (waiting > 0) continue;
      waiting = this.#write(socket);
      if (waiting === 0) break;
    }
    socket.destroy();
  }

  #write(socket: { write: (text: string) => unknown }): number {
    const count = Math.min(PIPELINED, this.#left);
    this.#left -= count;
    if (count > 0) socket.write(this.#request.repeat(count));
    return count;
  }
}

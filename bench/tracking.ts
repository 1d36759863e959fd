import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type Hit, hitOf } from "../src/features/tracking/hits/hit.ts";
import { HitCollector } from "../src/features/tracking/hits/hit-collector.ts";
import { Hits } from "../src/features/tracking/hits/hits.ts";
import { linkPathOf } from "../src/features/tracking/links/link-path.fixture.ts";
import { DatabaseClock, openDatabase } from "../src/platform/db/index.ts";
import { newId } from "../src/platform/ids/index.ts";
import { openInstanceSecrets } from "../src/platform/secrets/index.ts";
import { createLogger } from "../src/platform/telemetry/index.ts";
import { signUpAndCreateKey } from "../test/harness/api-client.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../test/harness/database-proxy.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../test/harness/posthouse.ts";
import { runSql } from "../test/harness/run-sql.ts";
import { until } from "../test/harness/until.ts";
import { drainQueue } from "./drain-queue.ts";
import { end, forkBench, nextMessage } from "./fork-bench.ts";
import { COUNT_MARK } from "./load.ts";
import { queryOn } from "./query-on.ts";
import { median, type Row, round } from "./report.ts";
import { hasSmtpSink, startSmtpSink } from "./smtp-sink.ts";

const WRK = "/usr/bin/wrk";
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 2;
/** Enough different links that nearly every request is counted. */
const LINKS = 50_000;
const HITS = 20_000;
const SECRET_KEY = "one key for the bench, long enough";
const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: SECRET_KEY });

type Figures = { rate: number; p99Ms: number };
type Options = { seconds: number; rounds: number };

/** Redirects against a bare redirect, also without the database; stored hits; and what tracking costs a delivery. */
export async function measureTracking(options: Options): Promise<Row[]> {
  return [...(await measureRedirects(options)), await measureIngest(), ...(await measureDelivery(options))];
}

async function measureRedirects({ seconds, rounds }: Options): Promise<Row[]> {
  const what = "tracked link, against a bare redirect";
  if (!existsSync(WRK)) return [{ what, value: null, unit: "×", bar: null, behind: "needs wrk" }];
  const owner = await startPosthouse({ roles: ["api"], env: { SECRET_KEY } });
  const proxy = await startDatabaseProxy(owner.databaseUrl());
  const posthouse = await startPosthouse({
    roles: ["api"],
    env: { SECRET_KEY, DATABASE_URL: proxy.connectionString, LOG_LEVEL: "warn" },
  });
  const bare = forkBench(new URL("./bare-redirect.ts", import.meta.url));
  const turns: { bare: Figures; own: Figures; down: Figures }[] = [];
  try {
    const { url } = await nextMessage<{ url: string }>(bare);
    await signUpAndCreateKey(posthouse);
    const paths = await pathsOf(owner.databaseUrl());
    // Until their code is compiled.
    for (const warming of [url, owner.baseUrl, posthouse.baseUrl])
      await follow(warming, paths, WARM_UP_SECONDS);
    await untilStored(owner);
    for (let turn = 0; turn < rounds; turn += 1) {
      const base = await follow(url, paths, seconds);
      // Not through the proxy, which would take processor time.
      const own = await follow(owner.baseUrl, paths, seconds);
      await untilStored(owner);
      const down = await withoutDatabase(proxy, () => follow(posthouse.baseUrl, paths, seconds));
      await untilStored(owner);
      turns.push({ bare: base, own, down });
    }
  } finally {
    proxy.mend();
    await end(bare);
    await stopAndRemove(posthouse);
    await proxy.close();
    await stopAndRemove(owner);
  }
  const behind = (figures: (turn: (typeof turns)[number]) => Figures) =>
    `${round(median(turns.map((turn) => figures(turn).rate)))}/s, bare ${round(median(turns.map((turn) => turn.bare.rate)))}/s`;
  return (["own", "down"] as const).flatMap((side): Row[] => {
    const suffix = side === "down" ? ", database down" : "";
    return [
      {
        what: what + suffix,
        value: median(turns.map((turn) => turn[side].rate / turn.bare.rate)),
        unit: "×",
        bar: { least: 0.6 },
        behind: behind((turn) => turn[side]),
      },
      {
        what: `tracked link, p99${suffix}`,
        value: median(turns.map((turn) => turn[side].p99Ms)),
        unit: "ms",
        bar: { most: 20 },
        behind: `${CONNECTIONS} connections; bare ${round(median(turns.map((turn) => turn.bare.p99Ms)))} ms`,
      },
    ];
  });
}

/** Waits until no more hits are stored: a backlog would slow down what is measured next. */
async function untilStored(posthouse: Posthouse): Promise<void> {
  let before = -1;
  const isUnchanged = async () => {
    const [row] = await queryOn<{ count: number }>(
      posthouse,
      "SELECT count(*)::integer AS count FROM engagements",
    );
    const count = row?.count ?? 0;
    const isSame = count === before;
    before = count;
    return isSame;
  };
  await until(isUnchanged, { within: 180_000, what: "all hits to be stored", every: 3_000 });
}

async function withoutDatabase<T>(proxy: DatabaseProxy, work: () => Promise<T>): Promise<T> {
  proxy.cut();
  try {
    return await work();
  } finally {
    proxy.mend();
  }
}

/** Requests one path after the other with wrk. Redirects are not errors. */
async function follow(baseUrl: string, paths: string[], seconds: number): Promise<Figures> {
  const directory = await mkdtemp(join(tmpdir(), "wrk-"));
  await writeFile(join(directory, "paths"), paths.join("\n"));
  const script = join(directory, "get.lua");
  const headers = `{ ["user-agent"] = "Mozilla/5.0 Firefox/144.0", ["accept-language"] = "en" }`;
  await writeFile(
    script,
    `local paths = {}
for line in io.lines(${JSON.stringify(join(directory, "paths"))}) do paths[#paths + 1] = line end
local n = math.random(#paths)
function request() n = n % #paths + 1; return wrk.format("GET", paths[n], ${headers}) end
function done(summary, latency) io.write(string.format("FIGURES %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(99), summary.errors.status)) end`,
  );
  const child = spawn(WRK, ["-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "-s", script, baseUrl], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = await text(child.stdout);
  await rm(directory, { recursive: true });
  const [requests, micros, p99, failed] = (/FIGURES (.*)/.exec(output)?.[1] ?? "").split(" ").map(Number);
  if (!requests || !micros || failed) throw new Error(`unexpected output of wrk: ${output}`);
  return { rate: (requests * 1e6) / micros, p99Ms: (p99 ?? 0) / 1_000 };
}

async function pathsOf(databaseUrl: string): Promise<string[]> {
  const recipient = await insertRecipients(databaseUrl);
  return Array.from({ length: LINKS }, (_, n) => {
    const url = `https://shop.example/offer?id=${n}`;
    return linkPathOf(secrets, { ...recipient, position: n % 1_000, link: Math.floor(n / 1_000) }, url);
  });
}

/** A delivered email with 1,000 recipients. */
async function insertRecipients(databaseUrl: string): Promise<{ accountNumber: number; emailId: string }> {
  const emailId = newId();
  await runSql(
    databaseUrl,
    `INSERT INTO recipients (account_id, email_id, position, address, address_key, state, due_at, updated_at)
     SELECT (SELECT id FROM accounts ORDER BY number LIMIT 1), '${emailId}', n, n || '@a.test', n || '@a.test', 'delivered', NULL,
       now() - interval '1 hour' FROM generate_series(0, 999) n`,
  );
  // PostgreSQL does this on its own, but some seconds later. Until then, it compares each hit with all recipients.
  await runSql(databaseUrl, "ANALYZE recipients, accounts");
  const database = openDatabase(databaseUrl, { max: 1 });
  const { rows } = await database.pool.query<{ number: number }>(
    "SELECT number FROM accounts ORDER BY number LIMIT 1",
  );
  await database.close();
  return { accountNumber: rows[0]?.number ?? 0, emailId };
}

/** From the first hit to the commit of the last, through the journal and the judge. */
async function measureIngest(): Promise<Row> {
  const posthouse = await startPosthouse({ roles: ["api"], env: { SECRET_KEY, LOG_LEVEL: "warn" } });
  const directory = await mkdtemp(join(tmpdir(), "hits-"));
  const database = openDatabase(posthouse.databaseUrl(), { max: 4 });
  try {
    await signUpAndCreateKey(posthouse);
    const recipient = await insertRecipients(posthouse.databaseUrl());
    const log = createLogger("silent", "bench");
    const hits = new Hits({ directory, log });
    const collector = new HitCollector({ directory, database, clock: new DatabaseClock(database), log });
    collector.start();
    const start = performance.now();
    for (let n = 0; n < HITS; n += 1) {
      hits.add(newHit({ ...recipient, position: n % 1_000, link: Math.floor(n / 1_000) }), n);
      // As requests do, in turns of the event loop.
      if (n % 100 === 99) await new Promise((resolve) => setImmediate(resolve));
    }
    await until(
      async () => {
        const { rows } = await database.pool.query<{ count: number }>(
          "SELECT count(*)::integer AS count FROM engagements",
        );
        return rows[0]?.count === HITS;
      },
      { within: 120_000, what: "all hits to be stored", every: 20 },
    );
    const rate = (HITS * 1_000) / (performance.now() - start);
    await hits.stop();
    await collector.stop();
    return {
      what: "opens and clicks, durable and judged",
      value: rate,
      unit: "/s",
      bar: { least: 5_000 },
      behind: `${round(HITS)} hits with different links`,
    };
  } finally {
    await database.close();
    await stopAndRemove(posthouse);
    await rm(directory, { recursive: true, force: true });
  }
}

function newHit(content: { accountNumber: number; emailId: string; position: number; link: number }): Hit {
  return hitOf("click", content, {
    at: Date.now(),
    method: "GET",
    ip: "198.51.100.7",
    headers: {
      "user-agent": "Mozilla/5.0 Firefox/144.0",
      "accept-language": "en",
      "sec-fetch-mode": "navigate",
    },
    url: "https://shop.example/offer",
    isPlainHttp: false,
  });
}

/** Processor time of the worker and the database for a delivery, with ten tracked links and the pixel against none. */
async function measureDelivery({ seconds, rounds }: Options): Promise<Row[]> {
  const what = "tracked delivery, processor time per email, against untracked";
  if (!hasSmtpSink())
    return [{ what, value: null, unit: "×", bar: null, behind: "needs smtp-sink (postfix)" }];
  const sink = await startSmtpSink();
  const turns: { plain: number; tracked: number }[] = [];
  try {
    for (let turn = 0; turn < rounds; turn += 1) {
      const html = `<p>Order ${COUNT_MARK}</p>${'<p>Your order has left our warehouse. <a href="https://shop.example/orders/4711?from=mail">See it</a></p>'.repeat(10)}`;
      const cost = async (tracked: boolean) => {
        const { workerMicros, postgresMicros } = await drainQueue(sink, {
          seconds,
          email: { html, tracking: { opens: tracked, clicks: tracked } },
        });
        return workerMicros + postgresMicros;
      };
      turns.push({ plain: await cost(false), tracked: await cost(true) });
    }
  } finally {
    await sink.stop();
  }
  return [
    {
      what,
      value: median(turns.map(({ plain, tracked }) => plain / tracked)),
      unit: "×",
      bar: { least: 0.9 },
      behind: `${round(median(turns.map(({ tracked }) => tracked)))} µs, untracked ${round(median(turns.map(({ plain }) => plain)))} µs; ten links and the pixel`,
    },
  ];
}

import { signUpAndCreateKey } from "../test/harness/api-client.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../test/harness/posthouse.ts";
import { end, forkBench, nextMessage } from "./fork-bench.ts";
import { type LoadFigures, runLoad } from "./load.ts";
import { queryOn } from "./query-on.ts";
import { median, type Row, round } from "./report.ts";
import { sampleEmail } from "./sample-email.ts";

const CONNECTIONS = 64;

/**
 * Measures durable accepts per second in turns with the same load against two references: the floor, a route that stores the same
 * rows and does nothing else, and a bare route that stores nothing. Only the role `api` runs, so that the load generator and the
 * database are the only other processes on the two cores.
 */
export async function measureAccept({
  seconds,
  rounds,
}: {
  seconds: number;
  rounds: number;
}): Promise<Row[]> {
  const posthouse = await startPosthouse({ args: ["--roles", "api"], env: { LOG_LEVEL: "warn" } });
  const { key } = await signUpAndCreateKey(posthouse);
  const load = { connections: CONNECTIONS, seconds, body: JSON.stringify(sampleEmail) };
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const run = (base: string, lasting = seconds) =>
    runLoad({ ...load, seconds: lasting, headers, url: `${base}/api/v1/send` });
  const bare = forkBench(new URL("./bare-route.ts", import.meta.url));
  const floor = forkBench(new URL("./floor-route.ts", import.meta.url), [
    posthouse.databaseUrl(),
    await accountOf(posthouse),
  ]);
  try {
    const urls = {
      own: posthouse.baseUrl,
      floor: (await nextMessage<{ url: string }>(floor)).url,
      bare: (await nextMessage<{ url: string }>(bare)).url,
    };
    for (const base of Object.values(urls)) await run(base, 2);
    const turns: Turn[] = [];
    for (let round = 0; round < rounds; round += 1)
      turns.push({ floor: await run(urls.floor), own: await run(urls.own), bare: await run(urls.bare) });
    return rowsOf(turns);
  } finally {
    await Promise.all([end(bare), end(floor)]);
    await stopAndRemove(posthouse);
  }
}

type Turn = { own: LoadFigures; floor: LoadFigures; bare: LoadFigures };

async function accountOf(posthouse: Posthouse): Promise<string> {
  const [row] = await queryOn<{ id: string }>(posthouse, "SELECT id FROM accounts ORDER BY id DESC LIMIT 1");
  if (!row) throw new Error("the instance has no account");
  return row.id;
}

function rowsOf(turns: Turn[]): Row[] {
  const what = `POST /api/v1/send, ${CONNECTIONS} connections, 2 kB, durable`;
  const rate = (of: keyof Turn) => median(turns.map((turn) => turn[of].rate));
  const p99 = (of: keyof Turn) => median(turns.map((turn) => turn[of].p99Ms));
  const failed = turns.reduce((sum, { own, floor }) => sum + own.failed + floor.failed, 0);
  const faults = failed > 0 ? `; ${failed} requests FAILED` : "";
  const against = (reference: "floor" | "bare") =>
    failed > 0 ? null : median(turns.map((turn) => turn.own.rate / turn[reference].rate));
  return [
    {
      what,
      value: against("floor"),
      unit: "×",
      bar: { least: 0.7 },
      behind: `${round(rate("own"))}/s, the same rows and nothing else ${round(rate("floor"))}/s${faults}`,
    },
    {
      what: "the same, against a route that stores nothing",
      value: against("bare"),
      unit: "×",
      bar: null,
      behind: `bare Fastify route ${round(rate("bare"))}/s`,
    },
    {
      what: "the same, p99",
      value: p99("own"),
      unit: "ms",
      bar: { most: 50 },
      behind: `floor ${round(p99("floor"))} ms, bare Fastify route ${round(p99("bare"))} ms`,
    },
  ];
}

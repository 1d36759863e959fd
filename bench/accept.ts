import { signUpAndCreateKey } from "../test/harness/api-client.ts";
import { startPosthouse, stopAndRemove } from "../test/harness/posthouse.ts";
import { end, forkBench, nextMessage } from "./fork-bench.ts";
import { type LoadFigures, runLoad } from "./load.ts";
import { median, type Row, round } from "./report.ts";
import { sampleEmail } from "./sample-email.ts";

const CONNECTIONS = 64;

/**
 * Measures durable accepts per second against a bare route, in turns, with the same load. Only the role `api` runs, so that the load
 * generator is the only other process on the two cores.
 */
export async function measureAccept({
  seconds,
  rounds,
}: {
  seconds: number;
  rounds: number;
}): Promise<Row[]> {
  const what = `POST /api/v1/send, ${CONNECTIONS} connections, 2 kB, durable`;
  const bars = { rate: { least: 0.5 }, p99: { most: 50 } };
  const bare = forkBench(new URL("./bare-route.ts", import.meta.url));
  const { url } = await nextMessage<{ url: string }>(bare);
  const posthouse = await startPosthouse({ args: ["--roles", "api"], env: { LOG_LEVEL: "warn" } });
  try {
    const { key } = await signUpAndCreateKey(posthouse);
    const load = { connections: CONNECTIONS, seconds, body: JSON.stringify(sampleEmail) };
    const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
    const run = (base: string) => runLoad({ ...load, headers, url: `${base}/api/v1/send` });
    await Promise.all(
      [url, posthouse.baseUrl].map((base) =>
        runLoad({ ...load, seconds: 2, headers, url: `${base}/api/v1/send` }),
      ),
    );
    const pairs: { bare: LoadFigures; own: LoadFigures }[] = [];
    for (let round = 0; round < rounds; round += 1)
      pairs.push({ bare: await run(url), own: await run(posthouse.baseUrl) });
    return [rateRow(pairs), p99Row(pairs)];
  } finally {
    await end(bare);
    await stopAndRemove(posthouse);
  }

  function rateRow(pairs: { bare: LoadFigures; own: LoadFigures }[]): Row {
    const rates = {
      own: median(pairs.map(({ own }) => own.rate)),
      bare: median(pairs.map(({ bare }) => bare.rate)),
    };
    const failed = pairs.reduce((sum, { own }) => sum + own.failed, 0);
    const value = failed > 0 ? null : median(pairs.map(({ own, bare }) => own.rate / bare.rate));
    const faults = failed > 0 ? `; ${failed} requests FAILED` : "";
    const behind = `${round(rates.own)}/s, bare Fastify route ${round(rates.bare)}/s${faults}`;
    return { what, value, unit: "×", bar: bars.rate, behind };
  }

  function p99Row(pairs: { bare: LoadFigures; own: LoadFigures }[]): Row {
    const behind = `bare Fastify route ${round(median(pairs.map(({ bare }) => bare.p99Ms)))} ms`;
    const value = median(pairs.map(({ own }) => own.p99Ms));
    return { what: "the same, p99", value, unit: "ms", bar: bars.p99, behind };
  }
}

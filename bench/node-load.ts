import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { COUNT_MARK, type LoadFigures, type LoadOptions } from "./load.ts";

/** The load generator that replaces wrk, in its own process. Takes LoadOptions as JSON, and sends LoadFigures to its parent. */
const options: LoadOptions = JSON.parse(process.argv[2] ?? "{}");
const { url, seconds, connections, headers, body, pauseMs = 0 } = options;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const latencies: number[] = [];
let failed = 0;
let count = 0;
const start = performance.now();
const stopAt = start + seconds * 1_000;
await Promise.all(Array.from({ length: connections }, postUntilDone));
const rate = (latencies.length * 1_000) / (performance.now() - start);
const p99Ms = latencies.sort((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? 0;
const figures: LoadFigures = { rate, p99Ms, failed };
process.send?.(figures);
process.on("disconnect", () => process.exit(0));

async function postUntilDone(): Promise<void> {
  while (performance.now() < stopAt) {
    if (pauseMs > 0) await pause(pauseMs);
    const before = performance.now();
    const status = await postOnce();
    latencies.push(performance.now() - before);
    if (status < 200 || status > 299) failed += 1;
  }
}

function postOnce(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  count += 1;
  const numbered = (text: string) => text.replaceAll(COUNT_MARK, String(count));
  const content = numbered(body);
  const numberedHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, numbered(value)]),
  );
  const length = { "content-length": String(Buffer.byteLength(content)) };
  const call = request(
    url,
    { method: "POST", agent, headers: { ...numberedHeaders, ...length } },
    (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    },
  );
  call.on("error", () => resolve(0));
  call.end(content);
  return promise;
}

import { signUpAndCreateKey } from "../../harness/api-client.ts";
import { allRoutes } from "../../harness/http/all-routes.ts";
import { sendRaw, statusOf } from "../../harness/http/raw-request.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../../harness/posthouse.ts";
import { memoryOf } from "../../harness/processes.ts";
import { seededRandom } from "../random.ts";
import { mutateRequest } from "./mutate-request.ts";

export type HttpFuzzReport = {
  seed: number;
  requests: number;
  seconds: number;
  /** Responses by status; `none`: the client disconnected, or the server closed without a response. */
  statuses: Record<string, number>;
  /** Whether the same process responds afterwards. */
  isAlive: boolean;
  /** Log lines about internal errors. */
  faults: string[];
  /** Growth of resident memory from the first third to the end. */
  grownMb: number;
};

const AT_ONCE = 32;
/** Timeout of an incomplete request; longer if valid requests are slow. */
const LEAST_WAIT_MS = 750;
/** More than uncollected garbage; a leak of 3 kB per request exceeds it after 100,000 requests. */
const MOST_GROWN_MB = 200;

/** Sends N malformed requests to the real program, whose process must survive without internal errors. */
export async function proveHttp({ requests, seed }: { requests: number; seed: number }) {
  const posthouse = await startPosthouse({ roles: ["api"] });
  try {
    const figures = await attack(posthouse, { requests, seed });
    const isFlat = figures.grownMb < MOST_GROWN_MB;
    return { ok: figures.isAlive && figures.faults.length === 0 && isFlat, figures };
  } finally {
    await stopAndRemove(posthouse);
  }
}

type Attack = { requests: number; seed: number };

async function attack(posthouse: Posthouse, { requests, seed }: Attack): Promise<HttpFuzzReport> {
  const { key, cookie } = await signUpAndCreateKey(posthouse);
  // Routes that end the account's only session are left out, because later requests would be refused early.
  const routes = (await allRoutes()).filter(({ path }) => !path.startsWith("/api/auth"));
  const headers = [
    `Authorization: Bearer ${key}`,
    `Cookie: ${cookie}`,
    `Origin: ${posthouse.baseUrl}`,
    "Content-Type: application/json",
  ];
  const random = seededRandom(seed);
  const waitMs = Math.max(LEAST_WAIT_MS, 4 * (await timeOfOne(posthouse)));
  const [pid = 0] = posthouse.rolePids("api");
  const startedAt = performance.now();
  const statuses: Record<string, number> = {};
  let left = requests;
  let settled: number | null = null;
  const play = async () => {
    while (left > 0) {
      left -= 1;
      if (settled === null && left < (requests * 2) / 3) settled = memoryOf(pid).rss;
      const text = await sendRaw(posthouse.port, mutateRequest(routes, headers, random), { waitMs });
      const status = String(statusOf(text) ?? "none");
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, play));
  const isAlive = posthouse.rolePids("api")[0] === pid && (await posthouse.isReady());
  return {
    seed,
    requests,
    seconds: Math.round((performance.now() - startedAt) / 1_000),
    statuses,
    isAlive,
    faults: posthouse.logs
      .filter((line) => /process\.(fault|died)|"code":"internal"/.test(line))
      .slice(0, 10),
    grownMb: isAlive ? Math.round((memoryOf(pid).rss - (settled ?? 0)) / 1_048_576) : 0,
  };
}

async function timeOfOne({ port }: Posthouse): Promise<number> {
  const since = performance.now();
  await sendRaw(port, { parts: ["GET /api/instance HTTP/1.1\r\nHost: localhost\r\n\r\n"], ending: "read" });
  return performance.now() - since;
}

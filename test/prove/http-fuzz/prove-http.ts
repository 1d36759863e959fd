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
  /** How many answers began with each status; `none`: the client left, or the server closed without an answer. */
  statuses: Record<string, number>;
  /** Whether the same process answers afterwards. */
  isAlive: boolean;
  /** Lines of the log that tell of an error of the program. */
  faults: string[];
  /** Resident memory between the first third and the end. */
  grownMb: number;
};

const AT_ONCE = 32;
/** A request of which the server awaits the rest is left after this, or where a proper one takes long, after a few times as long. */
const LEAST_WAIT_MS = 750;
/** More than garbage that waits for its collector: a leak of 3 kB a request shows in 100,000. */
const MOST_GROWN_MB = 200;

/** Malformed requests to the real program, as many as told; the same process must be there afterwards and have no fault. */
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
  // What ends the account's only session would leave little behind it to test.
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

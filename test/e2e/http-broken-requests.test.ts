/** The listening API against all kinds of broken requests, on every route. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { allRoutes, type Route } from "../harness/http/all-routes.ts";
import { type BrokenRequest, brokenRequests } from "../harness/http/broken-requests.ts";
import { sendRaw, statusOf } from "../harness/http/raw-request.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { isFullSweep } from "../harness/sweep.ts";

let posthouse: Posthouse;
let account: Account;
let routes: Route[];
const atOnce = 24;

beforeAll(async () => {
  posthouse = await startPosthouse({
    database: await createTestDatabase(),
    roles: ["api"],
    env: { METRICS_TOKEN: "a-token-for-tests-that-is-long" },
  });
  account = await signUpAndCreateKey(posthouse);
  routes = await allRoutes();
});
afterAll(() => stopAndRemove(posthouse));

const asJson = "Content-Type: application/json";

/** Without credentials, most routes refuse a request before its type matters, so one type is enough. */
function headersFor(path: string): string[][] {
  const key = [`Authorization: Bearer ${account.key}`, `X-Postmark-Server-Token: ${account.key}`];
  const cookie = [`Cookie: ${account.cookie}`, `Origin: ${posthouse.baseUrl}`];
  const isForPrograms = path.startsWith("/api/v1") || path.startsWith("/compat");
  const credentials = isForPrograms ? key : cookie;
  return [[asJson], credentials, [...credentials, asJson]];
}

/** In the short form, a route gets one in three faults. */
const ONE_IN = 3;

/**
 * Each fault with each set of headers; or one in three faults with one of the sets: the next route gets the next faults, with
 * the next sets.
 */
function requestsOf(route: Route, index: number): BrokenRequest[] {
  const faults = headersFor(route.path).map((headers) => brokenRequests({ route, headers }));
  if (isFullSweep) return faults.flat();
  const turns = faults.length * ONE_IN;
  return faults.flatMap((requests, set) => requests.filter((_, n) => (n + index) % turns === set));
}

test("no broken request ends the API's process or gets a 500, on any route (`npm run prove -- --only sweeps` for all combinations)", {
  timeout: 900_000,
}, async () => {
  const [pid] = posthouse.rolePids("api");
  expect(routes.length).toBeGreaterThan(150);
  const requests = routes.flatMap((route, index) =>
    requestsOf(route, index).map((request) => ({ route, request })),
  );
  const wrong: string[] = [];
  const play = async () => {
    for (let next = requests.pop(); next; next = requests.pop()) {
      const { route, request } = next;
      const text = await sendRaw(posthouse.port, request);
      const status = statusOf(text);
      const isUnanswered = request.ending === "read" && status === null;
      if (isUnanswered || (status !== null && status >= 500 && status !== 501 && status !== 503))
        wrong.push(`${route.method} ${route.path}, ${request.what}: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, play));
  expect(posthouse.logs.filter((line) => line.includes("process.crashed"))).toEqual([]);
  expect(posthouse.rolePids("api")).toEqual([pid]);
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(await posthouse.isReady()).toBe(true);
});

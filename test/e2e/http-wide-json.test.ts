/** No JSON within the size limits may block the API's event loop, on any route with a JSON body. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../harness/api.ts";
import { type JsonRoute, jsonRoutes } from "../harness/http/all-routes.ts";
import { longestBlock } from "../harness/http/longest-block.ts";
import { mostValues, type WideJson, wideJson } from "../harness/http/wide-json.ts";
import { slowness } from "../harness/slowness.ts";
import { isFullSweep } from "../harness/sweep.ts";

const MB = 1_000_000;
/** The test measures processor time, and a busy machine provides little of it. */
const timeout = 900_000;
/** The limits: for bodies of up to 2 MB, and for all that the size limits allow. */
const defaultMs = 100;
const largestMs = 500;
const largestBytes = 40 * 1024 * 1024 - 1_000;

let api: TestApi;
let cookie: string;
let routes: JsonRoute[];

beforeAll(async () => {
  routes = await jsonRoutes();
  api = await startTestApi();
  const password = "a password for tests";
  const answer = await api.app.inject({
    method: "POST",
    url: "/api/auth",
    payload: { action: "signup", email: "wide@example.com", password },
  });
  cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
});
afterAll(() => api.close());

async function measure({ method, path }: JsonRoute, { body }: WideJson) {
  const key = { ...api.authorization, "x-postmark-server-token": api.key };
  const isForPrograms = path.startsWith("/api/v1") || path.startsWith("/compat");
  return await longestBlock(() =>
    api.app.inject({
      method: method as "POST",
      url: path,
      headers: { "content-type": "application/json", ...(isForPrograms ? key : { cookie }) },
      payload: body,
    }),
  );
}

/** Lines for requests that exceeded the limit in all five tries, because garbage collection may slow down any one. */
async function slowerThan(barMs: number, cases: Iterable<{ route: JsonRoute; wide: WideJson }>) {
  const slow: string[] = [];
  for (const { route, wide } of cases) {
    let { result, ms } = await measure(route, wide);
    for (let again = 0; again < 4 && ms > barMs; again += 1)
      ms = Math.min(ms, (await measure(route, wide)).ms / slowness());
    const name = `${route.method} ${route.path}, ${wide.what}`;
    if (ms > barMs) slow.push(`${name}: ${Math.round(ms)} ms, ${result.statusCode}`);
    // 501 is no failure: the compatible API does not have the feature.
    if (result.statusCode >= 500 && result.statusCode !== 501) slow.push(`${name}: ${result.statusCode}`);
  }
  return slow;
}

function within(wide: WideJson, field: string): WideJson {
  const body = Buffer.concat([Buffer.from(`{${JSON.stringify(field)}:`), wide.body, Buffer.from("}")]);
  return { what: `${wide.what} as ${field}`, body };
}

const isLarge = (route: JsonRoute) => route.bodyLimit > 2 * MB;

/** Each `step`th of the kinds, from a start of its own for each place; all in a full sweep. */
const inTurn = (kinds: WideJson[], place: number, step: number) =>
  isFullSweep ? kinds : kinds.filter((_, n) => (n + place) % step === 0);
/** The routes of programs and of the dashboard run the same code; each begins with another kind. */
const startOf = ({ path }: JsonRoute) => (path.startsWith("/api/v1/") ? 0 : 1);

test("a wide body of up to 2 MB, whole or as any field, holds the loop for less than 100 ms (`npm run prove -- --only sweeps` for each kind in each place)", {
  timeout,
}, async () => {
  const most = mostValues({ members: 50_000, commas: 100_000 });
  const whole = { small: [...wideJson(0.9 * MB), ...most], large: [...wideJson(1.9 * MB), ...most] };
  const parts = whole.large.filter(({ what }) =>
    /^(members|texts|empty objects|a text of (comm|addr))/.test(what),
  );
  function* cases() {
    for (const [index, route] of routes.entries()) {
      for (const wide of isLarge(route) ? whole.large : inTurn(whole.small, index, 3))
        if (wide.body.length < route.bodyLimit) yield { route, wide };
      for (const [place, field] of isLarge(route) ? route.fields.entries() : [])
        for (const wide of inTurn(parts, place + startOf(route), 2))
          yield { route, wide: within(wide, field) };
    }
  }
  expect(await slowerThan(defaultMs, cases())).toEqual([]);
});

/** Fields whose text is parsed. Another test measures HTML. */
const isSplit = (field: string) => /^(to|cc|bcc|from|reply_?to|subject|tag|headers|references)/i.test(field);

test("a wide body of 40 MB holds the loop for less than 500 ms", { timeout }, async () => {
  function* cases() {
    const large = routes.filter(isLarge);
    const kinds = wideJson(largestBytes);
    for (const [index, wide] of kinds.entries()) {
      const route = large[index % large.length];
      if (route) yield { route, wide };
    }
    const texts = kinds.filter(({ what }) => /text of (commas|addresses)/.test(what));
    for (const route of large)
      for (const [place, field] of route.fields.filter(isSplit).entries())
        for (const wide of inTurn(texts, place + startOf(route), 2))
          yield { route, wide: within(wide, field) };
  }
  expect(await slowerThan(largestMs, cases())).toEqual([]);
});

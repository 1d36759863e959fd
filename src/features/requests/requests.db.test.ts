import { setImmediate as turn } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../../test/harness/database.ts";
import { until } from "../../../test/harness/until.ts";
import { errors } from "../../platform/errors/index.ts";
import { type App, buildServer } from "../../platform/http/index.ts";
import { firstIdAt, newId } from "../../platform/ids/index.ts";
import { createLogger, type Logger } from "../../platform/telemetry/index.ts";
import { exportRequests } from "./export-requests.ts";
import { findRequests } from "./find-requests.ts";
import { requestRoutes } from "./http/request-routes.ts";
import { logRequestsOf } from "./index.ts";
import { RequestLog } from "./request-log.ts";
import { sweepRequests } from "./sweep-requests.ts";

const database = useDatabase();
let app: App;
let account: string;

beforeAll(() => {
  app = newServer(createLogger("silent", "test"));
  app.register(requestRoutes({ database }), { prefix: "/api" });
});
beforeEach(() => {
  account = newId();
});
afterAll(async () => {
  await app.close();
});

/** A server whose requests are logged. `x-as` is the principal. */
function newServer(log: Logger): App {
  const server = buildServer({
    baseUrl: "http://localhost:3000",
    trustedProxies: [],
    log: createLogger("silent", "test"),
  });
  logRequestsOf(server, { database, log });
  server.addHook("onRequest", async (request) => {
    const [via, accountId = "", keyId] = String(request.headers["x-as"] ?? "none").split(" ");
    if (via !== "key" && via !== "session") return;
    const as = {
      accountId,
      keyId: Number(keyId) || null,
      personId: null,
      permission: "full",
      limits: null,
      isLimited: false,
    } as const;
    request.principal = { ...as, via };
  });
  server.get("/api/v1/things/:id", async () => ({ secret: "a response body" }));
  server.post("/api/v1/things", async () => {
    throw errors.conflict("It is there\0 already.");
  });
  return server;
}

/** A log and the entries that it has got. */
function keptLog() {
  const entries: { event: string; count: number }[] = [];
  return {
    entries,
    log: pino({ level: "warn" }, { write: (line: string) => void entries.push(JSON.parse(line)) }),
  };
}

type Call = {
  method?: "GET" | "POST";
  as?: string;
  headers?: Record<string, string>;
  body?: object;
  ip?: string;
};

async function call(url: string, { method = "GET", as = `key ${account} 7`, headers, body, ip }: Call = {}) {
  const response = await app.inject({
    method,
    url,
    headers: { "x-as": as, ...headers },
    ...(body ? { payload: body } : {}),
    ...(ip ? { remoteAddress: ip } : {}),
  });
  // Unlike sockets, inject() does not yield to the event loop between requests.
  await turn();
  return response;
}

const list = async (query = "", accountId = account) =>
  (await call(`/api/requests${query}`, { as: `session ${accountId}` })).json();

/** Waits until the log has `count` requests. */
const logged = (count: number, accountId = account) =>
  until(
    async () => {
      const { rows } = await database.pool.query(
        "SELECT count(*)::int AS count FROM api_requests WHERE account_id = $1",
        [accountId],
      );
      return rows[0].count >= count;
    },
    { what: `${count} requests in the log` },
  );

type Stored = {
  path?: string;
  status?: number;
  error?: string;
  at?: Date;
  key?: number;
  requestId?: string;
};

/** Stores rows as the log would, newest last, a millisecond apart. */
async function store(rows: Stored[]) {
  for (const [index, row] of rows.entries()) {
    const { path = "/api/v1/x", status = 200, error = null, at, key = 1, requestId } = row;
    const time = at ?? new Date(Date.now() - rows.length + index);
    const id = firstIdAt(time).slice(0, 14) + newId().slice(14);
    await database.pool.query(
      `INSERT INTO api_requests (account_id, id, method, path, status, ms, key_id, request_id, error_code, network)
       VALUES ($1, $2::uuid, 'GET', $3, $4, 1, $5, coalesce($7, $2::text), $6, '192.0.2.1')`,
      [account, id, path, status, key, error, requestId],
    );
  }
}

test("a request with a key is logged without bodies and query values", async () => {
  await call("/api/v1/things/5?limit=3&token=hush", {
    headers: { "x-request-id": "request-0001" },
    ip: "2001:db8:1:2::9",
  });
  await call("/api/v1/things", {
    method: "POST",
    body: { password: "hush" },
    headers: { "x-request-id": "request-0002" },
  });
  await logged(2);
  const { requests, pagination } = await list();
  const own = {
    id: expect.any(String),
    created_at: expect.stringMatching(/Z$/),
    ms: expect.any(Number),
    key_id: 7,
  };
  expect(requests).toEqual([
    {
      ...own,
      method: "POST",
      path: "/api/v1/things",
      status: 409,
      request_id: "request-0002",
      error: { code: "conflict", message: "It is there already." },
      network: "127.0.0.1",
    },
    {
      ...own,
      method: "GET",
      path: "/api/v1/things/5?limit=3&token=…",
      status: 200,
      request_id: "request-0001",
      error: null,
      network: "2001:db8:1:2::/64",
    },
  ]);
  expect(pagination).toEqual({ limit: 50, has_more: false, next_cursor: null });
  const { rows } = await database.pool.query("SELECT string_agg(r::text, '') AS text FROM api_requests r");
  expect(rows[0].text).not.toContain("hush");
  expect(rows[0].text).not.toContain("a response body");
});

test("a request to an unknown path is logged; requests of sessions and without authentication are not", async () => {
  await call("/api/v1/things/1", { as: `session ${account}` });
  await call("/api/v1/things/1", { as: "none" });
  await call("/api/v1/nothing");
  await logged(1);
  expect((await list()).requests).toMatchObject([
    { path: "/api/v1/nothing", status: 404, error: { code: "not_found" } },
  ]);
});

test("another account's requests are not visible, with any cursor (L7)", async () => {
  await store([{}, {}, {}]);
  const { next_cursor: cursor } = (await list("?limit=1")).pagination;
  const eve = newId();
  expect((await list("", eve)).requests).toEqual([]);
  for (const wrong of [cursor, "x"])
    expect((await list(`?cursor=${wrong}`, eve)).error.fields).toMatchObject([{ path: "cursor" }]);
});

test("100 successful and 500 failed requests of an account per second are kept", async () => {
  const began = performance.now();
  for (let n = 0; n < 300; n += 1) {
    await call(`/api/v1/things/${n}`);
    await call("/api/v1/things", { method: "POST" });
  }
  const seconds = Math.ceil((performance.now() - began) / 1_000) + 1;
  const counts = async () =>
    (
      await database.pool.query(
        "SELECT count(*) FILTER (WHERE status < 400)::int AS good, count(*) FILTER (WHERE status = 409)::int AS bad FROM api_requests WHERE account_id = $1",
        [account],
      )
    ).rows[0];
  await until(async () => (await counts()).bad === 300, { what: "all failures" });
  const { good } = await counts();
  expect(good).toBeGreaterThanOrEqual(100);
  expect(good).toBeLessThanOrEqual(100 * seconds);
});

test("failures of one account leave room for those of another, and the rest counts as dropped", async () => {
  const { entries, log } = keptLog();
  const server = newServer(log);
  const other = newId();
  const began = performance.now();
  const fail = (accountId: string) =>
    server.inject({ method: "POST", url: "/api/v1/things", headers: { "x-as": `key ${accountId}` } });
  await Promise.all(Array.from({ length: 6_000 }, () => fail(account)));
  await fail(other);
  await server.close();
  const windows = Math.ceil((performance.now() - began) / 1_000) + 1;
  const { rows } = await database.pool.query(
    "SELECT account_id AS of, count(*)::int AS count FROM api_requests WHERE account_id = ANY ($1) GROUP BY 1 ORDER BY 2",
    [[account, other]],
  );
  expect(rows).toEqual([
    { of: other, count: 1 },
    { of: account, count: expect.any(Number) },
  ]);
  expect(rows[1].count).toBeLessThanOrEqual(500 * windows);
  const dropped = entries.reduce((sum, { count }) => sum + count, 0);
  expect(rows[1].count + dropped).toBe(6_000);
});

test("rows that cannot be written are dropped and counted, requests do not wait, and logging continues", async () => {
  const { entries, log } = keptLog();
  const requests = new RequestLog(database, log);
  const row = () => ({
    ...{ account_id: account, id: newId(), method: "GET", path: "/", status: 500, ms: 1, key_id: null },
    ...{ request_id: "r", error_code: null, error_message: null, network: "unknown" },
  });
  await database.pool.query("ALTER TABLE api_requests RENAME TO away");
  for (let n = 0; n < 6_000; n += 1) requests.add(row());
  await requests.flush();
  expect(entries).toEqual([]);
  await database.pool.query("ALTER TABLE away RENAME TO api_requests");
  requests.add(row());
  await requests.flush();
  expect(entries).toMatchObject([{ event: "requests.dropped", count: 6_000 }]);
  expect((await list()).requests).toHaveLength(1);
});

test("a closing server writes its pending rows", async () => {
  const other = newServer(createLogger("silent", "test"));
  await other.inject({ url: "/api/v1/things/1", headers: { "x-as": `key ${account}` } });
  await other.close();
  expect((await list()).requests).toHaveLength(1);
});

test("filters: class of status, method, key, and text in path, request id or error code", async () => {
  await store([
    { path: "/api/v1/send" },
    { path: "/api/v1/send", status: 422, error: "validation_failed" },
    { path: "/api/v1/100%_off", status: 503, error: "unavailable", key: 2 },
  ]);
  const found = async (query: string) =>
    (await list(query)).requests.map(({ status }: { status: number }) => status);
  expect(await found("")).toEqual([503, 422, 200]);
  expect(await found("?status=2xx")).toEqual([200]);
  expect(await found("?status=4xx")).toEqual([422]);
  expect(await found("?status=5xx")).toEqual([503]);
  expect(await found("?method=GET")).toEqual([503, 422, 200]);
  expect(await found("?method=POST")).toEqual([]);
  expect(await found("?key_id=2")).toEqual([503]);
  expect(await found("?search=SEND")).toEqual([422, 200]);
  expect(await found("?search=validation")).toEqual([422]);
  expect(await found("?search=100%25_")).toEqual([503]);
  expect(await found("?search=1%25_off")).toEqual([]);
  expect(await found("?search=send&status=4xx&key_id=1")).toEqual([422]);
  expect(await found("?path=SEND")).toEqual([422, 200]);
  expect(await found("?path=validation")).toEqual([]);
  expect(await found(`?after=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
  expect(await found(`?before=${new Date(Date.now() - 60_000).toISOString()}&path=send`)).toEqual([]);
  expect(await found(`?after=${new Date(Date.now() - 60_000).toISOString()}&status=5xx`)).toEqual([503]);
  const { id } = (await list("?status=4xx")).requests[0];
  expect(await found(`?search=${id}`)).toEqual([422]);
  expect(await found(`?search=${id.slice(24)}`)).toEqual([422]);
  for (const query of ["?status=1xx", "?method=BREW", "?key_id=0", "?search=", "?limit=101", "?paths=x"])
    expect([query, (await list(query)).error?.code]).toEqual([query, "validation_failed"]);
});

test("a search for a request id that many requests share finds all of them, in pages", async () => {
  await store(["a", "b", "c"].map((path) => ({ path, requestId: "nightly-job" })));
  const paths = ({ requests }: { requests: { path: string }[] }) => requests.map(({ path }) => path);
  const search = "?search=nightly-job&include=total";
  const first = await list(`${search}&limit=2`);
  expect(paths(first)).toEqual(["c", "b"]);
  expect(first.pagination).toMatchObject({ has_more: true, total: 3, total_is_exact: true });
  const second = await list(`${search}&limit=2&cursor=${first.pagination.next_cursor}`);
  expect(paths(second)).toEqual(["a"]);
  expect(second.pagination).toMatchObject({ has_more: false });
  const whole = await list(`${search}&limit=3`);
  expect(paths(whole)).toEqual(["c", "b", "a"]);
  expect(whole.pagination).toMatchObject({ has_more: false, total: 3, total_is_exact: true });
});

test("a total counts the matches on request", async () => {
  await store([{ path: "/a" }, { path: "/a" }, { path: "/b" }]);
  expect((await list("?path=/a")).pagination).not.toHaveProperty("total");
  expect((await list("?path=/a&limit=1&include=total")).pagination).toMatchObject({
    total: 2,
    total_is_exact: true,
  });
});

test("the export has every match of the account, also beyond one scan, and no formula", async () => {
  await store([{ path: "/needle", at: new Date(Date.now() - 3_600_000), error: "=cmd" }, { path: "/hay" }]);
  await database.pool.query(
    `INSERT INTO api_requests (account_id, id, method, path, status, ms, request_id, network)
     SELECT $1, uuidv7(interval '-30 minutes'), 'GET', '/hay', 200, 1, 'r', 'unknown' FROM generate_series(1, 50010)`,
    [account],
  );
  const exported = async (query: string, accountId = account) => {
    const { body } = await call(`/api/requests/export${query}`, { as: `session ${accountId}` });
    return body.trim().split("\r\n");
  };
  expect(await exported("")).toHaveLength(50_013);
  const [head, ...rows] = await exported("?path=needle");
  expect(head).toContain('"id","created_at","method","path","status"');
  expect(rows).toEqual([expect.stringContaining(`"'=cmd"`)]);
  expect(await exported("", newId())).toHaveLength(1);
});

test("pages are stable while requests arrive", async () => {
  await store(["a", "b", "c", "d", "e"].map((path) => ({ path })));
  const paths: string[][] = [];
  let cursor = "";
  do {
    const { requests, pagination } = await list(`?limit=2${cursor}`);
    paths.push(requests.map(({ path }: { path: string }) => path));
    await store([{ path: "later" }]);
    cursor = pagination.next_cursor && `&cursor=${pagination.next_cursor}`;
  } while (cursor);
  expect(paths).toEqual([["e", "d"], ["c", "b"], ["a"]]);
});

test("a search with few matches scans a bounded number of rows per page and continues from there", async () => {
  await store([{ path: "/needle", at: new Date(Date.now() - 3_600_000) }]);
  await database.pool.query(
    `INSERT INTO api_requests (account_id, id, method, path, status, ms, request_id, network)
     SELECT $1, uuidv7(interval '-30 minutes'), 'GET', '/hay', 200, 1, 'r', 'unknown' FROM generate_series(1, 50010)`,
    [account],
  );
  const first = await list("?search=needle");
  expect(first).toMatchObject({ requests: [], pagination: { has_more: true } });
  const second = await list(`?search=needle&cursor=${first.pagination.next_cursor}`);
  expect(second).toMatchObject({ requests: [{ path: "/needle" }], pagination: { has_more: false } });
  const { request_id: id } = second.requests[0];
  expect((await list(`?search=${id}`)).requests).toHaveLength(1);
});

test("a filtered log repeats no request, and leaves none out, while requests arrive between its queries", async () => {
  const add = (path: string, { count, minutesAgo }: { count: number; minutesAgo: number }) =>
    database.pool.query(
      `INSERT INTO api_requests (account_id, id, method, path, status, ms, request_id, network)
       SELECT $1, uuidv7(make_interval(mins => -$4::int)), 'GET', $2, 200, 1, 'r', 'unknown' FROM generate_series(1, $3)`,
      [account, path, count, minutesAgo],
    );
  await add("/needle", { count: 5, minutesAgo: 60 });
  // The first scan ends within the needles.
  await add("/hay", { count: 49_996, minutesAgo: 30 });
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await add("/hay", { count: 10, minutesAgo: 0 });
      return result;
    },
  });
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query = { path: "/needle", ...(cursor === null ? {} : { cursor }) };
    const page = await findRequests({ ...database, db }, account, query);
    ids.push(...page.requests.map(({ id }) => id));
    cursor = page.pagination.next_cursor;
  } while (cursor !== null);
  expect([ids.length, new Set(ids).size]).toEqual([5, 5]);
  let csv = "";
  for await (const lines of exportRequests({ ...database, db }, account, { path: "/needle" })) csv += lines;
  expect(csv.match(/needle/g)).toHaveLength(5);
});

test("requests are kept for seven days", async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  await store([{ path: "/old", at: daysAgo(7.01) }, { path: "/kept", at: daysAgo(6.99) }, { path: "/new" }]);
  await sweepRequests(database);
  expect((await list()).requests.map(({ path }: { path: string }) => path)).toEqual(["/new", "/kept"]);
});

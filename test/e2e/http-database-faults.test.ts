/** An error of the database is never a client error: on every route, at every statement. */

import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../src/platform/db/index.ts";
import type { App } from "../../src/platform/http/index.ts";
import { startTestApi, type TestApi } from "../harness/api.ts";
import { type KnownRoute, knownRoutes } from "../harness/http/all-routes.ts";
import {
  type DatabaseFault,
  type FaultyDatabase,
  startFaultyDatabase,
} from "../harness/http/faulty-database.ts";
import { testApp } from "../harness/services.ts";
import { isFullSweep } from "../harness/sweep.ts";
import { operations } from "./idor-operations.ts";

let api: TestApi;
let proxy: FaultyDatabase;
let database: Database;
let app: App;
let cookie: string;
let routes: KnownRoute[];

beforeAll(async () => {
  routes = await knownRoutes();
  api = await startTestApi();
  proxy = await startFaultyDatabase(api.database.connectionString);
  database = openDatabase(proxy.connectionString, { max: 1 });
  app = testApp({ config: api.config, database });
  await app.ready();
  const account = { action: "signup", email: "faults@example.com", password: "a password for tests" };
  const answer = await app.inject({ method: "POST", url: "/api/auth", payload: account });
  cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
});
afterAll(async () => {
  await app.close();
  await database.close();
  await proxy.close();
  await api.close();
});

const mail = { from: "Ada <admin@example.com>", to: "bob@example.net", subject: "Hello", text: "Hello" };
const bodies = new Map<string, unknown>([
  ["/compat/resend/emails", mail],
  ["/compat/resend/emails/batch", [mail]],
  ["/compat/postmark/email", { From: mail.from, To: mail.to, Subject: "Hello", TextBody: "Hello" }],
  ["/compat/postmark/email/batch", [{ From: mail.from, To: mail.to, Subject: "Hello", TextBody: "Hello" }]],
  [
    "/compat/sendgrid/v3/mail/send",
    {
      personalizations: [{ to: [{ email: mail.to }] }],
      from: { email: "admin@example.com" },
      subject: "Hello",
      content: [{ type: "text/plain", value: "Hello" }],
    },
  ],
]);

async function call({ method, path, operationId }: KnownRoute) {
  const key = { ...api.authorization, "x-postmark-server-token": api.key };
  const isForPrograms = path.startsWith("/api/v1") || path.startsWith("/compat");
  const body = bodies.get(path) ?? operations[operationId ?? ""]?.bodies?.[0] ?? {};
  const answer = await app.inject({
    method: method as "POST",
    url: path,
    headers: { accept: "application/json", ...(isForPrograms ? key : { cookie }) },
    ...(["GET", "HEAD"].includes(method) ? {} : { payload: body as object }),
  });
  return { status: answer.statusCode, text: answer.body };
}

/** The status without a fault. Connections that the fault broke may fail a few more requests, so 503 does not count as one. */
async function statusWithout(route: KnownRoute): Promise<number> {
  // Otherwise this request may be the first above the limit of sign-ups.
  await api.database.pool.query("DELETE FROM attempt_counters");
  for (let n = 0; n < 5; n += 1) {
    const { status } = await call(route);
    if (status !== 503) return status;
    await pause(20);
  }
  return 503;
}

/** Injects a fault at each statement of a request in turn, until the request has no more statements. */
async function wrongAnswers(route: KnownRoute, fault: DatabaseFault): Promise<string[]> {
  const wrong: string[] = [];
  for (let nth = 1; nth <= 40; nth += 1) {
    // The server may detect an earlier change of the key between two requests, so a wrong response is requested again.
    const first = await answerAt(nth, route, fault);
    const { found, hasHappened } = first.found === null ? first : await answerAt(nth, route, fault);
    if (found !== null) wrong.push(found);
    if (!hasHappened) break;
  }
  return wrong;
}

/** `found`: the reply to a fault at the nth packet, if it is neither 503 nor the reply without the fault. */
async function answerAt(nth: number, route: KnownRoute, fault: DatabaseFault) {
  proxy.arm(fault, nth);
  const { status, text } = await call(route);
  const { hasHappened } = proxy;
  proxy.disarm();
  if (status === 503 || status < 400) return { found: null, hasHappened };
  const expected = await statusWithout(route);
  if (status === expected) return { found: null, hasHappened };
  const found = `${route.method} ${route.path} at packet ${nth}: ${status}, without the fault ${expected}: ${text.slice(0, 200)}`;
  return { found, hasHappened };
}

const error = (sqlstate: string, severity: "ERROR" | "FATAL" = "ERROR"): DatabaseFault => ({
  kind: "error",
  severity,
  sqlstate,
});

// Without a full sweep, an operation that programs and the dashboard have gets one of the resets on each of its two routes.
const isForDashboard = ({ operationId }: KnownRoute) => operationId?.endsWith("ForDashboard") ?? false;
const isForBoth = ({ operationId }: KnownRoute) => `${operationId}ForDashboard` in operations;
const getsBefore = (route: KnownRoute) => isFullSweep || !isForDashboard(route);
/** For a request that only reads, a statement that was lost and one whose rows were lost are the same. */
const getsAfter = (route: KnownRoute) =>
  isFullSweep || (!["GET", "HEAD"].includes(route.method) && !isForBoth(route));

test.each([
  ["a reset before the statement", "before", getsBefore],
  ["a reset after the statement", "after", getsAfter],
] as const)(
  "%s is answered 503 or not noticed, in every operation at every statement (`npm run prove -- --only sweeps` for every route)",
  { timeout: 900_000 },
  async (_what, when, isChosen) => {
    const wrong: string[] = [];
    for (const route of routes.filter(isChosen))
      wrong.push(...(await wrongAnswers(route, { kind: "reset", when })));
    expect(routes.length).toBeGreaterThan(150);
    expect(wrong).toEqual([]);
  },
);

test.each<[string, DatabaseFault]>([
  ["a refused connection", { kind: "refuse" }],
  ["a read-only database (25006)", error("25006")],
  ["a statement timeout (57014)", error("57014")],
  ["too many connections (53300)", error("53300", "FATAL")],
  ["a full disk (53100)", error("53100")],
  ["an administrator's shutdown (57P01)", error("57P01", "FATAL")],
  ["a database that starts up (57P03)", error("57P03", "FATAL")],
  ["a failure of input and output (58030)", error("58030")],
])("%s causes a 503 or no error, wherever mail is sent or read", async (_what, fault) => {
  const isOfMail = ({ path }: KnownRoute) =>
    /^\/(compat\/\w+\/(v3\/mail|email)|api\/v1\/(send|emails)|api\/auth$)/.test(path);
  const wrong: string[] = [];
  for (const route of routes.filter(isOfMail)) wrong.push(...(await wrongAnswers(route, fault)));
  expect(wrong).toEqual([]);
});

/**
 * L1: every operation of the generated OpenAPI document, called by Eve with Ada's ids, in the path, the query and the body, with
 * a session and with a key. It must respond as for an unknown id, contain nothing of Ada's, and change nothing of hers.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isFullSweep } from "../harness/sweep.ts";
import { operations } from "./idor-operations.ts";
import { type Credential, openWorld, type Request } from "./idor-world.ts";

type Parameter = { in: string; name: string; schema: { type?: string; anyOf?: { type?: string }[] } };
type Documented = { operationId: string; security: Record<string, string[]>[]; parameters?: Parameter[] };

/** An event that no account has. */
const MISSING_EVENT = "01a1fc0b-9a11-7000-8000-0648e4821c10";

const world = await openWorld();
afterAll(() => world.close());

const calls = Object.entries(world.document.paths as Record<string, Record<string, Documented>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => ({ path, method, ...documented })),
);
type Call = (typeof calls)[number];

test("the test knows every operation of the document, and no other (L1)", () => {
  expect(calls.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(operations).sort());
});

test("a snapshot has Ada's rows of all kinds", async () => {
  const tables = new Set((await world.snapshot()).map((row) => row.split(" ")[0]));
  for (const table of [
    "accounts",
    "people",
    "api_keys",
    "contacts",
    "contents",
    "recipients",
    "account_events",
    "webhooks",
  ])
    expect(tables).toContain(table);
});

const guarded = calls.filter(({ operationId }) => !operations[operationId]?.open);
const forOperators = calls.filter(({ operationId }) => operations[operationId]?.operators);
const withId = calls.filter(
  ({ path, operationId }) => path.includes("{") && !operations[operationId]?.operators,
);

// Reads come first: what Eve writes with Ada's values belongs to Eve, so she may read it afterwards. The log of Eve's requests is read
// before she sends any of these values.
const readingFirst = calls.toSorted((one, other) => orderOf(one) - orderOf(other));

function orderOf({ method, operationId }: Call): number {
  if (method !== "get") return 2;
  return operations[operationId]?.tellsOwnRequests ? 0 : 1;
}

describe("Eve's requests do not change Ada's rows", () => {
  /** As the previous test left them. */
  let adasRows: string[];
  beforeAll(async () => {
    adasRows = await world.snapshot();
  });

  async function expectSameRows(): Promise<void> {
    const before = adasRows;
    adasRows = await world.snapshot();
    expect(adasRows, "Ada's rows").toEqual(before);
  }
  // A request that reads should change nothing: its rows are compared with those after the next that may write.
  afterEach(({ task }) => (task.name.includes("('get' ") ? undefined : expectSameRows()));
  afterAll(expectSameRows);

  test.each(guarded)(
    "$operationId ($method $path) takes its own credential and no other (L1, B10, B13)",
    async (call) => {
      expect(call.security).toHaveLength(1);
      const own = credentialOf(call);
      const other: Credential = own === "session" ? "apiKey" : "session";
      const url = urlOf(call, idsOf(call, "foreign")[0] ?? "");
      for (const headers of [{}, world.ada[other], { cookie: "admin_token=x", authorization: "Bearer x" }]) {
        const answer = await world.send({
          method: call.method.toUpperCase(),
          url,
          body: bodiesOf(call)[0],
          headers,
        });
        expect([call.operationId, answer.status]).toEqual([call.operationId, 401]);
        expectNothingOfAdas(answer.text, url);
      }
    },
  );

  test.each(withId)(
    "$operationId ($method $path) responds to an id of another account as to an unknown id (L1, L6)",
    async (call) => {
      const eve = await world.freshEve();
      for (const body of bodiesOf(call)) {
        const ask = (id: string) =>
          world.send({
            method: call.method.toUpperCase(),
            url: urlOf(call, id),
            body,
            headers: eve[credentialOf(call)],
          });
        const missing = idsOf(call, "missing");
        expect(missing.length).toBeGreaterThan(0);
        const nothing = errorOf((await ask(missing[0] ?? "")).text);
        for (const id of [...idsOf(call, "foreign"), ...idsOf(call, "deleted"), ...missing]) {
          const answer = await ask(id);
          expect([id, answer.status, errorOf(answer.text)]).toEqual([id, 404, nothing]);
          expectNothingOfAdas(answer.text, "");
        }
      }
    },
  );

  test.each(forOperators)("$operationId ($method $path) is for operators alone (L1)", async (call) => {
    const eve = await world.freshEve();
    for (const body of bodiesOf(call)) {
      const url = urlOf(call, world.missing.relay[0] ?? "");
      const answer = await world.send({
        method: call.method.toUpperCase(),
        url,
        body,
        headers: eve[credentialOf(call)],
      });
      expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([403, "operator_required"]);
    }
  });

  test.each(readingFirst)(
    "$operationId ($method $path) with Ada's ids in query and body (L1, L7)",
    async (call) => {
      const ownId = idsOf(call, "missing")[0] ?? "";
      // A response may repeat what Eve sent before, such as the reason of a pause that this one replaces.
      let sent = operations[call.operationId]?.tellsOwnRequests ? JSON.stringify(foreignValues()) : "";
      for (const [query, body] of attemptsOf(call)) {
        const request: Request = { method: call.method.toUpperCase(), url: urlOf(call, ownId) + query, body };
        sent += JSON.stringify(request);
        const answer = await world.sendAsEve(request, credentialOf(call));
        expect([request, answer.status < 500]).toEqual([request, true]);
        expectNothingOfAdas(answer.text, sent);
      }
    },
  );
});

test("nothing that Ada does is visible to another account, not even in a number (L7)", async () => {
  const zoe = await world.newcomer();
  const lists = calls.filter(
    ({ method, path, operationId }) =>
      method === "get" &&
      !path.includes("{") &&
      !operations[operationId]?.tellsOwnRequests &&
      !operations[operationId]?.operators,
  );
  expect(lists.length).toBeGreaterThan(5);
  const read = async () =>
    await Promise.all(
      lists.map(async (call) => {
        const { text } = await world.send({
          method: "GET",
          url: call.path,
          headers: zoe[credentialOf(call)],
        });
        return [call.operationId, text];
      }),
    );
  const before = await read();
  await world.growAda();
  expect(await read()).toEqual(before);
});

function credentialOf({ security }: Call): Credential {
  return (Object.keys(security[0] ?? { session: [] })[0] ?? "session") as Credential;
}

function urlOf({ path }: Call, id: string): string {
  return path
    .replace("{index}", "0")
    .replace("{event_id}", MISSING_EVENT)
    .replace(/\{\w+\}/, encodeURIComponent(id));
}

function idsOf({ operationId }: Call, of: "foreign" | "deleted" | "missing"): string[] {
  const resource = operations[operationId]?.resource;
  return resource ? world[of][resource] : [];
}

function bodiesOf({ operationId }: Call): (object | undefined)[] {
  return operations[operationId]?.bodies ?? [undefined];
}

/**
 * Combines each query with a valid body, and each body with no query. Without a full sweep, the form of an operation for programs and
 * its form for the dashboard, which run the same code, get one half each; and operators' routes, which refuse Eve before they read
 * anything, get those that name an account.
 */
function attemptsOf(call: Call): [query: string, body: object | undefined][] {
  const queries = queriesOf(call).map((query): [string, object | undefined] => [query, bodiesOf(call)[0]]);
  const bodies = variationsOf(call).map((body): [string, object | undefined] => ["", body]);
  const attempts = [...queries, ...bodies];
  if (isFullSweep) return attempts;
  if (operations[call.operationId]?.operators) return attempts.slice(-4);
  const name = call.operationId.replace(/ForDashboard$/, "");
  const half = name === call.operationId ? 0 : 1;
  return operations[`${name}ForDashboard`] ? attempts.filter((_, n) => n % 2 === half) : attempts;
}

/** All values of Ada's that Eve could have learned. */
function foreignValues(): string[] {
  return [...Object.values(world.foreign).flat(), world.accountId, world.ada.email, ...world.cursors];
}

function queriesOf({ parameters = [] }: Call): string[] {
  const values = [...foreignValues(), world.markers.hidden];
  const tried = parameters
    .filter((parameter) => parameter.in === "query")
    .flatMap(({ name, schema }) =>
      (takesText(schema) ? values : values.slice(0, 1)).map((value) => [name, value]),
    );
  return [
    ...tried.map((pair) => `?${new URLSearchParams([pair as [string, string]])}`),
    `?account_id=${world.accountId}`,
  ];
}

/** Parameters with few values, such as numbers, refuse one of Ada's values like any other. */
function takesText(schema: object): boolean {
  const text = JSON.stringify(schema);
  return text.includes('"type":"string"') && !text.includes('"enum"') && !text.includes('"const"');
}

/** The valid bodies, variants with one text replaced, and variants with fields that name another owner. */
function variationsOf(call: Call): (object | undefined)[] {
  return bodiesOf(call).flatMap((body) => {
    if (!body) return [undefined];
    const fixed = operations[call.operationId]?.fixed ?? [];
    const replaced = foreignValues().flatMap((text) => replaceTexts(body, { text, fixed }));
    const claimed = ["account_id", "user_id", "id"].map((name) => ({ ...body, [name]: world.accountId }));
    return [body, ...replaced, ...claimed] as object[];
  });
}

type Replacement = { text: string; fixed: string[] };

/** Returns copies of a value, each with one string replaced, at any depth. */
function replaceTexts(value: unknown, by: Replacement): unknown[] {
  if (typeof value === "string") return [by.text];
  if (Array.isArray(value))
    return value.flatMap((member, at) => replaceTexts(member, by).map((other) => value.with(at, other)));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => !by.fixed.includes(name))
    .flatMap(([name, member]) => replaceTexts(member, by).map((other) => ({ ...value, [name]: other })));
}

/** A response may contain Ada's values that Eve sent herself, and no others. */
function expectNothingOfAdas(text: string, sent: string): void {
  const adas = [world.markers.hidden, ...foreignValues().filter((one) => one.length > 10)];
  const found = adas.filter(
    (value) => text.includes(value) && !sent.includes(value) && !sent.includes(encodeURIComponent(value)),
  );
  expect(found, text).toEqual([]);
}

function errorOf(text: string): object {
  const { error } = JSON.parse(text);
  return { ...error, request_id: "" };
}

/** The database commits, but its response is lost (F7). A client that repeats the request sends the email once. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { type LossyDatabase, startLossyDatabase } from "../harness/lossy-database.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";

let database: TestDatabase;
let lossy: LossyDatabase;
let posthouse: Posthouse;
let key: string;
/** A connection without losses. */
let direct: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  lossy = await startLossyDatabase(database.connectionString);
  posthouse = await startPosthouse({
    roles: ["api"],
    env: { DATABASE_URL: lossy.connectionString, DEFAULT_FROM: "test@posthouse.test" },
  });
  ({ key } = await signUpAndCreateKey(posthouse));
  direct = new pg.Client(database.connectionString);
  await direct.connect();
});
afterAll(async () => {
  await direct?.end();
  await stopAndRemove(posthouse);
  await lossy?.close();
  await database?.drop();
});

/** The name of the statement that stores emails and keys: one statement, so one transaction. */
const accepting = "insert-emails-guarded";

type Request = { path: string; body: object; idempotencyKey: string };
type SendResponse = {
  status: number;
  isReplay: boolean;
  body: { id?: string; error?: { code: string; message: string } };
};

async function post({ path, body, idempotencyKey }: Request): Promise<SendResponse> {
  const response = await fetch(`${posthouse.baseUrl}/api/v1${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
    },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    isReplay: response.headers.get("idempotent-replay") === "true",
    body: (await response.json()) as SendResponse["body"],
  };
}

/** Repeats a request as long as the response is 503: a broken connection may be found only when it is used. */
async function retry(request: Request): Promise<SendResponse> {
  const attempt = async () => {
    const response = await post(request);
    return response.status !== 503 && response;
  };
  return await until(attempt, { what: "a response other than 503" });
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const email = (subject: string) => ({ to: "a@sink.test", subject, text: "x" });
const sendOf = (name: string): Request => ({ path: "/send", body: email(name), idempotencyKey: name });
const batchOf = (name: string, size: number): Request => ({
  path: "/emails/batch",
  body: { emails: numbers(size).map((n) => email(`${name} ${n}`)) },
  idempotencyKey: name,
});

/** The stored rows of these emails, in the order of subjects. */
async function stored(subjects: string[]): Promise<{ subject: string; id: string }[]> {
  const { rows } = await direct.query<{ subject: string; id: string }>(
    "SELECT subject, id FROM emails WHERE subject = ANY ($1) ORDER BY subject",
    [subjects],
  );
  return rows;
}

const cases: [string, Request[], string[]][] = [
  ["one send", [sendOf("one")], ["one"]],
  [
    "sends that share commits",
    numbers(9).map((n) => sendOf(`many ${n}`)),
    numbers(9).map((n) => `many ${n}`),
  ],
  ["a batch", [batchOf("batch", 5)], numbers(5).map((n) => `batch ${n}`)],
];

test.each(cases)(
  "the answer to the COMMIT of %s is lost, and the database with it: 503, and a retry finds what was stored (F7)",
  async (_what, requests, subjects) => {
    lossy.lose({ what: "answers", text: accepting, thenAway: true });
    const answers = await Promise.all(requests.map(post));
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 503, body: { error: { code: "unavailable" } } });
    expect(lossy.broken).toBeGreaterThan(0);
    const before = await stored(subjects);
    // A request that arrives after the database broke may get another response, and is not stored.
    const inDoubt = answers.map(({ body }) => body.error?.message.includes("may or may not be stored"));
    expect(inDoubt).toContain(true);
    const certain = requests.filter((_, n) => !inDoubt[n]).map(({ idempotencyKey }) => idempotencyKey);
    expect(before.filter(({ subject }) => certain.includes(subject))).toEqual([]);
    expect(before.length).toBeGreaterThan(0);
    lossy.loseNothing();
    const retried = await Promise.all(requests.map(retry));
    expect(retried.map(({ status }) => status)).toEqual(requests.map(() => 200));
    expect(retried.filter(({ isReplay }) => isReplay).length).toBeGreaterThan(0);
    expect((await stored(subjects)).map(({ subject }) => subject)).toEqual(subjects);
    expect(await stored(subjects)).toEqual(expect.arrayContaining(before));
  },
);

test("if only the response to the COMMIT is lost, the key reveals at once that it succeeded (F7)", async () => {
  lossy.lose({ what: "answers", text: accepting });
  const first = await post(sendOf("found"));
  expect(lossy.broken).toBe(1);
  expect(first).toMatchObject({ status: 200, isReplay: true });
  lossy.loseNothing();
  expect(await post(sendOf("found"))).toEqual(first);
  expect(await stored(["found"])).toEqual([{ subject: "found", id: first.body.id }]);
});

test("if the connection breaks before the statement arrives, a retry with the same key sends (F7)", async () => {
  lossy.lose({ what: "requests", text: accepting });
  expect(await post(sendOf("before"))).toMatchObject({
    status: 503,
    body: { error: { code: "unavailable" } },
  });
  expect(lossy.broken).toBeGreaterThan(0);
  expect(await stored(["before"])).toEqual([]);
  lossy.loseNothing();
  expect(await post(sendOf("before"))).toMatchObject({ status: 200, isReplay: false });
  expect(await stored(["before"])).toHaveLength(1);
});

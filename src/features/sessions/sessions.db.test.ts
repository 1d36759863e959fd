import { beforeAll, expect, test } from "vitest";
import { until } from "../../../test/harness/until.ts";
import { type TestNode, useTestApp } from "../keys/test-app.fixture.ts";
import { deleteExpiredSessions } from "./queries.ts";

const tested = useTestApp();
let node: TestNode;

beforeAll(async () => {
  node = tested.node;
});

const sql = (text: string, values: unknown[] = []) => tested.database.pool.query(text, values);
const list = (cookie: string) => node.call("GET", "/api/sessions", { headers: { cookie } });
const end = (cookie: string, id = "") =>
  node.call("DELETE", `/api/sessions${id && `/${id}`}`, { headers: { cookie } });

async function signInTwice(email: string) {
  const { password, cookie } = await node.signUp(email);
  const other = await node.auth(
    { action: "login", email, password },
    { ip: "203.0.113.7", headers: { "user-agent": "Phone/1.0" } },
  );
  return { cookie, elsewhere: other.cookie };
}

test("a user sees all sessions, and which one is current", async () => {
  const { cookie, elsewhere } = await signInTwice("list@example.com");
  const { sessions } = (await list(cookie)).body;
  expect(sessions).toHaveLength(2);
  const [phone] = sessions.filter(({ current }: { current: boolean }) => !current);
  expect(phone).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    created_at: expect.any(String),
    expires_at: expect.any(String),
    last_seen_at: expect.any(String),
    ip: "203.0.113.7",
    user_agent: "Phone/1.0",
    current: false,
  });
  const sevenDays = Date.parse(phone.expires_at) - Date.parse(phone.created_at);
  expect(sevenDays).toBe(604_800_000);
  expect(
    (await list(elsewhere)).body.sessions.find((one: { id: string }) => one.id === phone.id).current,
  ).toBe(true);
});

test("a user can end another session or all others, but not a stranger's", async () => {
  const { cookie, elsewhere } = await signInTwice("end@example.com");
  const stranger = await node.signUp("stranger@example.com");
  const other = (await list(cookie)).body.sessions.find(({ current }: { current: boolean }) => !current);
  expect((await end(stranger.cookie, other.id)).status).toBe(404);
  expect((await list(elsewhere)).status).toBe(200);
  expect((await end(cookie, other.id)).status).toBe(204);
  expect((await list(elsewhere)).status).toBe(401);
  expect((await end(cookie, other.id)).status).toBe(404);
  for (const id of ["x", "0", "%00", "..%2f", "00000000-0000-0000-0000-000000000000"])
    expect((await end(cookie, id)).status).toBe(404);

  const third = await node.auth({ action: "login", email: "end@example.com", password: "a long password" });
  expect((await end(cookie)).status).toBe(204);
  expect((await list(third.cookie)).status).toBe(401);
  expect((await list(cookie)).body.sessions).toHaveLength(1);
  expect((await list(stranger.cookie)).status).toBe(200);
});

test("a session ends seven days after sign-in, even in use, and is deleted (A23)", async () => {
  const { cookie } = await node.signUp("a23@example.com");
  const own = "person_id = (SELECT id FROM people WHERE email_key = 'a23@example.com')";
  const expiry = async () => (await sql(`SELECT expires_at FROM sessions WHERE ${own}`)).rows[0]?.expires_at;
  const before = await expiry();
  await sql(`UPDATE sessions SET last_seen_at = now() - interval '2 minutes' WHERE ${own}`);
  await list(cookie);
  expect(await expiry()).toEqual(before);
  await sql(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE ${own}`);
  expect((await list(cookie)).status).toBe(401);
  expect((await node.call("GET", "/api/auth", { headers: { cookie } })).body.authenticated).toBe(false);
  await deleteExpiredSessions(tested.database);
  expect(await expiry()).toBeUndefined();
});

test("the last use of a session is stored once a minute, in the background", async () => {
  const { cookie } = await node.signUp("seen@example.com");
  const own = "person_id = (SELECT id FROM people WHERE email_key = 'seen@example.com')";
  const seen = async () =>
    (
      await sql(
        `SELECT xmin::text, last_seen_at > now() - interval '1 minute' AS lately FROM sessions WHERE ${own}`,
      )
    ).rows[0];
  const first = await seen();
  for (let n = 0; n < 5; n += 1) await list(cookie);
  expect(await seen()).toEqual(first);
  await sql(`UPDATE sessions SET last_seen_at = now() - interval '2 minutes' WHERE ${own}`);
  await list(cookie);
  await until(async () => (await seen()).lately, { what: "the session to be seen" });
});

test("requests that a browser sends from another site change nothing (A8)", async () => {
  const { email, password, cookie } = await node.signUp("a8@example.com");
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:3000.evil.example" },
    { origin: "http://localhost:3001", host: "localhost:3000" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "cross-site", origin: "http://localhost:3000" },
  ];
  for (const headers of foreign) {
    const responses = [
      await node.call("POST", "/api/keys", { body: { name: "forged" }, headers: { cookie, ...headers } }),
      await node.call("DELETE", "/api/sessions", { headers: { cookie, ...headers } }),
      await node.call("DELETE", "/api/auth", { headers: { cookie, ...headers } }),
      await node.auth({ action: "login", email, password }, { headers }),
      await node.auth({ action: "logout" }, { headers: { cookie, ...headers } }),
    ];
    expect(responses.map(({ status, body }) => [status, body.error.code])).toEqual(
      Array(5).fill([403, "cross_origin"]),
    );
  }
  const forms = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"];
  for (const type of forms) {
    const headers = { cookie, "content-type": type };
    expect((await node.call("POST", "/api/keys", { body: '{"name":"forged"}', headers })).status).toBe(415);
  }
  expect((await list(cookie)).status).toBe(200);
  expect((await node.call("GET", "/api/keys", { headers: { cookie } })).body.keys).toEqual([]);
});

test("requests from the dashboard and from programs are accepted (A8)", async () => {
  const { cookie } = await node.signUp("a8-own@example.com");
  const own: Record<string, string>[] = [
    {},
    { origin: "http://localhost:3000" },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "same-origin", origin: "http://localhost:5173" },
    { origin: "http://127.0.0.1:8080", host: "127.0.0.1:8080" },
  ];
  for (const headers of own) {
    const response = await node.call("POST", "/api/keys", {
      body: { name: "own" },
      headers: { cookie, ...headers },
    });
    expect([headers, response.status]).toEqual([headers, 200]);
  }
});

test("reading changes nothing (A8)", async () => {
  const { cookie } = await node.signUp("a8-get@example.com");
  for (const url of ["/api/auth?action=logout", "/api/auth", "/api/keys", "/api/sessions", "/api/account"])
    await node.call("GET", url, { headers: { cookie, "sec-fetch-site": "cross-site" } });
  expect((await list(cookie)).status).toBe(200);
});

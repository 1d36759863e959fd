import { beforeAll, expect, test } from "vitest";
import { type TestNode, useTestApp } from "../../keys/test-app.fixture.ts";

const tested = useTestApp();
let node: TestNode;

beforeAll(async () => {
  node = tested.node;
});

const check = (cookie: string) => node.call("GET", "/api/auth", { headers: { cookie } });
const logIn = (email: string, password: string, headers = {}) =>
  node.auth({ action: "login", email, password }, { headers });

test("sign-up, check, sign-out and sign-in return exactly the documented bodies", async () => {
  const credentials = { email: "Grace@Example.com", password: "secret" };
  const up = await node.auth({ action: "signup", ...credentials });
  expect([up.status, up.body]).toEqual([
    200,
    { success: true, user: { email: "Grace@example.com", name: null } },
  ]);
  const user = { email: "Grace@example.com", name: null };
  expect((await check(up.cookie)).body).toEqual({ authenticated: true, user });

  const out = await node.call("DELETE", "/api/auth", { headers: { cookie: up.cookie } });
  expect([out.status, out.body]).toEqual([200, { success: true }]);
  expect(out.headers["set-cookie"]).toBe("admin_token=; HttpOnly; Path=/; Max-Age=0; SameSite=Lax");
  expect((await check(up.cookie)).body).toEqual({ authenticated: false, user: null });

  const again = await logIn("grace@example.com", "secret");
  expect([again.status, again.body]).toEqual([200, { success: true, user }]);
  const posted = await node.auth({ action: "logout" }, { headers: { cookie: again.cookie } });
  expect([posted.status, posted.body]).toEqual([200, { success: true }]);
  expect((await check(again.cookie)).body.authenticated).toBe(false);
});

test("signing out without a session succeeds", async () => {
  expect((await node.call("DELETE", "/api/auth")).body).toEqual({ success: true });
  expect((await node.auth({ action: "logout" })).body).toEqual({ success: true });
});

test("the cookie has exactly the documented attributes, and Secure on https (A3)", async () => {
  const plain = await node.auth({ action: "signup", email: "a3@example.com", password: "secret" });
  expect(plain.headers["set-cookie"]).toMatch(
    /^admin_token=[A-Za-z0-9_-]{43}; HttpOnly; Path=\/; Max-Age=604800; SameSite=Lax$/,
  );
  const https = tested.another({ BASE_URL: "https://mail.example.com" });
  const secure = await https.auth({ action: "login", email: "a3@example.com", password: "secret" });
  expect(secure.headers["set-cookie"]).toEqual([
    expect.stringMatching(/^admin_token=[\w-]{43}; .*; SameSite=Lax; Secure$/),
    expect.stringMatching(/^__Host-admin_token=[\w-]{43}; HttpOnly; Path=\/; .*; Secure$/),
  ]);
  const out = await https.call("DELETE", "/api/auth");
  expect(out.headers["set-cookie"]).toEqual([
    expect.stringMatching(/^admin_token=; .*; Secure$/),
    expect.stringMatching(/^__Host-admin_token=; .*; Secure$/),
  ]);
});

test("a cookie set before sign-in never becomes a session (A4)", async () => {
  const planted = "A".repeat(43);
  await node.register("a4@example.com", "secret");
  const first = await logIn("a4@example.com", "secret", { cookie: `admin_token=${planted}` });
  const second = await logIn("a4@example.com", "secret", { cookie: first.cookie });
  expect((await check(`admin_token=${planted}`)).body.authenticated).toBe(false);
  expect(new Set([planted, first.cookie, second.cookie]).size).toBe(3);
});

test("the database does not hold session tokens (A5)", async () => {
  const { cookie } = await node.signUp("a5@example.com");
  const token = cookie.slice("admin_token=".length);
  const { rows } = await tested.database.pool.query("SELECT sessions::text AS whole FROM sessions");
  const hex = Buffer.from(token).toString("hex");
  const decodedHex = Buffer.from(token, "base64url").toString("hex");
  expect(rows.length).toBeGreaterThan(0);
  for (const { whole } of rows) {
    expect(whole).not.toContain(token);
    expect(whole).not.toContain(hex);
    expect(whole).not.toContain(decodedHex);
  }
});

test("signing out ends the session on all nodes, so the old cookie no longer works (A6)", async () => {
  const other = tested.another();
  const { cookie } = await node.signUp("a6@example.com");
  expect((await other.call("GET", "/api/keys", { headers: { cookie } })).status).toBe(200);
  await node.call("DELETE", "/api/auth", { headers: { cookie } });
  for (const each of [node, other]) {
    const replayed = await each.call("GET", "/api/keys", { headers: { cookie } });
    expect([replayed.status, replayed.body.error.code]).toEqual([401, "unauthorized"]);
  }
});

test("an unknown address and a wrong password get the same response (A11)", async () => {
  await node.signUp("a11@example.com");
  const responses = [await logIn("a11@example.com", "wrong!"), await logIn("unknown@example.com", "wrong!")];
  const [known, unknown] = responses.map(({ status, headers, body }) => ({
    status,
    names: Object.keys(headers).sort(),
    length: headers["content-length"],
    error: { ...body.error, request_id: "" },
  }));
  expect(known).toEqual(unknown);
  expect(known).toMatchObject({ status: 401, error: { code: "invalid_credentials" } });
  expect(known?.names).not.toContain("set-cookie");
});

test("addresses that differ only in case or in the spelling of the domain are the same; one of two concurrent sign-ups wins", async () => {
  const race = await Promise.all(
    ["Race@bücher.example", "race@xn--bcher-kva.example"].map((email) =>
      node.auth({ action: "signup", email, password: "secret" }),
    ),
  );
  expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
  const taken = await node.auth({ action: "signup", email: "RACE@BÜCHER.example", password: "secret" });
  expect([taken.status, taken.body.error.code]).toEqual([409, "email_taken"]);
  expect(taken.headers["set-cookie"]).toBeUndefined();
  expect((await logIn("rAcE@xn--bcher-kva.EXAMPLE", "secret")).status).toBe(200);
});

test.each([
  ["no action", { email: "x@example.com", password: "secret" }, "action"],
  ["an unknown action", { action: "signin" }, "action"],
  [
    "an unknown field",
    { action: "signup", email: "x@example.com", password: "secret", admin: true },
    "admin",
  ],
  ["no address", { action: "signup", password: "secret" }, "email"],
  ["a bad address", { action: "signup", email: "x@", password: "secret" }, "email"],
  ["an address with a name", { action: "signup", email: "X <x@example.com>", password: "secret" }, "email"],
  ["two addresses", { action: "signup", email: "x@example.com, y@example.com", password: "secret" }, "email"],
  [
    "a line break in the address",
    { action: "signup", email: "x@example.com\r\nBcc: y@z.example", password: "secret" },
    "email",
  ],
  ["a number for an address", { action: "signup", email: 7, password: "secret" }, "email"],
  ["5 characters of password", { action: "signup", email: "x@example.com", password: "12345" }, "password"],
  [
    "1,025 characters of password",
    { action: "signup", email: "x@example.com", password: "x".repeat(1_025) },
    "password",
  ],
  [
    "A16 NUL in the password",
    { action: "signup", email: "x@example.com", password: "secret\0more" },
    "password",
  ],
  ["no password to sign in", { action: "login", email: "x@example.com" }, "password"],
])("%s is reported at its field", async (_what, body, path) => {
  const response = await node.auth(body);
  expect([response.status, response.body.error.code]).toEqual([422, "validation_failed"]);
  expect(response.body.error.fields.map((field: { path: string }) => field.path)).toContain(path);
});

test("a password of a megabyte is refused before it is hashed (A15)", async () => {
  const response = await node.auth({
    action: "login",
    email: "x@example.com",
    password: "x".repeat(1_000_000),
  });
  expect([response.status, response.body.error.code]).toEqual([413, "body_too_large"]);
});

test("every character of a password counts (A15)", async () => {
  const long = "x".repeat(1_023);
  await node.register("a15@example.com", `${long}a`);
  expect((await logIn("a15@example.com", `${long}b`)).status).toBe(401);
  expect((await logIn("a15@example.com", "x".repeat(72))).status).toBe(401);
  expect((await logIn("a15@example.com", `${long}a`)).status).toBe(200);
});

test("a password matches in every Unicode form of its accents, and spaces count (A16)", async () => {
  await node.register("a16@example.com", " pässwörd ");
  expect((await logIn("a16@example.com", " pässwörd ".normalize("NFD"))).status).toBe(200);
  expect((await logIn("a16@example.com", "pässwörd")).status).toBe(401);
  await node.register("a16-emoji@example.com", "😀😁😂🤣😃😄");
  expect((await logIn("a16-emoji@example.com", "😀😁😂🤣😃😄")).status).toBe(200);
});

test("every plausible token in the cookie header is tried, and a malformed header does no harm (A26)", async () => {
  const { cookie } = await node.signUp("a26@example.com");
  const other = `admin_token=${"B".repeat(43)}`;
  const many = Array.from({ length: 100 }, (_, n) => `c${n}=${n}`).join("; ");
  const open = async (header: string) =>
    (await node.call("GET", "/api/keys", { headers: { cookie: header } })).status;
  expect(await open(`${many}; ${cookie}`)).toBe(200);
  expect(await open(`admin_token=${"x".repeat(8_192)}; ${cookie}`)).toBe(200);
  expect(await open(`admin_token; admin_token=; =; ;; ${cookie}`)).toBe(200);
  expect(await open(`${cookie}; ${other}`)).toBe(200);
  expect(await open(`${other}; ${cookie}`)).toBe(200);
  expect(await open(cookie.replace("admin_token", "ADMIN_TOKEN"))).toBe(401);
  expect(await open(`__proto__=1; ${"%".repeat(500)}`)).toBe(401);
});

test("cookies of two people open no session, and over https only the __Host- cookie counts", async () => {
  const victim = await node.signUp("tossed-at@example.com");
  const attacker = await node.signUp("tosses@example.com");
  const https = tested.another({ BASE_URL: "https://mail.example.com" });
  const who = async (on: typeof node, headers: Record<string, string>) =>
    (await on.call("GET", "/api/auth", { headers })).body.user?.email ?? null;
  const both = `${attacker.cookie}; ${victim.cookie}`;
  expect(await who(node, { cookie: both })).toBe(null);
  const own = `__Host-${victim.cookie}`;
  expect(await who(https, { cookie: `${both}; ${own}` })).toBe("tossed-at@example.com");
  const browser = { "sec-fetch-site": "same-origin" };
  expect(await who(https, { ...browser, cookie: `${attacker.cookie}; ${own}` })).toBe(
    "tossed-at@example.com",
  );
  expect(await who(https, { ...browser, cookie: attacker.cookie })).toBe(null);
  expect(await who(https, { cookie: attacker.cookie })).toBe("tosses@example.com");
});

test("sign-in errors reveal no internals (A27)", async () => {
  const responses = [
    await node.auth({ action: "login", email: "'; DROP TABLE people --", password: "secret" }),
    await node.auth({ action: "login", email: "x".repeat(5_000), password: "secret" }),
    await node.call("POST", "/api/auth", { body: '{"action":' }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([401, 422, 400]);
  for (const { text } of responses) expect(text).not.toMatch(/argon|select|people|node_modules|\.ts|DROP/i);
});

test("the mode of the instance decides whether sign-up is open", async () => {
  const relay = { SMTP_RELAY_URL: "smtp://127.0.0.1:25" };
  const modes: [Record<string, string>, "open" | "closed"][] = [
    [{}, "open"],
    [relay, "closed"],
    [{ ...relay, SIGNUPS: "open" }, "open"],
    [{ SIGNUPS: "closed" }, "closed"],
    [{ ...relay, PAYMENT_SECRET_KEY: "sk_test" }, "open"],
  ];
  for (const [n, [settings, signups]] of modes.entries()) {
    const each = tested.another(settings);
    expect((await each.call("GET", "/api/instance")).body.signups).toBe(signups);
    const response = await each.auth({ action: "signup", email: `mode${n}@example.com`, password: "secret" });
    expect(response.status).toBe(signups === "open" ? 200 : 403);
    if (signups === "closed") expect(response.body.error.code).toBe("signups_closed");
  }
});

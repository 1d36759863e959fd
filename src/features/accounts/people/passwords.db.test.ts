import { beforeAll, expect, test } from "vitest";
import { type TestNode, useTestApp } from "../../keys/test-app.fixture.ts";
import { resetPassword } from "./reset-password.ts";

const tested = useTestApp();
let node: TestNode;

beforeAll(async () => {
  node = tested.node;
});

const isOpen = async (cookie: string) =>
  (await node.call("GET", "/api/keys", { headers: { cookie } })).status === 200;
const logIn = (email: string, password: string) => node.auth({ action: "login", email, password });
const change = (cookie: string, current: string, next: string) =>
  node.auth(
    { action: "change_password", current_password: current, new_password: next },
    { headers: { cookie } },
  );

test("a changed password ends every session, on all nodes, and starts a new one (A7)", async () => {
  const { email, password, cookie } = await node.signUp("a7@example.com");
  const elsewhere = (await logIn(email, password)).cookie;
  const stranger = await node.signUp("a7-other@example.com");
  const changed = await change(cookie, password, "another password");
  expect(changed.body).toEqual({ success: true, user: { email, name: null } });
  expect(changed.headers["set-cookie"]).toMatch(/^admin_token=[\w-]{43}; HttpOnly; /);
  expect(await isOpen(changed.cookie)).toBe(true);
  expect(await isOpen(cookie)).toBe(false);
  expect(await isOpen(elsewhere)).toBe(false);
  expect(await isOpen(stranger.cookie)).toBe(true);
  expect((await logIn(email, password)).status).toBe(401);
  expect((await logIn(email, "another password")).status).toBe(200);
});

test("changing a password requires a session, the current password, and a different new one", async () => {
  const { password, cookie } = await node.signUp("change@example.com");
  expect((await change("", password, "another password")).status).toBe(401);
  const wrong = await change(cookie, "not it at all", "another password");
  expect([wrong.status, wrong.body.error.code]).toEqual([401, "invalid_credentials"]);
  expect(wrong.body.error.fields[0].path).toBe("current_password");
  const same = await change(cookie, password, password);
  expect([same.status, same.body.error.fields[0].path]).toEqual([422, "new_password"]);
  const short = await change(cookie, password, "short");
  expect([short.status, short.body.error.fields[0].path]).toEqual([422, "new_password"]);
  expect(await isOpen(cookie)).toBe(true);
});

test("one of two concurrent changes wins, and the other's session ends", async () => {
  const { email, password, cookie } = await node.signUp("race@example.com");
  const responses = await Promise.all(
    ["first new one", "second new one"].map((next) => change(cookie, password, next)),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
  const won = responses[0]?.status === 200 ? "first new one" : "second new one";
  expect((await logIn(email, won)).status).toBe(200);
});

test("a sign-in that began with the old password does not survive a reset (A7)", async () => {
  const { email, password } = await node.signUp("a7-race@example.com");
  const nodes = [node, tested.another(), tested.another()];
  const signIns = nodes.flatMap((each) => [1, 2].map(() => each.auth({ action: "login", email, password })));
  const [, ...responses] = await Promise.all([
    resetPassword(tested.database, { email, newPassword: "a new password" }),
    ...signIns,
  ]);
  for (const { cookie, status } of responses) expect([status, await isOpen(cookie)]).not.toEqual([200, true]);
  const { rows } = await tested.database.pool.query(
    "SELECT count(*) FROM sessions JOIN people ON people.id = person_id WHERE email_key = $1",
    [email],
  );
  expect(rows).toEqual([{ count: 0 }]);
});

test("a reset ends all sessions; a generated password must be changed at the next sign-in", async () => {
  const { email, cookie } = await node.signUp("reset@example.com");
  const { password } = await resetPassword(tested.database, { email: "RESET@example.com" });
  expect(await isOpen(cookie)).toBe(false);
  const signedIn = await logIn(email, password);
  expect(signedIn.body.must_change_password).toBe(true);
  expect(await isOpen(signedIn.cookie)).toBe(false);
  await resetPassword(tested.database, { email, newPassword: "chosen by hand" });
  expect((await logIn(email, "chosen by hand")).body).not.toHaveProperty("must_change_password");
  await expect(resetPassword(tested.database, { email: "no@example.com" })).rejects.toMatchObject({
    code: "user_not_found",
  });
  await expect(resetPassword(tested.database, { email, newPassword: "short" })).rejects.toMatchObject({
    code: "validation_failed",
  });
});

test("a password is stored as argon2id with its own salt (A16)", async () => {
  await node.register("hash-one@example.com", "the same password");
  await node.register("hash-two@example.com", "the same password");
  const { rows } = await tested.database.pool.query(
    "SELECT password_hash FROM people WHERE email_key LIKE 'hash-%' ORDER BY email_key",
  );
  for (const { password_hash } of rows) expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=4,p=1\$/);
  expect(rows[0].password_hash).not.toBe(rows[1].password_hash);
});

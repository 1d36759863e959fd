import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shownCode } from "../../../../test/harness/authenticator.ts";
import { waitForLocks } from "../../../../test/harness/wait-for-locks.ts";
import { type TestNode, useTestApp } from "../../keys/test-app.fixture.ts";
import { resetSecondFactor } from "./change-second-factor.ts";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { describeSecret, stepOfCode } from "./totp.ts";

const tested = useTestApp();
let node: TestNode;
let count = 0;

type Person = { email: string; password: string; cookie: string };
let ada: Person;

beforeAll(() => {
  node = tested.node;
});
beforeEach(async () => {
  await tested.database.pool.query("DELETE FROM attempt_counters");
  count += 1;
  ada = await node.signUp(`ada-${count}@example.com`);
});

const post = (person: Person, path: string, body: object) =>
  node.call("POST", `/api/second-factor${path}`, { headers: { cookie: person.cookie }, body });
const withPassword = (person: Person, path: string, password = person.password) =>
  post(person, path, { current_password: password });
const state = async ({ cookie }: Person) =>
  (await node.call("GET", "/api/second-factor", { headers: { cookie } })).body;
const signIn = ({ email, password }: Person, code?: string, ip = "203.0.113.7") =>
  node.auth({ action: "login", email, password, ...(code && { code }) }, { ip });
type Response = Awaited<ReturnType<typeof signIn>>;
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } | null }) =>
  status < 300 ? "ok" : body?.error?.code;

/** The actions in the audit log of Ada's account. */
async function actions(): Promise<string[]> {
  const { body } = await node.call("GET", "/api/audit", { headers: { cookie: ada.cookie } });
  return body.events.map(({ action }: { action: string }) => action);
}

/** Adds an authenticator. The code of the step before is used up, so that those of now and later are free. */
async function protect(person: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await withPassword(person, "")).body;
  const { body } = await post(person, "/confirm", { code: await shownCode(secret, -1) });
  return { secret, recoveryCodes: body.recovery_codes };
}

test("codes are those of RFC 6238 appendix B, with six digits", () => {
  const secret = Buffer.from("12345678901234567890");
  for (const [seconds, code] of [
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ] as const)
    expect(stepOfCode(secret, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  expect(describeSecret(secret, "ada@example.com")).toEqual({
    secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
    uri: expect.stringMatching(
      /^otpauth:\/\/totp\/Posthouse:ada%40example\.com\?issuer=Posthouse&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&/,
    ),
  });
});

test("recovery codes are different, and hyphens, spaces and case make no difference", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([2-9a-hjkmnp-z]{4}-){3}[2-9a-hjkmnp-z]{4}$/);
  const [code = ""] = codes;
  expect(hashRecoveryCode(` ${code.replaceAll("-", " ").toUpperCase()}`)).toEqual(hashRecoveryCode(code));
});

test("with an authenticator, sign-in needs the password and a code; before, the secret has no effect (A21)", async () => {
  const { secret } = (await withPassword(ada, "")).body;
  expect(await state(ada)).toEqual({ enabled: false, enabled_at: null, recovery_codes_left: 0 });
  expect(codeOf(await signIn(ada))).toBe("ok");
  expect(codeOf(await post(ada, "/confirm", { code: "000000" }))).toBe("invalid_code");
  const confirmed = await post(ada, "/confirm", { code: await shownCode(secret, -1) });
  expect(confirmed.body.recovery_codes).toHaveLength(10);
  expect(await state(ada)).toEqual({
    enabled: true,
    enabled_at: expect.any(String),
    recovery_codes_left: 10,
  });

  expect(codeOf(await signIn(ada))).toBe("code_required");
  expect(codeOf(await signIn({ ...ada, password: "wrong" }, await shownCode(secret)))).toBe(
    "invalid_credentials",
  );
  const code = await shownCode(secret);
  const signedIn = await signIn(ada, `${code.slice(0, 3)} ${code.slice(3)}`);
  expect([codeOf(signedIn), signedIn.cookie]).toEqual(["ok", expect.stringContaining("admin_token=")]);
});

test("a code is accepted once, also by two requests at the same time (A21)", async () => {
  const { secret } = await protect(ada);
  const code = await shownCode(secret);
  const results = await Promise.all(Array.from({ length: 5 }, () => signIn(ada, code)));
  expect(results.map(codeOf).sort()).toEqual([...Array(4).fill("invalid_code"), "ok"]);
  // An earlier one is refused too.
  expect(codeOf(await signIn(ada, await shownCode(secret, -1)))).toBe("invalid_code");
  expect(codeOf(await signIn(ada, await shownCode(secret, 1)))).toBe("ok");
});

test("a code is valid in its time step, the one before and the one after (A21)", async () => {
  const secret = Buffer.from("12345678901234567890");
  const step = 37_037_036;
  const nowMs = (step * 30 + 29) * 1_000;
  const { secret: base32 } = describeSecret(secret, "");
  const codeAt = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(base32) }).generate({ timestamp: nowMs + steps * 30_000 });
  const steps = [-100, -3, -2, -1, 0, 1, 2, 3, 100];
  const accepted = steps.map((ahead) => stepOfCode(secret, codeAt(ahead), nowMs));
  expect(accepted).toEqual([null, null, null, step - 1, step, step + 1, null, null, null]);
});

test("after ten wrong codes from any networks, codes are refused until a minute without attempts, but recovery codes still work (A21)", async () => {
  const { secret, recoveryCodes } = await protect(ada);
  await tested.database.pool.query("DELETE FROM attempt_counters");
  for (let n = 0; n < 10; n += 1)
    expect(codeOf(await signIn(ada, `00000${n}`, `203.0.${n}.1`))).toBe("invalid_code");
  const refused = await signIn(ada, await shownCode(secret), "198.51.100.1");
  expect([refused.status, codeOf(refused)]).toEqual([429, "too_many_attempts"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  // An hour of attempts is recorded once.
  expect(codeOf(await signIn(ada, "not-a-code", "198.51.100.3"))).toBe("invalid_code");
  expect((await actions()).filter((action) => action === "user.code_refused")).toHaveLength(1);
  expect(codeOf(await signIn(ada, recoveryCodes[0], "203.0.0.1"))).toBe("ok");
  // A minute later.
  await tested.database.pool.query("UPDATE attempt_counters SET drained_at = drained_at - interval '61 s'");
  expect(codeOf(await signIn(ada, await shownCode(secret), "198.51.100.1"))).toBe("ok");
  // A wrong password cannot cause this.
  const other = await node.signUp(`other-${count}@example.com`);
  const { secret: others } = await protect(other);
  for (let n = 0; n < 12; n += 1)
    await signIn({ ...other, password: "wrong" }, `00000${n % 10}`, `203.1.${n}.1`);
  expect(codeOf(await signIn(other, await shownCode(others), "198.51.100.2"))).toBe("ok");
});

test("recovery codes have a limit for each network (A21)", async () => {
  const { recoveryCodes } = await protect(ada);
  for (let n = 0; n < 10; n += 1) expect(codeOf(await signIn(ada, `wrong-wrong-${n}`))).toBe("invalid_code");
  expect(codeOf(await signIn(ada, recoveryCodes[0]))).toBe("too_many_attempts");
  expect(codeOf(await signIn(ada, recoveryCodes[0], "198.51.100.1"))).toBe("ok");
});

/** Holds the lock that changes to a person's sign-in take, until `work` has returned. */
async function withLockedPerson(work: (query: (sql: string) => Promise<unknown>) => Promise<void>) {
  const holder = await tested.database.pool.connect();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT FROM people WHERE email = $1 FOR UPDATE", [ada.email]);
    await work((sql) => holder.query(sql, [ada.email]));
    await holder.query("COMMIT");
  } finally {
    holder.release(true);
  }
}

test("a recovery code is not used up if the session cannot start", async () => {
  const { recoveryCodes } = await protect(ada);
  const results: Promise<Response>[] = [];
  await withLockedPerson(async (query) => {
    results.push(signIn(ada, recoveryCodes[0]));
    await waitForLocks(tested.database, 1);
    await query("DELETE FROM memberships WHERE person_id = (SELECT id FROM people WHERE email = $1)");
  });
  expect((await Promise.all(results)).map(codeOf)).toEqual(["invalid_credentials"]);
  const { rows } = await tested.database.pool.query(
    "SELECT count(*)::integer AS count FROM recovery_codes c JOIN people p ON p.id = c.person_id WHERE p.email = $1",
    [ada.email],
  );
  expect(rows).toEqual([{ count: 10 }]);
});

test("a sign-in that waits while an authenticator is confirmed is asked for a code (A21)", async () => {
  const { secret } = (await withPassword(ada, "")).body;
  const code = await shownCode(secret, -1);
  const results: Promise<Response>[] = [];
  await withLockedPerson(async () => {
    results.push(post(ada, "/confirm", { code }));
    await waitForLocks(tested.database, 1);
    results.push(signIn(ada));
    await waitForLocks(tested.database, 2);
  });
  expect((await Promise.all(results)).map(codeOf)).toEqual(["ok", "code_required"]);
});

test("an app is not confirmed by a session that a new password has just ended (A7)", async () => {
  const { secret } = (await withPassword(ada, "")).body;
  const results: Promise<Response>[] = [];
  await withLockedPerson(async (query) => {
    results.push(post(ada, "/confirm", { code: await shownCode(secret) }));
    await waitForLocks(tested.database, 1);
    await query("DELETE FROM sessions WHERE person_id = (SELECT id FROM people WHERE email = $1)");
  });
  expect((await Promise.all(results)).map(codeOf)).toEqual(["unauthorized"]);
  expect(codeOf(await signIn(ada))).toBe("ok");
});

test("an invitation in another account does not hide the use of a recovery code (A21)", async () => {
  const mallory = await node.signUp(`mallory-${count}@example.com`);
  const { recoveryCodes } = await protect(ada);
  const invited = await node.call("POST", "/api/invitations", {
    headers: { cookie: mallory.cookie },
    body: { email: ada.email, role: "member" },
  });
  const token = invited.body.link.split("#")[1];
  const body = { token, password: ada.password, code: recoveryCodes[0] };
  expect(codeOf(await node.call("POST", "/api/invitations/accept", { body }))).toBe("ok");
  expect((await actions()).slice(0, 2).sort()).toEqual(["user.recovery_code_used", "user.signed_in"]);
});

test("of two confirmations at once, one sets the recovery codes", async () => {
  const { secret } = (await withPassword(ada, "")).body;
  const codes = [await shownCode(secret, -1), await shownCode(secret)];
  const results = await Promise.all(codes.map((code) => post(ada, "/confirm", { code })));
  expect(results.map(codeOf).sort()).toEqual(["ok", "second_factor_exists"]);
  const accepted = results.find(({ status }) => status === 200);
  expect(codeOf(await signIn(ada, accepted?.body.recovery_codes[0]))).toBe("ok");
});

describe("recovery codes", () => {
  test("each works once instead of a code, and its use is in the audit log (A21)", async () => {
    const { recoveryCodes } = await protect(ada);
    const [first = "", second = ""] = recoveryCodes;
    const results = await Promise.all([signIn(ada, first), signIn(ada, first)]);
    expect(results.map(codeOf).sort()).toEqual(["invalid_code", "ok"]);
    expect(codeOf(await signIn(ada, second.toUpperCase().replaceAll("-", " ")))).toBe("ok");
    expect((await state(ada)).recovery_codes_left).toBe(8);
    expect((await actions()).filter((action) => action === "user.recovery_code_used")).toHaveLength(2);
  });

  test("of two renewals at once, the codes of one are valid", async () => {
    await protect(ada);
    await Promise.all([withPassword(ada, "/recovery-codes"), withPassword(ada, "/recovery-codes")]);
    expect((await state(ada)).recovery_codes_left).toBe(10);
  });

  test("new ones replace the old ones, and only their hashes are stored (A21)", async () => {
    const { recoveryCodes } = await protect(ada);
    expect(codeOf(await withPassword(ada, "/recovery-codes", "wrong"))).toBe("invalid_credentials");
    const renewed = (await withPassword(ada, "/recovery-codes")).body.recovery_codes;
    expect(codeOf(await signIn(ada, recoveryCodes[0]))).toBe("invalid_code");
    const { rows } = await tested.database.pool.query<{ code_hash: Buffer }>(
      "SELECT c.code_hash FROM recovery_codes c JOIN people p ON p.id = c.person_id WHERE p.email = $1",
      [ada.email],
    );
    const hashes = rows.map(({ code_hash }) => code_hash.toString("hex"));
    const sha256 = (text: string) => createHash("sha256").update(text.replaceAll("-", "")).digest("hex");
    expect(hashes.sort()).toEqual(renewed.map(sha256).sort());
    expect(codeOf(await signIn(ada, renewed[0]))).toBe("ok");
  });
});

test("adding an authenticator ends all other sessions (A7)", async () => {
  const { cookie } = await signIn(ada);
  await protect(ada);
  expect((await node.call("GET", "/api/second-factor", { headers: { cookie } })).status).toBe(401);
  expect((await state(ada)).enabled).toBe(true);
});

test("the secret is sealed in the database", async () => {
  const { secret } = await protect(ada);
  const { rows } = await tested.database.pool.query<{ secret: Buffer }>(
    "SELECT secret_sealed AS secret FROM authenticators",
  );
  const plain = Buffer.from(Secret.fromBase32(secret).buffer);
  expect(rows.some((row) => row.secret.includes(plain))).toBe(false);
});

test("each change needs the password, and a confirmed authenticator is not replaced", async () => {
  expect(codeOf(await withPassword(ada, "", "wrong"))).toBe("invalid_credentials");
  expect(codeOf(await withPassword(ada, "/remove"))).toBe("second_factor_not_found");
  expect(codeOf(await withPassword(ada, "/recovery-codes"))).toBe("second_factor_not_found");
  const { secret } = await protect(ada);
  expect(codeOf(await withPassword(ada, ""))).toBe("second_factor_exists");
  expect(codeOf(await post(ada, "/confirm", { code: await shownCode(secret, 1) }))).toBe(
    "second_factor_exists",
  );
  expect(codeOf(await withPassword(ada, "/remove", "wrong"))).toBe("invalid_credentials");
  expect(codeOf(await signIn(ada))).toBe("code_required");
  expect(codeOf(await withPassword(ada, "/remove"))).toBe("ok");
  expect(codeOf(await signIn(ada))).toBe("ok");
});

test.each(["a code", "a session"])("an invitation needs %s, not only the password (A21)", async (proof) => {
  const grace = await node.signUp(`grace-${count}@example.com`);
  const { secret } = await protect(grace);
  const invited = await node.call("POST", "/api/invitations", {
    headers: { cookie: ada.cookie },
    body: { email: grace.email, role: "member" },
  });
  const token = invited.body.link.split("#")[1];
  const accept = (body: object, cookie = "") =>
    node.call("POST", "/api/invitations/accept", { body: { token, ...body }, headers: { cookie } });
  expect(codeOf(await accept({ password: grace.password }))).toBe("code_required");
  const { password } = grace;
  expect(codeOf(await accept({ password, code: "000000" }))).toBe("invalid_code");
  if (proof === "a code") {
    expect(codeOf(await accept({ password, code: await shownCode(secret) }))).toBe("ok");
  } else {
    const { cookie } = await signIn(grace, await shownCode(secret));
    expect(codeOf(await accept({}, cookie))).toBe("ok");
  }
});

test("an operator removes the second factor of a person who has lost it, which ends all sessions", async () => {
  // An authenticator that is not confirmed is no second factor.
  await withPassword(ada, "");
  expect(await resetSecondFactor(tested.database, ada.email)).toBe(false);
  await protect(ada);
  expect(await resetSecondFactor(tested.database, ada.email)).toBe(true);
  expect((await node.call("GET", "/api/second-factor", { headers: { cookie: ada.cookie } })).status).toBe(
    401,
  );
  expect(codeOf(await signIn(ada))).toBe("ok");
  await expect(resetSecondFactor(tested.database, "unknown@example.com")).rejects.toMatchObject({
    code: "user_not_found",
  });
});

test("with a lost secret key, codes of the authenticator are refused, and recovery codes still work", async () => {
  const { secret, recoveryCodes } = await protect(ada);
  await tested.database.pool.query("UPDATE authenticators SET secret_sealed = 'sealed by another key'");
  expect(codeOf(await signIn(ada, await shownCode(secret)))).toBe("invalid_code");
  expect(codeOf(await signIn(ada, recoveryCodes[0]))).toBe("ok");
});

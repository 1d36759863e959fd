import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../../test/harness/api.ts";
import { eventually } from "../../../../test/harness/eventually.ts";
import { until } from "../../../../test/harness/until.ts";
import { loadMessageContents } from "../messages/message-contents.ts";
import { renderMessage } from "../messages/render-message.ts";
import { findEmail } from "../read/load-detail.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const email = { to: "ada@example.com", subject: "Hello", html: "<p>It works.</p>" };

const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  api.app.inject({
    method: "POST",
    url: "/api/v1/send",
    headers: { "content-type": "application/json", ...api.authorization, ...headers },
    payload,
  });
const send = (body: object) => post(JSON.stringify(body));
const get = (url: string) => api.app.inject({ url, headers: api.authorization });

/** The cookie of the default admin, who has changed the password. */
async function signIn(): Promise<string> {
  await api.database.pool.query("UPDATE people SET must_change_password = false");
  const answer = await api.app.inject({
    method: "POST",
    url: "/api/auth",
    payload: { action: "login", email: "admin@example.com", password: "posthouse" },
  });
  return String(answer.headers["set-cookie"]).split(";")[0] ?? "";
}

async function storedEmails(): Promise<number> {
  const { rows } = await api.database.pool.query("SELECT count(*) AS n FROM emails");
  return rows[0].n;
}

describe("POST /api/v1/send", () => {
  test("platform-api.md §4.7: to, subject and html are enough; the email is stored when it is answered", async () => {
    const answer = await send(email);
    expect(answer.statusCode).toBe(200);
    const { id } = answer.json();
    expect(answer.json()).toEqual({ success: true, id, status: "queued", message_id: `${id}@example.com` });
    const { rows } = await api.database.pool.query(
      "SELECT state, address FROM recipients WHERE email_id = $1",
      [answer.json().id],
    );
    expect(rows).toEqual([{ state: "queued", address: "ada@example.com" }]);
    const detail = (await get(`/api/v1/emails/${answer.json().id}`)).json();
    expect(detail).toMatchObject({
      from: "admin@example.com",
      to: ["ada@example.com"],
      text: "It works.",
      ...{ html: email.html },
    });
  });

  test("many callers share commits, and each gets its own email", async () => {
    const before = await storedEmails();
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, n) => send({ ...email, subject: `Number ${n}` })),
    );
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(300);
    expect(await storedEmails()).toBe(before + 300);
    const last = answers.at(-1)?.json().id;
    expect((await get(`/api/v1/emails/${last}`)).json().subject).toBe("Number 299");
  });

  test("a default sender that the account chose is used, and the request's own wins", async () => {
    await api.database.pool.query("UPDATE accounts SET default_from = 'News <news@example.org>'");
    const fromOf = async (body: object) =>
      (await get(`/api/v1/emails/${(await send(body)).json().id}`)).json().from;
    await eventually(async () => expect(await fromOf(email)).toBe("News <news@example.org>"));
    expect(await fromOf({ ...email, from: "me@example.net" })).toBe("me@example.net");
  });

  test.each([
    [{ ...email, to: [] }, "to"],
    [{ ...email, to: Array.from({ length: 1_001 }, (_, n) => `u${n}@example.com`) }, "to"],
    [{ ...email, too: "x" }, "too"],
    [{ ...email, subject: 7 }, "subject"],
    [{ ...email, to: { address: "a@b.example" } }, "to.email"],
    [{ ...email, to: { address: "a@b.example" } }, "to.address"],
    [{ to: email.to, html: email.html }, "subject"],
    [{ to: email.to, subject: "x" }, "html"],
    [{ ...email, from: "nobody" }, "from"],
    [{ ...email, subject: "x".repeat(999) }, "subject"],
    [{ ...email, reply_to: "a@b.example\r\nBcc: c@d.example" }, "reply_to"],
  ])("C1 C10 C19 a field invalid is named and nothing is stored (%#)", async (body, path) => {
    const before = await storedEmails();
    const answer = await send(body);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ success: false, error: { code: "validation_failed" } });
    expect(answer.json().error.fields.map((field: { path: string }) => field.path)).toContain(path);
    expect(await storedEmails()).toBe(before);
  });

  test("C19 a thousand recipients are one email", async () => {
    const answer = await send({ ...email, to: Array.from({ length: 1_000 }, (_, n) => `u${n}@example.com`) });
    expect(answer.statusCode).toBe(200);
    const detail = (await get(`/api/v1/emails/${answer.json().id}`)).json();
    expect([detail.recipient_count, detail.recipients.length]).toEqual([1_000, 1_000]);
  });

  test.each([
    ["not JSON", "{"],
    ["nothing", ""],
    ["trailing data", `${JSON.stringify(email)}{}`],
    ["C4 __proto__", `{"__proto__":{"x":1},"to":"a@b.example","subject":"s","html":"h"}`],
    ["C18 depth", `{"to":${"[".repeat(100_000)}`],
  ])("C18 %s is refused in words", async (_, payload) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.code).toBe("malformed_request");
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test("C17 another content type is 415, a compressed body too, one over 40 MB is 413", async () => {
    const body = JSON.stringify(email);
    expect((await post(body, { "content-type": "text/plain" })).statusCode).toBe(415);
    expect((await post(body, { "content-encoding": "gzip" })).statusCode).toBe(415);
    const big = Buffer.alloc(40 * 1024 * 1024 + 1, "x");
    expect((await post(big)).statusCode).toBe(413);
  });

  test("C11 a body of 5 MB in one line is accepted and comes back whole", async () => {
    const html = `<p>${"ä".repeat(2_500_000)}</p>`;
    const answer = await send({ ...email, html });
    expect(answer.statusCode).toBe(200);
    expect((await get(`/api/v1/emails/${answer.json().id}`)).json().html).toBe(html);
  });

  test.each([
    ["half a surrogate pair", '{"to":"a@b.example","subject":"a\\ud800b","html":"x"}', "subject"],
    ["NUL", '{"to":"a@b.example","subject":"a","html":"x\\u0000y"}', "html"],
  ])("C12 C14 %s, which no mail can carry, is refused by field", async (_, payload, path) => {
    const answer = await post(payload);
    expect([answer.statusCode, answer.json().error.fields[0].path]).toEqual([422, path]);
  });

  test("the source is the bytes of the message, also where they are UTF-8", async () => {
    const answer = await send({ ...email, to: "Jürgen <üser@b.example>" });
    const { rows } = await api.database.pool.query("SELECT account_id FROM emails WHERE id = $1", [
      answer.json().id,
    ]);
    const { account_id } = rows[0];
    const row = await findEmail(api.database, account_id, answer.json().id);
    const contents = await loadMessageContents(api.database, account_id, row);
    const source = await api.app.inject({
      url: `/api/emails/${answer.json().id}/source`,
      headers: { cookie: await signIn() },
    });
    expect(source.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(source.rawPayload.equals(await renderMessage(row, contents))).toBe(true);
    expect(source.body).toContain("<üser@b.example>");
  });

  test("C31 a client that hangs up before the answer leaves a whole email or none", async () => {
    await api.app.listen({ port: 0, host: "127.0.0.1" });
    const address = api.app.server.address();
    if (!address || typeof address === "string") throw new Error("no port");
    const body = JSON.stringify({ ...email, subject: "hung up" });
    const before = await storedEmails();
    for (let n = 0; n < 20; n += 1) {
      const socket = connect(address.port, "127.0.0.1");
      socket.end(
        `POST /api/v1/send HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        () => socket.destroy(),
      );
      await new Promise((resolve) => socket.once("close", resolve));
    }
    const open = () => new Promise<number>((resolve) => api.app.server.getConnections((_, n) => resolve(n)));
    await until(async () => (await open()) === 0, { what: "the server to see them hang up" });
    await send(email);
    const { rows } = await api.database.pool.query(
      "SELECT (SELECT count(*) FROM emails) AS all_emails, count(*) AS emails, count(r.email_id) AS recipients, count(c.hash) AS contents FROM emails e LEFT JOIN recipients r ON r.email_id = e.id LEFT JOIN contents c ON c.hash = e.html_hash WHERE e.subject = 'hung up'",
    );
    expect(rows[0].recipients).toBe(rows[0].emails);
    expect(rows[0].contents).toBe(rows[0].emails);
    expect(rows[0].all_emails).toBe(before + 1 + rows[0].emails);
  });
});

describe("when the database is away", () => {
  test("C30 the answer is 503 with Retry-After, and nothing was stored; after it is back, sending works", async () => {
    const before = await storedEmails();
    await api.database.pool.query(
      "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'gone' USING ERRCODE = '57P01'; END $$",
    );
    await api.database.pool.query(
      "CREATE TRIGGER gone BEFORE INSERT ON recipients EXECUTE FUNCTION refuse()",
    );
    const answer = await send(email);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
    expect(answer.json().error).toMatchObject({ code: "unavailable" });
    expect(await storedEmails()).toBe(before);
    await api.database.pool.query("DROP TRIGGER gone ON recipients");
    expect((await send(email)).statusCode).toBe(200);
  });

  test("one email that the database refuses does not fail its neighbours in the same commit", async () => {
    await api.database.pool.query(
      "CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.subject = 'poison' THEN RAISE 'no' USING ERRCODE = '22000'; END IF; RETURN NEW; END $$",
    );
    await api.database.pool.query(
      "CREATE TRIGGER poison BEFORE INSERT ON emails FOR EACH ROW EXECUTE FUNCTION refuse_one()",
    );
    const subjects = ["a", "b", "poison", "c", "d"];
    const answers = await Promise.all(subjects.map((subject) => send({ ...email, subject })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 500, 200, 200]);
    expect(answers[2]?.body).not.toContain("22000");
    await api.database.pool.query("DROP TRIGGER poison ON emails");
  });
});

describe("C22 who may send as what", () => {
  test("in SaaS mode only from a domain of the account; look-alikes and other accounts' domains are refused", async () => {
    const saas = await startTestApi({ PAYMENT_SECRET_KEY: "sk_test" });
    const { rows } = await saas.database.pool.query("SELECT id FROM accounts");
    await saas.database.pool.query(
      "INSERT INTO domains (account_id, name, verified_at, verified_by) VALUES ($1, 'example.com', now(), 'operator')",
      [rows[0].id],
    );
    const statusOf = async (from: string) => {
      const answer = await saas.app.inject({
        method: "POST",
        url: "/api/v1/send",
        headers: saas.authorization,
        payload: { ...email, from },
      });
      return [answer.statusCode, answer.json().error?.code];
    };
    expect(await statusOf("a@Example.COM")).toEqual([200, undefined]);
    for (const from of [
      "a@sub.example.com",
      "a@example.com.evil.example",
      "a@examp1e.com",
      "a@exаmple.com",
      "a@other.example",
    ])
      expect(await statusOf(from)).toEqual([403, "sender_not_allowed"]);
    await saas.close();
  });
});

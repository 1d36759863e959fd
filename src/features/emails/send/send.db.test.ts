import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { startTestApi, useApi } from "../../../../test/harness/api.ts";
import { adminCaller } from "../../../../test/harness/api-caller.ts";
import { eventually } from "../../../../test/harness/eventually.ts";
import { until } from "../../../../test/harness/until.ts";
import { loadMessageContents } from "../messages/message-contents.ts";
import { renderMessage } from "../messages/render-message.ts";
import { findEmail } from "../read/load-detail.ts";

const api = useApi();

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

async function storedEmails(): Promise<number> {
  const { rows } = await api.database.pool.query("SELECT count(*) AS n FROM emails");
  return rows[0].n;
}

describe("POST /api/v1/send", () => {
  test("to, subject and html are enough, and the email is stored before the response", async () => {
    const response = await send(email);
    expect(response.statusCode).toBe(200);
    const { id } = response.json();
    expect(response.json()).toEqual({ success: true, id, status: "queued", message_id: `${id}@example.com` });
    const { rows } = await api.database.pool.query(
      "SELECT state, address FROM recipients WHERE email_id = $1",
      [response.json().id],
    );
    expect(rows).toEqual([{ state: "queued", address: "ada@example.com" }]);
    const detail = (await get(`/api/v1/emails/${response.json().id}`)).json();
    expect(detail).toMatchObject({
      from: "admin@example.com",
      to: ["ada@example.com"],
      text: "It works.",
      ...{ html: email.html },
    });
  });

  test("concurrent callers share commits, and each gets its own email", async () => {
    const before = await storedEmails();
    const responses = await Promise.all(
      Array.from({ length: 300 }, (_, n) => send({ ...email, subject: `Number ${n}` })),
    );
    expect(new Set(responses.map((response) => response.json().id)).size).toBe(300);
    expect(await storedEmails()).toBe(before + 300);
    const last = responses.at(-1)?.json().id;
    expect((await get(`/api/v1/emails/${last}`)).json().subject).toBe("Number 299");
  });

  test("the account's default sender is used unless the request has its own", async () => {
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
    [{ ...email, from: "no-address" }, "from"],
    [{ ...email, subject: "x".repeat(999) }, "subject"],
    [{ ...email, reply_to: "a@b.example\r\nBcc: c@d.example" }, "reply_to"],
  ])("an invalid field is named and nothing is stored (%#) (C1, C10, C19)", async (body, path) => {
    const before = await storedEmails();
    const response = await send(body);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ success: false, error: { code: "validation_failed" } });
    expect(response.json().error.fields.map((field: { path: string }) => field.path)).toContain(path);
    expect(await storedEmails()).toBe(before);
  });

  test("one email can have a thousand recipients (C19)", async () => {
    const response = await send({
      ...email,
      to: Array.from({ length: 1_000 }, (_, n) => `u${n}@example.com`),
    });
    expect(response.statusCode).toBe(200);
    const detail = (await get(`/api/v1/emails/${response.json().id}`)).json();
    expect([detail.recipient_count, detail.recipients.length]).toEqual([1_000, 1_000]);
  });

  test.each([
    ["not JSON", "{"],
    ["nothing", ""],
    ["trailing data", `${JSON.stringify(email)}{}`],
    ["__proto__ (C4)", `{"__proto__":{"x":1},"to":"a@b.example","subject":"s","html":"h"}`],
    ["depth (C18)", `{"to":${"[".repeat(100_000)}`],
  ])("%s is rejected with an explanation (C18)", async (_, payload) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.code).toBe("malformed_request");
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test("another content type or a compressed body is 415, a body over 40 MB is 413 (C17)", async () => {
    const body = JSON.stringify(email);
    expect((await post(body, { "content-type": "text/plain" })).statusCode).toBe(415);
    expect((await post(body, { "content-encoding": "gzip" })).statusCode).toBe(415);
    const big = Buffer.alloc(40 * 1024 * 1024 + 1, "x");
    expect((await post(big)).statusCode).toBe(413);
  });

  test.each([
    ["/api/v1/send", { ...email, to: Array(50).fill("no-address") }],
    ["/api/v1/emails/batch", { emails: Array(20).fill(email) }],
  ])("%s never compresses its response, because that would slow down sends", async (url, payload) => {
    const headers = { ...api.authorization, "accept-encoding": "br" };
    const response = await api.app.inject({ method: "POST", url, headers, payload });
    expect(response.rawPayload.length).toBeGreaterThan(1_024);
    expect(response.headers["content-encoding"]).toBeUndefined();
  });

  test("a body of 5 MB in one line is accepted and returned unchanged (C11)", async () => {
    const html = `<p>${"ä".repeat(2_500_000)}</p>`;
    const response = await send({ ...email, html });
    expect(response.statusCode).toBe(200);
    expect((await get(`/api/v1/emails/${response.json().id}`)).json().html).toBe(html);
  });

  test.each([
    ["half a surrogate pair", '{"to":"a@b.example","subject":"a\\ud800b","html":"x"}', "subject"],
    ["NUL", '{"to":"a@b.example","subject":"a","html":"x\\u0000y"}', "html"],
  ])(
    "%s, which no message can contain, is rejected with the name of the field (C12, C14)",
    async (_, payload, path) => {
      const response = await post(payload);
      expect([response.statusCode, response.json().error.fields[0].path]).toEqual([422, path]);
    },
  );

  test("the source is the bytes of the message, also in UTF-8", async () => {
    const response = await send({ ...email, to: "Jürgen <üser@b.example>" });
    const { rows } = await api.database.pool.query("SELECT account_id FROM emails WHERE id = $1", [
      response.json().id,
    ]);
    const { account_id } = rows[0];
    const row = await findEmail(api.database, account_id, response.json().id);
    const contents = await loadMessageContents(api.database, account_id, { email: row });
    const source = await (await adminCaller(api)).get(`/api/emails/${response.json().id}/source`);
    expect(source.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(source.bytes.equals(await renderMessage(row, contents))).toBe(true);
    expect(source.body).toContain("<üser@b.example>");
  });

  test.each([
    [{ html: "<p>Hi</p>", text: "" }, ["text/html"]],
    [{ html: "", text: "Hi" }, ["text/plain"]],
    [{ html: "", text: "" }, ["text/plain"]],
    [{ html: "<p>Hi</p>" }, ["multipart/alternative", "text/plain", "text/html"]],
  ])("an empty body next to another one is left out of the message: %j", async (bodies, types) => {
    const response = await post(JSON.stringify({ to: "ada@example.com", subject: "Hello", ...bodies }));
    const source = await (await adminCaller(api)).get(`/api/emails/${response.json().id}/source`);
    expect([...source.body.matchAll(/^Content-Type: ([^;\s]+)/gm)].map(([, type]) => type)).toEqual(types);
  });

  test("a client that disconnects before the response leaves a complete email or none (C31)", async () => {
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
    await until(async () => (await open()) === 0, { what: "the server to close the connections" });
    await send(email);
    const { rows } = await api.database.pool.query(
      "SELECT (SELECT count(*) FROM emails) AS all_emails, count(*) AS emails, count(r.email_id) AS recipients, count(c.hash) AS contents FROM emails e LEFT JOIN recipients r ON r.email_id = e.id LEFT JOIN contents c ON c.hash = e.html_hash WHERE e.subject = 'hung up'",
    );
    expect(rows[0].recipients).toBe(rows[0].emails);
    expect(rows[0].contents).toBe(rows[0].emails);
    expect(rows[0].all_emails).toBe(before + 1 + rows[0].emails);
  });
});

describe("when the database is not available", () => {
  test("sending gets 503 with Retry-After and stores nothing, and works again afterwards (C30)", async () => {
    const before = await storedEmails();
    await api.database.pool.query(
      "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'gone' USING ERRCODE = '57P01'; END $$",
    );
    await api.database.pool.query(
      "CREATE TRIGGER gone BEFORE INSERT ON recipients EXECUTE FUNCTION refuse()",
    );
    const response = await send(email);
    expect(response.statusCode).toBe(503);
    expect(response.headers["retry-after"]).toMatch(/^\d+$/);
    expect(response.json().error).toMatchObject({ code: "unavailable" });
    expect(await storedEmails()).toBe(before);
    await api.database.pool.query("DROP TRIGGER gone ON recipients");
    expect((await send(email)).statusCode).toBe(200);
  });

  test("an email that the database rejects does not fail others in the same commit", async () => {
    await api.database.pool.query(
      "CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.subject = 'poison' THEN RAISE 'no' USING ERRCODE = '22000'; END IF; RETURN NEW; END $$",
    );
    await api.database.pool.query(
      "CREATE TRIGGER poison BEFORE INSERT ON emails FOR EACH ROW EXECUTE FUNCTION refuse_one()",
    );
    const subjects = ["a", "b", "poison", "c", "d"];
    const responses = await Promise.all(subjects.map((subject) => send({ ...email, subject })));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 500, 200, 200]);
    expect(responses[2]?.body).not.toContain("22000");
    await api.database.pool.query("DROP TRIGGER poison ON emails");
  });
});

describe("allowed senders (C22)", () => {
  test("SaaS mode accepts only domains of the account, not look-alikes or other accounts' domains", async () => {
    const saas = await startTestApi({ PAYMENT_SECRET_KEY: "sk_test" });
    const { rows } = await saas.database.pool.query("SELECT id FROM accounts");
    await saas.database.pool.query(
      "INSERT INTO domains (account_id, name, verified_at, verified_by) VALUES ($1, 'example.com', now(), 'operator')",
      [rows[0].id],
    );
    const statusOf = async (from: string) => {
      const response = await saas.app.inject({
        method: "POST",
        url: "/api/v1/send",
        headers: saas.authorization,
        payload: { ...email, from },
      });
      return [response.statusCode, response.json().error?.code];
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

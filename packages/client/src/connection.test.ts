import { afterEach, describe, expect, test } from "vitest";
import { Posthouse, PosthouseError, type PosthouseOptions } from "./index.ts";
import { readOptions } from "./options.ts";
import { errorStep, type ScriptedServer, type Step, startScriptedServer } from "./scripted-server.fixture.ts";

let server: ScriptedServer;
afterEach(() => server?.close());

const sent = { success: true, id: "id-1", status: "queued", message_id: "m@x" };
const ok: Step = { json: sent };
const email = { to: "ada@example.com", subject: "Hello", text: "Hi" };

async function clientOf(steps: Step[], options: Partial<PosthouseOptions> = {}): Promise<Posthouse> {
  server = await startScriptedServer(steps);
  return new Posthouse("ph_test", { baseUrl: server.baseUrl, ...options });
}

const failureOf = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => expect.fail("it succeeded"),
    (error: unknown) => {
      expect(error).toBeInstanceOf(PosthouseError);
      return error as PosthouseError;
    },
  );
const keys = () => server.requests.map(({ headers }) => headers["idempotency-key"]);

describe("a send is retried with the same key and body", () => {
  test.each<[string, Step]>([
    ["the connection breaks after the request", "drop"],
    ["the connection breaks within the response", "cut"],
    ["503 with Retry-After", errorStep(503, "unavailable", { "retry-after": "0" })],
    ["503 without Retry-After", errorStep(503, "unavailable")],
    ["500", errorStep(500, "internal")],
    [
      "a proxy's 502",
      { status: 502, headers: { "content-type": "text/html" }, text: "<h1>Bad Gateway</h1>" },
    ],
    ["429", errorStep(429, "rate_limited", { "retry-after": "0" })],
    [
      "409 while the first request is in progress",
      errorStep(409, "idempotency_in_progress", { "retry-after": "0" }),
    ],
  ])("%s", async (_what, problem) => {
    const posthouse = await clientOf([problem, problem, ok]);
    expect(await posthouse.emails.send(email)).toEqual(sent);
    expect(server.requests).toHaveLength(3);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(server.requests.map(({ body }) => body))).toEqual(new Set([JSON.stringify(email)]));
  });

  test("a hanging request is given up after timeoutMs", async () => {
    const posthouse = await clientOf(["hang", ok], { timeoutMs: 100 });
    expect(await posthouse.emails.send(email)).toEqual(sent);
    expect(new Set(keys()).size).toBe(1);
  });

  test("each call has its own key, and the caller's key is used unchanged", async () => {
    const posthouse = await clientOf([ok]);
    await posthouse.emails.send(email);
    await posthouse.emails.send(email);
    await posthouse.emails.send(email, { idempotencyKey: "order 17" });
    expect(new Set(keys()).size).toBe(3);
    expect(keys()[2]).toBe("order 17");
  });
});

describe("errors", () => {
  test("carry the server's details", async () => {
    const fields = [{ path: "to", message: "is no address" }];
    const error = { code: "validation_failed", message: "Mend the fields.", fields, request_id: "r-7" };
    const posthouse = await clientOf([{ status: 422, json: { success: false, error } }]);
    expect(await failureOf(posthouse.emails.send(email))).toMatchObject({
      name: "PosthouseError",
      code: "validation_failed",
      status: 422,
      message: "Mend the fields.",
      fields,
      requestId: "r-7",
      attempts: 1,
    });
    expect(server.requests).toHaveLength(1);
  });

  test("the last error is thrown after all attempts", async () => {
    const posthouse = await clientOf([errorStep(503, "unavailable")], { maxRetries: 1 });
    const error = await failureOf(posthouse.emails.send(email));
    expect(error).toMatchObject({ code: "unavailable", status: 503, requestId: "req-1", attempts: 2 });
    expect(server.requests).toHaveLength(2);
  });

  test("a long Retry-After is left to the caller", async () => {
    const posthouse = await clientOf([errorStep(429, "quota_exceeded", { "retry-after": "3600" })]);
    const error = await failureOf(posthouse.emails.send(email));
    expect(error).toMatchObject({ code: "quota_exceeded", retryAfterMs: 3_600_000, attempts: 1 });
  });

  test("network_error names the server and the cause", async () => {
    const posthouse = await clientOf([ok], { maxRetries: 0 });
    await server.close();
    const error = await failureOf(posthouse.emails.send(email));
    expect(error).toMatchObject({ code: "network_error", status: null });
    expect(error.message).toBe(`${server.baseUrl} cannot be reached (ECONNREFUSED).`);
    server = await startScriptedServer([ok]);
  });

  test("no response in time is a timeout", async () => {
    const posthouse = await clientOf(["hang"], { maxRetries: 0, timeoutMs: 50 });
    const error = await failureOf(posthouse.emails.get("a"));
    expect(error).toMatchObject({ code: "timeout", status: null });
    expect(error.message).toBe(`No response from ${server.baseUrl} within 50 ms.`);
  });

  test("a response from another program is unexpected_response and not retried", async () => {
    const posthouse = await clientOf([{ text: "<h1>It works!</h1>" }]);
    expect(await failureOf(posthouse.emails.send(email))).toMatchObject({
      code: "unexpected_response",
      status: 200,
    });
    expect(server.requests).toHaveLength(1);
  });

  test("a redirect is not followed, because it could lose the body or leak the key", async () => {
    const posthouse = await clientOf([{ status: 301, headers: { location: "https://mail.example.com/" } }]);
    const error = await failureOf(posthouse.emails.send(email));
    expect(error).toMatchObject({ code: "unexpected_response", status: 301 });
    expect(error.message).toContain("https://mail.example.com/");
  });

  test("errors never show the key", async () => {
    const posthouse = await clientOf([errorStep(401, "unauthorized")]);
    const error = await failureOf(posthouse.emails.send(email));
    const { inspect } = await import("node:util");
    expect(inspect(error) + inspect(posthouse, { depth: 9 })).not.toContain("ph_test");
  });
});

describe("the caller's signal", () => {
  test("ends a request in progress", async () => {
    const posthouse = await clientOf(["hang"]);
    const abort = new AbortController();
    const failure = failureOf(posthouse.emails.send(email, { signal: abort.signal }));
    abort.abort(new Error("enough"));
    expect(await failure).toMatchObject({ code: "aborted", cause: { message: "enough" } });
  });

  test("ends the wait before the next attempt", async () => {
    const abort = new AbortController();
    const posthouse = await clientOf([errorStep(503, "unavailable", { "retry-after": "50" })], {
      fetch: async (...request) => {
        const response = await fetch(...request);
        setImmediate(() => abort.abort());
        return response;
      },
    });
    expect(await failureOf(posthouse.emails.send(email, { signal: abort.signal }))).toMatchObject({
      code: "aborted",
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe("requests that are not safe to repeat", () => {
  test.each<[string, (posthouse: Posthouse) => PromiseLike<unknown>]>([
    ["create a contact", (posthouse) => posthouse.contacts.create({ email: "a@example.com" })],
    ["cancel", (posthouse) => posthouse.emails.cancel("a")],
    ["send a scheduled email now", (posthouse) => posthouse.emails.reschedule("a", { scheduled_at: null })],
    ["delete from the inbox", (posthouse) => posthouse.inbox.delete(["a"])],
  ])("%s", async (_what, ask) => {
    const posthouse = await clientOf(["drop", ok]);
    expect(await failureOf(ask(posthouse))).toMatchObject({ code: "network_error" });
    expect(server.requests).toHaveLength(1);
  });

  test("are retried when the server rejected them before doing anything", async () => {
    const posthouse = await clientOf([errorStep(429, "rate_limited", { "retry-after": "0" }), ok]);
    await posthouse.contacts.create({ email: "a@example.com" });
    expect(server.requests).toHaveLength(2);
  });

  test("404 after a lost response counts as a successful deletion", async () => {
    const posthouse = await clientOf(["drop", errorStep(404, "contact_not_found")]);
    expect(await posthouse.contacts.delete("a@example.com")).toBeUndefined();
    expect(server.requests).toHaveLength(2);
    expect(await failureOf(posthouse.contacts.delete("a@example.com"))).toMatchObject({ status: 404 });
    expect(server.requests).toHaveLength(3);
  });
});

describe("requests", () => {
  test("have the right address, key and headers", async () => {
    const posthouse = await clientOf([ok], {});
    await posthouse.emails.send(email);
    const [request] = server.requests;
    expect(request).toMatchObject({ method: "POST", url: "/api/v1/send" });
    expect(request?.headers).toMatchObject({
      authorization: "Bearer ph_test",
      "content-type": "application/json",
      "user-agent": expect.stringMatching(/^posthouse-client\/\d/),
    });
  });

  test("keep the path of baseUrl", async () => {
    server = await startScriptedServer([ok]);
    const posthouse = new Posthouse("ph_test", { baseUrl: `${server.baseUrl}/mail/` });
    await posthouse.emails.get("a");
    expect(server.requests[0]?.url).toBe("/mail/api/v1/emails/a");
  });

  test("encode ids and parameters", async () => {
    const posthouse = await clientOf([{ json: { contacts: [], pagination: {} } }]);
    await posthouse.contacts.get("a/../b+c@example.com");
    await posthouse.contacts.list({ search: "ä & b", subscribed: false });
    expect(server.requests.map(({ url }) => url)).toEqual([
      "/api/v1/contacts/a%2F..%2Fb%2Bc%40example.com",
      "/api/v1/contacts?search=%C3%A4+%26+b&subscribed=false",
    ]);
  });

  test.each(["", ".", ".."])("are rejected for the id %j", async (id) => {
    const posthouse = await clientOf([ok]);
    expect(() => posthouse.emails.get(id)).toThrow("an id is required");
    expect(server.requests).toEqual([]);
  });
});

describe("options", () => {
  const make = (key: unknown, options: unknown) => () =>
    new Posthouse(key as string, options as PosthouseOptions);
  const baseUrl = "http://localhost:3000";

  test.each([
    [make("", { baseUrl }), "an API key (ph_…) is required"],
    [make(undefined, { baseUrl }), "an API key (ph_…) is required"],
    [make("ph_x\n", { baseUrl }), "an API key (ph_…) is required"],
    [make("ph_x", undefined), "baseUrl must be"],
    [make("ph_x", { baseUrl: "mail.example.com" }), "baseUrl must be"],
    [make("ph_x", { baseUrl: "ftp://mail.example.com" }), "baseUrl must be"],
    [make("ph_x", { baseUrl: "https://me:secret@mail.example.com" }), "baseUrl must be"],
    [make("ph_x", { baseUrl, timeoutMs: 0 }), "timeoutMs"],
    [make("ph_x", { baseUrl, maxRetries: -1 }), "maxRetries"],
  ])("%#: invalid options are rejected", (construct, message) => {
    expect(construct).toThrow(message);
    expect(construct).toThrow(PosthouseError);
  });

  test.each([Number.POSITIVE_INFINITY, 2 ** 31])(
    "a timeout of %d ms is reduced to the longest delay of a timer",
    (timeoutMs) => {
      expect(readOptions("ph_x", { baseUrl, timeoutMs }).timeoutMs).toBe(2 ** 31 - 1);
    },
  );

  test.each(["", " a", "a ", "ключ", "a\nb"])(
    "the idempotency key %j is refused here",
    async (idempotencyKey) => {
      const posthouse = await clientOf([ok]);
      expect(await failureOf(posthouse.emails.send(email, { idempotencyKey }))).toMatchObject({
        code: "invalid_option",
      });
    },
  );
});

import { createRequire } from "node:module";
import { Writable } from "node:stream";
import { brotliDecompressSync } from "node:zlib";
import { pino } from "pino";
import { Type } from "typebox";
import { afterEach, expect, test } from "vitest";
import { AppError } from "../errors/index.ts";
import { type App, buildServer, errorResponses } from "./index.ts";

let app: App;
let logged: string[];
afterEach(() => app.close());

function open(
  options: { baseUrl?: string; trustedProxies?: string[]; isReady?: () => Promise<boolean> } = {},
): App {
  logged = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString());
      done();
    },
  });
  app = buildServer({
    baseUrl: "http://localhost:3000",
    trustedProxies: [],
    log: pino({ level: "debug" }, sink),
    ...options,
  });
  app.post(
    "/api/things/:id",
    {
      schema: {
        params: Type.Object({ id: Type.Integer() }),
        body: Type.Object({ name: Type.String() }, { additionalProperties: false }),
        response: { 200: Type.Object({ id: Type.Integer(), name: Type.String() }), ...errorResponses(422) },
      },
    },
    async (request) => ({ id: request.params.id, name: request.body.name }),
  );
  app.get("/api/things/:id", async () => ({}));
  app.get("/api/mine", async (request) => request.principal);
  app.get("/api/ip", async (request) => ({ ip: request.ip }));
  app.get("/api/problem", async () => {
    throw new Error("SELECT secret FROM /srv/posthouse with DATABASE_URL");
  });
  app.get("/api/outage", async () => {
    throw Object.assign(new Error("terminating connection"), { code: "57P01" });
  });
  return app;
}

const json = { "content-type": "application/json" };
const post = (payload: string | Buffer, headers: Record<string, string> = json) =>
  app.inject({ method: "POST", url: "/api/things/7", payload, headers });

test("a response over 1 kB is compressed if the client accepts it, except on routes that opted out", async () => {
  open();
  app.register((plugin, _options, done) => {
    plugin.get("/api/long", async () => ({ text: "x".repeat(2_000) }));
    plugin.get("/api/short", async () => ({ text: "x" }));
    plugin.post("/api/long", async () => ({ text: "x".repeat(2_000) }));
    plugin.post("/api/fast", { compress: false }, async () => ({ text: "x".repeat(2_000) }));
    done();
  });
  const encodingOf = async (method: "GET" | "POST", url: string, accepted = "gzip, br") => {
    const payload = method === "POST" ? { payload: "{}", headers: json } : {};
    const headers = { ...payload.headers, "accept-encoding": accepted };
    return (await app.inject({ method, url, ...payload, headers })).headers["content-encoding"];
  };
  expect(await encodingOf("GET", "/api/long")).toBe("br");
  expect(await encodingOf("GET", "/api/long", "gzip")).toBe("gzip");
  expect(await encodingOf("GET", "/api/long", "identity")).toBeUndefined();
  expect(await encodingOf("GET", "/api/short")).toBeUndefined();
  expect(await encodingOf("POST", "/api/long")).toBe("br");
  expect(await encodingOf("POST", "/api/fast")).toBeUndefined();
  const sent = await app.inject({ url: "/api/long", headers: { "accept-encoding": "br" } });
  expect(JSON.parse(brotliDecompressSync(sent.rawPayload).toString())).toEqual({ text: "x".repeat(2_000) });
  expect(sent.headers.vary).toMatch(/accept-encoding/i);
});

test("every response has a request id: the caller's if it is a harmless token, otherwise a new one", async () => {
  open();
  const requestIdOf = async (id: string) =>
    (await app.inject({ url: "/healthz", headers: { "x-request-id": id } })).headers;
  expect((await requestIdOf("trace-0123456789"))["x-request-id"]).toBe("trace-0123456789");
  for (const id of ["short", "x".repeat(65), "with space", "<script>alert</script>", "a=b;c=d;e"])
    expect((await requestIdOf(id))["x-request-id"]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
});

test("every error has the same shape, with the next step, the request id and a link to its documentation", async () => {
  open();
  const answer = await post('{"nme":"x"}');
  expect(answer.statusCode).toBe(422);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.json()).toEqual({
    success: false,
    error: {
      code: "validation_failed",
      message: "The field name is required.",
      fields: [
        { path: "name", message: "is required" },
        { path: "nme", message: "is not a known field" },
      ],
      request_id: answer.headers["x-request-id"],
      docs_url: "http://localhost:3000/docs/errors/validation_failed",
    },
  });
});

test.each([
  ["another content type (C18)", "name=x", { "content-type": "application/x-www-form-urlencoded" }, 415],
  ["JSON sent as plain text (C18)", '{"name":"x"}', { "content-type": "text/plain" }, 415],
  ["no content type (C18)", '{"name":"x"}', {}, 415],
  ["another charset (C18)", '{"name":"x"}', { "content-type": "application/json; charset=utf-16" }, 415],
  ["a compressed body (C17)", '{"name":"x"}', { ...json, "content-encoding": "gzip" }, 415],
  ["a body over the limit (C17)", `{"name":"${"x".repeat(1024 * 1024)}"}`, json, 413],
  ["malformed JSON (C18)", "{", json, 400],
  ["a prototype (C4)", '{"name":"x","__proto__":{}}', json, 400],
])("%s is refused", async (_what, body, headers, status) => {
  open();
  expect((await post(body, headers)).statusCode).toBe(status);
});

test.each(["application/json; charset=utf-8", "application/json;charset=UTF-8", "APPLICATION/JSON"])(
  "%s is JSON",
  async (type) => {
    open();
    expect((await post('{"name":"é"}', { "content-type": type })).json()).toEqual({ id: 7, name: "é" });
  },
);

test("a missing path is 404, a wrong method is 405 with the allowed ones", async () => {
  open();
  const missing = await app.inject("/api/nothing?x=1");
  expect(missing.statusCode).toBe(404);
  expect(missing.json().error.code).toBe("not_found");
  const wrong = await app.inject({ method: "DELETE", url: "/api/things/7?x=1" });
  expect(wrong.statusCode).toBe(405);
  expect(wrong.headers.allow).toBe("GET, HEAD, POST");
  expect(wrong.json().error.code).toBe("method_not_allowed");
  expect((await app.inject("/api/things/%zz")).statusCode).toBe(400);
  expect((await app.inject(`/api/things/${"x".repeat(600)}`)).statusCode).toBe(404);
});

test("a failure of ours is logged once with its cause, and its details are not returned (A27)", async () => {
  open();
  const answer = await app.inject("/api/problem");
  expect(answer.statusCode).toBe(500);
  expect(answer.json().error.code).toBe("internal");
  expect(answer.body).not.toMatch(/SELECT|srv|DATABASE_URL|at Object|\.ts/);
  const lines = logged.filter((line) => line.includes("http.failed"));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: 50,
    request_id: answer.json().error.request_id,
    err: { message: expect.stringContaining("SELECT secret") },
  });
});

test("a database that does not respond is 503 with Retry-After (C30)", async () => {
  open();
  const answer = await app.inject("/api/outage");
  expect(answer.statusCode).toBe(503);
  expect(answer.headers["retry-after"]).toBe("2");
  expect(answer.json().error.code).toBe("unavailable");
});

test("a route without its authentication hook fails instead of serving every client", async () => {
  open();
  expect((await app.inject("/api/mine")).statusCode).toBe(500);
});

test("no response allows another origin, not even to a preflight (A9)", async () => {
  open();
  for (const origin of ["https://evil.example", "null", "http://localhost:3000"]) {
    const headers = { origin, "access-control-request-method": "POST" };
    for (const method of ["GET", "OPTIONS", "POST"] as const) {
      const answer = await app.inject({ method, url: "/api/things/7", headers });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  }
});

test("pages run only their own files and cannot be framed; API responses are never cached (K5, A24)", async () => {
  open({ baseUrl: "https://mail.example.com" });
  const page = (await app.inject("/")).headers;
  const policy = String(page["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  const answer = (await app.inject("/api/ip")).headers;
  expect(answer["cache-control"]).toBe("no-store");
  expect(answer["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
  for (const headers of [page, answer]) {
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("same-origin");
    expect(headers["strict-transport-security"]).toBe("max-age=63072000");
  }
});

test("X-Forwarded-For is trusted from a configured proxy only (A19)", async () => {
  const headers = { "x-forwarded-for": "203.0.113.9" };
  open();
  expect((await app.inject({ url: "/api/ip", headers })).json()).toEqual({ ip: "127.0.0.1" });
  await app.close();
  open({ trustedProxies: ["10.0.0.0/8"] });
  const from = async (remoteAddress: string) =>
    (await app.inject({ url: "/api/ip", headers, remoteAddress })).json().ip;
  expect(await from("10.1.2.3")).toBe("203.0.113.9");
  expect(await from("127.0.0.1")).toBe("127.0.0.1");
});

test("the access log names the route and not the path, the query or any credential (B5)", async () => {
  open();
  await app.inject({
    url: "/api/things/own-thing?token=secret-in-query",
    headers: { authorization: "Bearer secret-key", cookie: "admin_token=secret-cookie" },
  });
  const line = logged.find((text) => text.includes("http.request")) ?? "";
  expect(JSON.parse(line)).toMatchObject({ method: "GET", route: "/api/things/:id", status: 200 });
  expect(logged.join("")).not.toMatch(/secret|own-thing/);
});

test("readiness comes from the database, and an error means not ready", async () => {
  open({ isReady: async () => false });
  expect((await app.inject("/healthz")).statusCode).toBe(200);
  expect((await app.inject("/readyz")).statusCode).toBe(503);
  await app.close();
  open({ isReady: () => Promise.reject(new AppError("unavailable", 503, "down")) });
  expect((await app.inject("/readyz")).statusCode).toBe(503);
  await app.close();
  open({ isReady: async () => true });
  expect((await app.inject("/readyz")).statusCode).toBe(200);
});

test("Fastify's own compilers of schemas are not loaded, because they would slow down the start", async () => {
  await open().ready();
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  expect(loaded.some((file) => file.includes("/node_modules/fastify/"))).toBe(true);
  expect(loaded.filter((file) => /\/@fastify\/(?:ajv|fast-json-stringify)-compiler\//.test(file))).toEqual(
    [],
  );
});

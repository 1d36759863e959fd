/** The complete API on its own database. */
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { ensureDefaultAdmin } from "../../src/features/accounts/index.ts";
import { useDatabase } from "../harness/database.ts";
import { testApp } from "../harness/services.ts";

const database = useDatabase();
let app: ReturnType<typeof testApp>;
const logged: string[] = [];
const config = loadConfig({ BASE_URL: "http://localhost:3000" });

beforeAll(async () => {
  const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
  app = testApp({ config, database, log });
});
afterAll(async () => {
  await app.close();
});

type Call = { method?: string; body?: object; headers?: Record<string, string> };
async function call(url: string, { method, body, headers }: Call = {}) {
  const answer = await app.inject({
    method: (method ?? (body ? "POST" : "GET")) as "GET",
    url,
    headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
  const cookie = String(answer.headers["set-cookie"]).split(";", 1)[0] ?? "";
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, cookie };
}

type Operation = { security: Record<string, unknown>[]; operationId: string; responses: object };
async function documented() {
  const { paths } = JSON.parse((await call("/openapi.json")).text) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      ...operation,
    })),
  );
}

test("with the first password, all operations of the dashboard are refused (A1)", async () => {
  await ensureDefaultAdmin(database, config);
  const body = { action: "login", email: config.defaultAdminEmail, password: config.defaultAdminPassword };
  const { cookie } = await call("/api/auth", { body });
  const closed = (await documented()).filter(({ security }) =>
    security.some((scheme) => "session" in scheme),
  );
  expect(closed.length).toBeGreaterThan(10);
  for (const { path, method } of closed) {
    const url = path.replace(/\{\w+\}/, "1");
    const answer = await call(url, {
      method,
      headers: { cookie },
      ...(method === "GET" ? {} : { body: {} }),
    });
    expect([method, path, answer.status]).toEqual([method, path, 403]);
    expect(answer.text).toContain("password_change_required");
  }
});

test("every operation of the document lists its errors and has a unique id", async () => {
  const operations = await documented();
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, security, responses } of operations) {
    if (security.length > 0)
      expect([path, Object.keys(responses)]).toEqual([path, expect.arrayContaining(["401"])]);
    if (path.includes("{"))
      expect([path, Object.keys(responses)]).toEqual([path, expect.arrayContaining(["404"])]);
  }
});

test("credentials are in no table, no log line and no response except their own (B6, B7, A5)", async () => {
  const password = "a password that occurs only here";
  const signup = await call("/api/auth", { body: { action: "signup", email: "ada@example.com", password } });
  const headers = { cookie: signup.cookie };
  const { key } = JSON.parse((await call("/api/keys", { body: { name: "test" }, headers })).text);
  const authorization = `Bearer ${key}`;
  const contact = { email: "bob@example.com" };
  await call("/api/v1/contacts", { body: contact, headers: { authorization } });
  await call("/api/v1/send", {
    body: { to: contact.email, subject: "Hi", text: "Hi" },
    headers: { authorization },
  });
  await call(`/api/v1/emails?api_key=${key}`, { headers: { authorization } });
  await call("/api/v1/emails", { headers: { authorization: `${authorization}x` } });
  await call("/api/auth", { body: { action: "login", email: "ada@example.com", password: `${password}?` } });

  const secrets = [key.slice(12), signup.cookie.slice("admin_token=".length), password];
  const reading = (await documented()).filter(({ path, method }) => method === "GET" && !path.includes("{"));
  const answers = await Promise.all(
    reading.map(async ({ path }) => ({
      path,
      ...(await call(path, { headers: path.startsWith("/api/v1/") ? { authorization } : headers })),
    })),
  );
  for (const { path, status, text } of answers) {
    expect([path, status]).toEqual([path, isForOperators(path) ? 403 : 200]);
    for (const secret of secrets) expect(text).not.toContain(secret);
  }
  expect(logged.length).toBeGreaterThan(10);
  const everything = [...logged, ...(await allRows())].join("\n");
  expect(everything).toContain("ada@example.com");
  for (const secret of secrets) {
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(Buffer.from(secret).toString("hex"));
  }
});

const isForOperators = (path: string) => /^\/api\/(instance\/|(v1\/)?pools$)/.test(path);

async function allRows(): Promise<string[]> {
  const { rows } = await database.pool.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  const tables = await Promise.all(
    rows.map(({ tablename }) => database.pool.query(`SELECT t::text AS whole FROM "${tablename}" t`)),
  );
  return tables.flatMap((table) => table.rows.map(({ whole }) => whole));
}

/**
 * B2: every operation of the OpenAPI document that takes a key, with keys of all three permissions. The operations for limited keys
 * are listed here again by hand, so a new one must be added to the list.
 */
import { afterAll, expect, test } from "vitest";
import { createKeyForEmail } from "../../src/features/keys/index.ts";
import { newId } from "../../src/platform/ids/index.ts";
import { startTestApi } from "../harness/api.ts";

/**
 * Operations for a key with the permission `send`. Resending is not among them, because it would deliver any stored email to any
 * address.
 */
const sending = new Set(["sendEmail", "sendBatch"]);
/** Operations that read a secret. With it, a program can forge events. */
const secrets = new Set(["getWebhookSecret"]);

const permissions = ["full", "send", "read"] as const;
type Operation = { operationId: string; security: Record<string, unknown>[] };

const api = await startTestApi();
afterAll(() => api.close());
const keys = new Map<string, string>();
for (const permission of permissions) {
  const wanted = { email: "admin@example.com", name: permission, permission };
  keys.set(permission, (await createKeyForEmail(api.database, wanted)).key);
}
const { paths } = (await api.app.inject("/openapi.json")).json();
const calls = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { security }]) => security.some((scheme) => "apiKey" in scheme))
    .map(([method, { operationId }]) => ({ path, method: method.toUpperCase(), operationId })),
);

test("the document has operations for keys, and those that a send key may do are among them (B2)", () => {
  expect(calls.length).toBeGreaterThan(8);
  const ids = calls.map(({ operationId }) => operationId);
  expect([...sending].filter((id) => !ids.includes(id))).toEqual([]);
});

test.each(calls)("$operationId ($method $path) (B2)", async ({ path, method, operationId }) => {
  const isRead = method === "GET" || method === "HEAD";
  const allowed = {
    full: true,
    send: sending.has(operationId),
    read: isRead && !secrets.has(operationId),
  };
  for (const permission of permissions) {
    const answer = await api.app.inject({
      method: method as "GET",
      url: path.replace(/\{\w+\}/g, newId()),
      headers: { authorization: `Bearer ${keys.get(permission)}` },
      ...(isRead || method === "DELETE" ? {} : { payload: {} }),
    });
    const refused = answer.statusCode === 403 && answer.json().error.code === "key_not_permitted";
    expect([permission, !refused]).toEqual([permission, allowed[permission]]);
    expect([permission, answer.statusCode < 500]).toEqual([permission, true]);
  }
});

test("an unknown path reveals nothing to a send key (B2)", async () => {
  const headers = { authorization: `Bearer ${keys.get("send")}` };
  for (const url of ["/api/v1/keys", "/api/v1/nothing"])
    expect((await api.app.inject({ url, headers })).json().error.code).toBe("key_not_permitted");
});

test("requests of two accounts' keys are counted, limited and logged separately (L4)", async () => {
  const signUp = async (email: string) => {
    const payload = { action: "signup", email, password: "a password for tests" };
    const answer = await api.app.inject({ method: "POST", url: "/api/auth", payload });
    return { cookie: String(answer.headers["set-cookie"]).split(";")[0] ?? "" };
  };
  const accounts = [await signUp("ada@example.com"), await signUp("grace@example.com")];
  const names: string[][] = [];
  for (const headers of accounts) {
    // Both keys have the same name and limits, because only a key's secret is unique.
    const payload = { name: "Shop", permission: "read", daily_limit: 5 };
    const created = await api.app.inject({ method: "POST", url: "/api/keys", headers, payload });
    const { id, key } = created.json();
    const authorization = `Bearer ${key}`;
    const listed = await api.app.inject({ url: "/api/v1/contacts", headers: { authorization } });
    expect([listed.statusCode, listed.headers.ratelimit]).toEqual([
      200,
      expect.stringContaining("r=1199999;"),
    ]);
    const { keys: own } = (await api.app.inject({ url: "/api/keys", headers })).json();
    const { events } = (await api.app.inject({ url: "/api/audit", headers })).json();
    expect(own.map((one: { id: number }) => one.id)).toEqual([id]);
    expect(events.flatMap(({ key: of }: { key: { id: number } | null }) => of?.id ?? [])).toEqual([id]);
    names.push(own.map(({ name }: { name: string }) => name));
  }
  expect(names).toEqual([["Shop"], ["Shop"]]);
});

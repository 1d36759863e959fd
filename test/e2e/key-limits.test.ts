/**
 * The changes that a key with the permission `full` and any limit may make: every operation for keys of the OpenAPI document, and every route of
 * the compatible surfaces. It must not reach beyond its limits by anything it makes or changes, so a new operation needs a decision here.
 */
import { afterAll, expect, test } from "vitest";
import { createKeyForEmail } from "../../src/features/keys/index.ts";
import { newId } from "../../src/platform/ids/index.ts";
import { startTestApi } from "../harness/api.ts";
import { ApiCaller } from "../harness/api-caller.ts";
import { listCompatRoutes } from "../harness/compat-routes.ts";

/** Whether a limited key may use it. Operations that only read are not listed: what a key may read is its permission's business. */
const operations: Record<string, boolean> = {
  // The limits are checked for each email.
  sendEmail: true,
  sendBatch: true,
  resendEmail: true,
  // These send nothing new.
  cancelEmail: true,
  rescheduleEmail: true,
  // The inbox has only captured mail; releasing one sends it within the key's limits.
  markInbox: true,
  deleteFromInbox: true,
  clearInbox: true,
  restoreInbox: true,
  releaseEmail: true,
  // Contacts do not affect senders, limits or routes.
  createContact: true,
  updateContact: true,
  deleteContact: true,
  importContacts: true,
  previewContactImport: true,
  // A suppression only holds mail back. Its removal allows mail that the key's limits do not cover.
  createSuppressions: true,
  importSuppressions: true,
  removeSuppression: false,
  previewSuppressionRemoval: false,
  runSuppressionRemoval: false,
  restoreSuppressionRemoval: false,
  // A webhook sends the events of all mail of the account to a server, and may belong to another program.
  createWebhook: false,
  changeWebhook: false,
  removeWebhook: false,
  rotateWebhookSecret: false,
  replayWebhookEvents: false,
  testWebhook: false,
  // Tracking applies to all mail of the account, and links show the host of a domain.
  changeTracking: false,
  changeDomainTracking: false,
  checkTrackingHost: true,
  // Domains set the account's senders and DKIM keys.
  addDomain: false,
  changeDomain: false,
  removeDomain: false,
  rotateDomainKeys: false,
  checkDomain: true,
  // Relays and rules route all mail of the account.
  createRelay: false,
  changeRelay: false,
  removeRelay: false,
  testRelay: false,
  createRoutingRule: false,
  changeRoutingRule: false,
  removeRoutingRule: false,
  createPool: false,
  changePool: false,
  removePool: false,
};

const compat: Record<string, boolean> = {
  // As for webhooks under /api/v1.
  "POST /compat/resend/webhooks": false,
  "PATCH /compat/resend/webhooks/:id": false,
  "DELETE /compat/resend/webhooks/:id": false,
  "POST /compat/resend/webhooks/:id/signing-secret/rotate": false,
  "POST /compat/resend/webhooks/:id/events/:event/replay": false,
  "POST /compat/resend/emails": true,
  "POST /compat/resend/emails/batch": true,
  "PATCH /compat/resend/emails/:id": true,
  "POST /compat/resend/emails/:id/cancel": true,
  ...ofContacts("/compat/resend/contacts"),
  ...ofContacts("/compat/resend/audiences/:audience/contacts"),
  // Other keys have no limits or different ones.
  "POST /compat/resend/api-keys": false,
  "PATCH /compat/resend/api-keys/:id": false,
  "DELETE /compat/resend/api-keys/:id": false,
  "POST /compat/postmark/email": true,
  "POST /compat/postmark/email/batch": true,
  "POST /compat/sendgrid/v3/mail/send": true,
};

function ofContacts(path: string): Record<string, boolean> {
  return { [`POST ${path}`]: true, [`PATCH ${path}/:contact`]: true, [`DELETE ${path}/:contact`]: true };
}

const limits = {
  from_domains: { from_domains: ["example.com"] },
  networks: { networks: ["127.0.0.0/8"] },
  expires_at: { expires_at: "2099-01-01T00:00:00Z" },
  daily_limit: { daily_limit: 5 },
};

const api = await startTestApi();
afterAll(() => api.close());
const email = "admin@example.com";
const keys = new Map<string, string>([["none", api.key]]);
for (const [limit, input] of Object.entries(limits)) {
  const { key } = await createKeyForEmail(api.database, { email, name: limit, permission: "full" });
  const [column, value] = Object.entries(input)[0] ?? [];
  await api.database.pool.query(`UPDATE api_keys SET ${column} = $2 WHERE name = $1`, [limit, value]);
  keys.set(limit, key);
}

type Operation = { operationId: string; security: Record<string, unknown>[] };
const { paths } = (await api.app.inject("/openapi.json")).json();
const changing = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { security }]) => method !== "get" && security.some((one) => "apiKey" in one))
      .map(([method, { operationId }]) => ({ name: operationId, method: method.toUpperCase(), path })),
);
const compatChanging = (await listCompatRoutes())
  .filter((route) => !route.startsWith("GET "))
  .map((name) => ({ name, method: name.split(" ")[0] ?? "", path: name.split(" ")[1] ?? "" }));

test("every operation that changes something says whether a limited key may use it (B2)", () => {
  expect(changing.map(({ name }) => name).sort()).toEqual(Object.keys(operations).sort());
  expect(compatChanging.map(({ name }) => name).sort()).toEqual(Object.keys(compat).sort());
});

test.each([...changing, ...compatChanging])(
  "a limited key and $name (B2)",
  async ({ name, method, path }) => {
    const isAllowed = operations[name] ?? compat[name];
    for (const [limit, key] of keys) {
      const answer = await api.app.inject({
        method: method as "POST",
        url: path.replace(/\{\w+\}|:\w+/g, newId()),
        headers: { authorization: `Bearer ${key}`, "x-postmark-server-token": key },
        ...(method === "DELETE" ? {} : { payload: {} }),
      });
      const isRefused = /key_not_permitted|restricted_api_key|API key has limits/.test(answer.body);
      expect([limit, isRefused]).toEqual([limit, limit !== "none" && !isAllowed]);
      expect([limit, answer.statusCode < 500 || answer.statusCode === 501]).toEqual([limit, true]);
    }
  },
);

test("a limited key cannot send the account's mail through a relay of its own (B2)", async () => {
  const caller = new ApiCaller(api.app, { authorization: `Bearer ${keys.get("daily_limit")}` });
  const unlimited = new ApiCaller(api.app, api.authorization);
  const relay = { name: "theirs", url: "smtp://relay.example" };
  expect((await caller.post("/api/v1/relays", relay)).body.error.code).toBe("key_not_permitted");
  const own = await unlimited.post("/api/v1/relays", relay);
  expect(own.status).toBe(201);
  const rule = { name: "all", action: "relay", relay_ids: [own.body.id] };
  expect((await caller.post("/api/v1/routing-rules", rule)).body.error.code).toBe("key_not_permitted");
  expect((await caller.patch(`/api/v1/relays/${own.body.id}`, { weight: 2 })).status).toBe(403);
  expect((await caller.call("DELETE", `/api/v1/relays/${own.body.id}`)).status).toBe(403);
  expect((await caller.get("/api/v1/relays")).body.relays).toHaveLength(1);
});

test("a key with sender domains reschedules and cancels no mail of another domain (B3)", async () => {
  const unlimited = new ApiCaller(api.app, api.authorization);
  const limited = new ApiCaller(api.app, { authorization: `Bearer ${keys.get("from_domains")}` });
  const schedule = async (from: string) => {
    const mail = { from, to: "ada@example.net", subject: "x", text: "x", scheduled_at: "in 3 hours" };
    return (await unlimited.post("/api/v1/send", mail)).body.id as string;
  };
  const foreign = await schedule("boss@other.example");
  const own = await schedule("me@example.com");
  const change = async (path: string, id: string) => [
    (await limited.patch(`${path}/${id}`, { scheduled_at: "in 4 hours" })).status,
    (await limited.post(`${path}/${id}/cancel`, {})).status,
  ];
  for (const path of ["/api/v1/emails", "/compat/resend/emails"])
    expect([path, await change(path, foreign)]).toEqual([path, [403, 403]]);
  expect(await change("/api/v1/emails", own)).toEqual([200, 200]);
});

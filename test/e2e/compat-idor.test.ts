/**
 * L1 for the compatible surfaces, which stand in no OpenAPI document: every one of their routes, called by Eve with Ada's ids. It
 * must respond as for an unknown id, contain nothing of Ada's, and change nothing of hers.
 */
import { afterAll, expect, test } from "vitest";
import { signAsKey } from "../../src/features/keys/index.ts";
import { encodeCursor } from "../../src/platform/db/index.ts";
import { listCompatRoutes } from "../harness/compat-routes.ts";
import { openWorld, type Resource, type Tenant } from "./idor-world.ts";

type Route = {
  /** The type of the resource whose id is in the path. */
  resource?: Resource;
  /** A valid body. */
  body?: unknown;
  /** The route takes cursors. */
  pages?: true;
  /** The route needs no key. */
  open?: true;
};

const later = new Date(Date.now() + 86_400_000).toISOString();
const mail = {
  from: "eve@stranger.example",
  to: "someone@contact.example",
  subject: "Hello",
  text: "Hello",
};
const contactRoutes = (base: string): Record<string, Route> => ({
  [`POST ${base}`]: { body: { email: "new@contact.example", first_name: "New" } },
  [`GET ${base}/:contact`]: { resource: "contact" },
  [`PATCH ${base}/:contact`]: { resource: "contact", body: { first_name: "Changed" } },
  [`DELETE ${base}/:contact`]: { resource: "contact" },
});
const routes: Record<string, Route> = {
  "POST /compat/resend/emails": { body: mail },
  "POST /compat/resend/emails/batch": { body: [mail, mail] },
  "GET /compat/resend/emails": { pages: true },
  "GET /compat/resend/emails/metrics": {},
  "GET /compat/resend/emails/:id": { resource: "email" },
  "POST /compat/resend/webhooks": {
    body: { endpoint: "https://hooks.stranger.example/mail", events: ["email.delivered"] },
  },
  "GET /compat/resend/webhooks": {},
  "GET /compat/resend/webhooks/:id": { resource: "webhook" },
  "PATCH /compat/resend/webhooks/:id": { resource: "webhook", body: { status: "disabled" } },
  "DELETE /compat/resend/webhooks/:id": { resource: "webhook" },
  "POST /compat/resend/webhooks/:id/signing-secret/rotate": { resource: "webhook" },
  "GET /compat/resend/webhooks/:id/events": { resource: "webhook" },
  "GET /compat/resend/webhooks/:id/events/:event": { resource: "webhook" },
  "POST /compat/resend/webhooks/:id/events/:event/replay": { resource: "webhook" },
  "GET /compat/resend/webhooks/:id/events/:event/attempts": { resource: "webhook" },
  "PATCH /compat/resend/emails/:id": { resource: "email", body: { scheduled_at: later } },
  "POST /compat/resend/emails/:id/cancel": { resource: "email" },
  "GET /compat/resend/emails/:id/attachments": { resource: "email" },
  "GET /compat/resend/emails/:id/attachments/:attachment": { resource: "email" },
  "GET /compat/resend/downloads/:token": { open: true },
  "GET /compat/resend/contacts": { pages: true },
  ...contactRoutes("/compat/resend/contacts"),
  ...contactRoutes("/compat/resend/audiences/:audience/contacts"),
  "POST /compat/resend/api-keys": { body: { name: "a key" } },
  "GET /compat/resend/api-keys": { pages: true },
  "PATCH /compat/resend/api-keys/:id": { resource: "key", body: { name: "Changed" } },
  "DELETE /compat/resend/api-keys/:id": { resource: "key" },
  "GET /compat/postmark/stats/outbound": {},
  "GET /compat/postmark/stats/outbound/bounces": {},
  "GET /compat/postmark/stats/outbound/clicks": {},
  "GET /compat/postmark/stats/outbound/clicks/browserFamilies": {},
  "GET /compat/postmark/stats/outbound/clicks/browserfamilies": {},
  "GET /compat/postmark/stats/outbound/clicks/location": {},
  "GET /compat/postmark/stats/outbound/clicks/platforms": {},
  "GET /compat/postmark/stats/outbound/opens": {},
  "GET /compat/postmark/stats/outbound/opens/emailClients": {},
  "GET /compat/postmark/stats/outbound/opens/emailclients": {},
  "GET /compat/postmark/stats/outbound/opens/platforms": {},
  "GET /compat/postmark/stats/outbound/sends": {},
  "GET /compat/postmark/stats/outbound/spam": {},
  "GET /compat/postmark/stats/outbound/tracked": {},
  "POST /compat/postmark/email": {
    body: { From: mail.from, To: mail.to, Subject: "Hello", TextBody: "Hello" },
  },
  "POST /compat/postmark/email/batch": {
    body: [{ From: mail.from, To: mail.to, Subject: "Hello", TextBody: "Hello" }],
  },
  "POST /compat/sendgrid/v3/mail/send": {
    body: {
      from: { email: mail.from },
      personalizations: [{ to: [{ email: mail.to }] }],
      subject: "Hello",
      content: [{ type: "text/plain", value: "Hello" }],
    },
  },
};

const world = await openWorld();
afterAll(() => world.close());
const calls = Object.entries(routes).map(([name, route]) => {
  const [method = "", path = ""] = name.split(" ");
  return { name, method, path, ...route };
});

test("the table knows every route of the surfaces, and no other (L1)", async () => {
  expect(await listCompatRoutes()).toEqual(Object.keys(routes).sort());
});

test.each(calls.filter(({ open }) => !open))(
  "$name takes an API key and no other credential (L1, B10)",
  async (call) => {
    const before = await world.snapshot();
    const url = urlOf(call.path, idsOf(call, "foreign")[0] ?? "");
    for (const headers of [
      {},
      world.ada.session,
      { authorization: "Bearer x", "x-postmark-server-token": "x" },
    ]) {
      const answer = await world.send({ method: call.method, url, body: call.body, headers });
      expect([401, 403]).toContain(answer.status);
      expectNothingOfAdas(answer.text, url);
    }
    expect(await world.snapshot()).toEqual(before);
  },
);

test.each(calls.filter(({ resource }) => resource))(
  "$name responds to an id of another account as to an unknown id (L1, L6)",
  async (call) => {
    const before = await world.snapshot();
    const ask = async (id: string) => {
      const headers = credentialOf(await world.freshEve());
      return world.send({ method: call.method, url: urlOf(call.path, id), body: call.body, headers });
    };
    const missing = idsOf(call, "missing");
    const nothing = await ask(missing[0] ?? "");
    expect([nothing.status, JSON.parse(nothing.text).name]).toEqual([404, "not_found"]);
    expect(idsOf(call, "foreign").length).toBeGreaterThan(0);
    for (const id of [...idsOf(call, "foreign"), ...idsOf(call, "deleted"), ...missing])
      expect([id, await ask(id)]).toEqual([id, nothing]);
    expect(await world.snapshot()).toEqual(before);
  },
);

test.each(calls.filter(({ pages }) => pages))("$name with Ada's ids as cursors (L1)", async (call) => {
  const before = await world.snapshot();
  const cursors = Object.values(world.foreign).flat();
  for (const query of ["", ...cursors.flatMap((id) => [`?after=${id}`, `?before=${id}`])]) {
    const headers = credentialOf(await world.freshEve());
    const answer = await world.send({ method: call.method, url: call.path + query, headers });
    expect([query, answer.status < 500]).toEqual([query, true]);
    expectNothingOfAdas(answer.text, query);
  }
  expect(await world.snapshot()).toEqual(before);
});

test.each(calls.filter(({ resource, body }) => body && !resource))(
  "$name writes into the account of the key (L1)",
  async (call) => {
    const before = await world.snapshot();
    const headers = credentialOf(await world.freshEve());
    const url = urlOf(call.path, "any");
    const answer = await world.send({ method: call.method, url, body: call.body, headers });
    expect([call.name, Math.floor(answer.status / 100)]).toEqual([call.name, 2]);
    expect(await world.snapshot()).toEqual(before);
  },
);

test("a link to Ada's attachment that Eve's key has signed is not found (L1)", async () => {
  const until = String(Date.now() + 60_000);
  const { authorization = "" } = (await world.freshEve()).apiKey;
  for (const id of [...world.foreign.email, ...world.missing.email]) {
    const { prefix, signature } = signAsKey(authorization, JSON.stringify(["attachment", id, "0", until]));
    const url = `/compat/resend/downloads/${encodeCursor([prefix, id, "0", until, signature])}`;
    const answer = await world.send({ method: "GET", url });
    expect([answer.status, JSON.parse(answer.text).name]).toEqual([404, "not_found"]);
    expectNothingOfAdas(answer.text, url);
  }
});

function credentialOf({ apiKey }: Tenant): Record<string, string> {
  const { authorization = "" } = apiKey;
  return { authorization, "x-postmark-server-token": authorization.slice("Bearer ".length) };
}

function urlOf(path: string, id: string): string {
  return path.replace(":audience", "any").replace(":attachment", "0").replace(/:\w+/, encodeURIComponent(id));
}

function idsOf({ resource }: Route, whose: "foreign" | "deleted" | "missing"): string[] {
  return resource ? world[whose][resource] : [];
}

function expectNothingOfAdas(text: string, asked: string): void {
  for (const marker of [world.markers.hidden, world.markers.known, world.accountId])
    if (!asked.includes(marker)) expect(text).not.toContain(marker);
}

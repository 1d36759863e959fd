import { expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, newAccount } from "../../../../test/harness/api-caller.ts";
import { newId } from "../../../platform/ids/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { ACCOUNT_EVENT_MEANINGS } from "../../account-events/index.ts";
import { insertDomainEvents } from "../../domains/events/queries.ts";
import { pauseKey } from "../../keys/abuse-guard/pause-key.ts";
import { addSuppressions } from "../../suppressions/index.ts";
import { disableWebhook } from "../disable-webhook.ts";
import { findWebhook } from "../queries.ts";
import { sampleEvent } from "./sample-event.ts";

const api = useApi({ WEBHOOKS_TO_PRIVATE: "on" });

async function expectOk(responses: Promise<{ status: number; body: unknown }>[]): Promise<void> {
  for (const response of responses) {
    const { status, body } = await response;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  }
}

async function changeContactsAndSuppressions(who: ApiCaller, accountId: string): Promise<void> {
  const contact = "/api/v1/contacts/ada@example.com";
  await expectOk([who.post("/api/v1/contacts", { email: "ada@example.com" })]);
  await expectOk([who.patch(contact, { name: "Ada" })]);
  await expectOk([who.patch(contact, { subscribed: false })]);
  await expectOk([who.patch(contact, { subscribed: true })]);
  await expectOk([who.call("DELETE", contact)]);
  const bounced = { accountId, address: "bob@example.com", reason: "hard_bounce" } as const;
  await addSuppressions(api.database.db, [{ ...bounced, source: { type: "email", id: newId() } }]);
  await expectOk([who.call("DELETE", "/api/v1/suppressions/bob@example.com")]);
  for (const reason of ["hard_bounce", "unsubscribe"] as const)
    await addSuppressions(api.database.db, [
      { accountId, address: "carol@example.com", reason, source: { type: "import", id: null } },
    ]);
}

async function changeKeys(session: ApiCaller, accountId: string): Promise<void> {
  const { body: key } = await session.post("/api/keys", { name: "Shop server" });
  await expectOk([session.post(`/api/keys/${key.id}/rotate`, { overlap_seconds: 60 })]);
  const deps = {
    database: api.database,
    log: createLogger("silent", "test"),
    config: api.config,
    sendSystemMail: async () => undefined,
  };
  await pauseKey(deps, { accountId, keyId: key.id, reason: "Too much of its mail bounced." });
  await expectOk([session.call("DELETE", `/api/keys/${key.id}`)]);
}

/** The outcomes of checks are written as the check writes them, because it needs name servers. */
async function changeDomains(who: ApiCaller, accountId: string): Promise<void> {
  await expectOk([who.post("/api/v1/domains", { name: "shop.example" })]);
  await insertDomainEvents(api.database.db, { accountId, name: "shop.example" }, [
    { type: "domain.verified", detail: { by: "dns" } },
    { type: "domain.lost", detail: { reason: "token_missing" } },
    { type: "domain.lost", detail: { reason: "proven_by_another_account" } },
  ]);
  await expectOk([who.call("DELETE", "/api/v1/domains/shop.example")]);
}

async function disable(who: ApiCaller, accountId: string): Promise<void> {
  const { body } = await who.post("/api/v1/webhooks", { url: "http://127.0.0.1:1/hook" });
  const webhook = await findWebhook(api.database.db, { accountId, id: body.id });
  if (!webhook) throw new Error("the webhook was not stored");
  await disableWebhook(api.database.db, { webhook, reason: "failing" });
}

/** The names of the fields with the types of their values. */
const shapeOf = (detail: object) =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [name, Array.isArray(value) ? "array" : typeof value]),
  );

test("the samples of account events have the fields that are recorded, for each type", async () => {
  const { caller: who, session, id: accountId } = await newAccount(api, "samples@events.example");
  await changeContactsAndSuppressions(who, accountId);
  await changeKeys(session, accountId);
  await changeDomains(who, accountId);
  await disable(who, accountId);
  const { rows } = await api.database.pool.query<{ type: string; detail: object }>(
    "SELECT DISTINCT ON (type) type, detail FROM account_events WHERE account_id = $1 ORDER BY type, id",
    [accountId],
  );
  expect(rows.map(({ type }) => type)).toEqual(Object.keys(ACCOUNT_EVENT_MEANINGS).sort());
  const shapeOfSample = (type: string) =>
    shapeOf((sampleEvent(type, newId()).data as { detail: object }).detail);
  for (const { type, detail } of rows) expect([type, shapeOfSample(type)]).toEqual([type, shapeOf(detail)]);
});

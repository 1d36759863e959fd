/** Two tenants on the real API: Ada, who owns one of everything, and Eve, who should find none of it. */
import { loadConfig } from "../../src/config.ts";
import { type Database, openDatabase } from "../../src/platform/db/index.ts";
import { newId } from "../../src/platform/ids/index.ts";
import { createTestDatabase } from "../harness/database.ts";
import { testApp } from "../harness/services.ts";
import { until } from "../harness/until.ts";

/** Part of all values of Ada's that Eve could learn, such as addresses. */
const KNOWN = "ada-known-marker";
/** Part of all values of Ada's that Eve must never see. */
const HIDDEN = "ada-hidden-marker";
const PASSWORD = "a password for tests";

export type Credential = "session" | "apiKey";
export type Resource =
  | "key"
  | "account"
  | "member"
  | "invitation"
  | "session"
  | "contact"
  | "suppression"
  | "removal"
  | "domain"
  | "email"
  | "webhook"
  | "relay"
  | "rule";
export type Request = { method: string; url: string; body?: unknown; headers?: Record<string, string> };
export type Tenant = Record<Credential, Record<string, string>> & { email: string };

export async function openWorld() {
  const { connectionString, drop } = await createTestDatabase();
  const database = openDatabase(connectionString, { max: 6 });
  const app = testApp({
    database,
    config: loadConfig({
      BASE_URL: "http://localhost:3000",
      SECRET_KEY: "a secret key for tests, long enough",
      DNS_SERVERS: "127.0.0.1:1",
    }),
  });
  let clients = 0;
  // Each request from a network of its own: guessing is slowed down, and that is tested elsewhere.
  const nextAddress = () => `10.${clients >> 16}.${(clients >> 8) & 255}.${clients++ & 255}`;
  const send = async ({ method, url, body, headers }: Request) => {
    const json = body === undefined ? {} : { "content-type": "application/json" };
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
    const answer = await app.inject({
      method: method as "GET",
      remoteAddress: nextAddress(),
      url,
      headers: { ...json, ...headers },
      ...payload,
    });
    return {
      status: answer.statusCode,
      text: answer.body,
      cookie: String(answer.headers["set-cookie"]).split(";")[0] ?? "",
    };
  };

  const ada = await createTenant(send, `${KNOWN}@owner.example`, HIDDEN);
  await database.pool.query("UPDATE accounts SET is_operator = true");
  const eve = await createTenant(send, "eve@stranger.example", "eve");
  const foreign = await createResources(send, ada);
  const deleted = await deleteResources(send, eve);
  const { accountId, cursors } = await describeAda(send, ada);
  // The counts of a key are stored with a delay.
  const countedText = "SELECT sum(recipients)::int AS sum FROM key_hours WHERE account_id = $1";
  const isCounted = async () => (await database.pool.query(countedText, [accountId])).rows[0].sum === 2;
  await until(isCounted, { what: "what Ada sent to be counted" });
  const snapshotText = await textOfRows(database);
  /** Eve with a valid session, because a call may have ended the previous one. */
  const freshEve = async () => {
    const check = await send({ method: "GET", url: "/api/auth", headers: eve.session });
    if (!JSON.parse(check.text).authenticated) eve.session = await signIn(send, eve.email);
    return eve;
  };
  return {
    database,
    document: JSON.parse((await send({ method: "GET", url: "/openapi.json" })).text),
    send,
    ada,
    /** Ada's ids by the type of the resource. */
    foreign,
    /** Ids that once belonged to Eve. */
    deleted,
    /** Unknown ids. */
    missing: {
      key: ["2147483646"],
      account: [newId()],
      member: [newId()],
      invitation: [newId()],
      session: [newId()],
      contact: [newId(), "nobody@nowhere.example"],
      suppression: ["nobody@nowhere.example"],
      removal: [newId()],
      domain: ["nowhere.example"],
      email: [newId()],
      webhook: [newId()],
      relay: [newId()],
      rule: [newId()],
    },
    accountId,
    cursors,
    markers: { known: KNOWN, hidden: HIDDEN },
    freshEve,
    /** Sends Eve's request, again if an earlier one had ended her session. */
    sendAsEve: async (request: Request, credential: Credential) => {
      const answer = await send({ ...request, headers: eve[credential] });
      const { session } = eve;
      const hadEnded = answer.status === 401 && (await freshEve()).session !== session;
      return hadEnded ? await send({ ...request, headers: eve[credential] }) : answer;
    },
    /** A tenant that has only a key, which has been used. */
    newcomer: async () => {
      const tenant = await createTenant(send, "zoe@newcomer.example", "zoe");
      await must(send, { method: "GET", url: "/api/v1/contacts", headers: tenant.apiKey });
      await waitForUse(send, tenant);
      return tenant;
    },
    /** Creates one more resource of each type for Ada. */
    growAda: () => createResources(send, ada, "grown"),
    /** All rows of Ada's account in all tables with accounts, and the rows of her account and her person. */
    snapshot: async (): Promise<string[]> => {
      const query = { name: "snapshot", text: snapshotText, values: [accountId] };
      const { rows } = await database.pool.query(query);
      return rows.map(({ whole }) => whole).sort();
    },
    close: async () => {
      await app.close();
      await database.close();
      await drop();
    },
  };
}

type Send = (request: Request) => Promise<{ status: number; text: string; cookie: string }>;

async function createTenant(send: Send, email: string, marker: string): Promise<Tenant> {
  const body = { action: "signup", email, password: PASSWORD, name: marker };
  const { cookie } = await must(send, { method: "POST", url: "/api/auth", body });
  const session = { cookie };
  const key = await must(send, {
    method: "POST",
    url: "/api/keys",
    body: { name: marker },
    headers: session,
  });
  return { email, session, apiKey: { authorization: `Bearer ${JSON.parse(key.text).key}` } };
}

async function signIn(send: Send, email: string): Promise<Record<string, string>> {
  const { cookie } = await must(send, {
    method: "POST",
    url: "/api/auth",
    body: { action: "login", email, password: PASSWORD },
  });
  return { cookie };
}

async function createResources(send: Send, owner: Tenant, word = "one"): Promise<Record<Resource, string[]>> {
  const headers = owner.apiKey;
  const address = `${KNOWN}-${word}@contact.example`;
  const contact = { email: address, name: HIDDEN, properties: { note: HIDDEN } };
  const created = await must(send, { method: "POST", url: "/api/v1/contacts", body: contact, headers });
  const email = {
    from: `${HIDDEN} <${owner.email}>`,
    to: address,
    subject: `${HIDDEN} subject`,
    html: `<p>${HIDDEN}</p>`,
    attachments: [{ filename: `${HIDDEN}.txt`, content: Buffer.from(HIDDEN).toString("base64") }],
    tags: [{ name: HIDDEN, value: HIDDEN }],
    metadata: { note: HIDDEN },
    scheduled_at: "in 2 hours",
  };
  const sent = await must(send, { method: "POST", url: "/api/v1/send", body: email, headers });
  const suppressed = `${KNOWN}-${word}-suppressed@contact.example`;
  await must(send, {
    method: "POST",
    url: "/api/v1/suppressions",
    body: { address: suppressed, detail: HIDDEN },
    headers,
  });
  const removal = await must(send, {
    method: "POST",
    url: "/api/v1/suppressions/removals",
    body: { filter: { reply: HIDDEN } },
    headers,
  });
  const domain = `${KNOWN}-${word}.example`;
  await must(send, { method: "POST", url: "/api/v1/domains", body: { name: domain }, headers });
  const relay = { name: `${HIDDEN} ${word}`, url: `smtp://user@${HIDDEN}.example`, password: HIDDEN };
  const { id: relayId } = JSON.parse(
    (await must(send, { method: "POST", url: "/api/v1/relays", body: relay, headers })).text,
  );
  const rule = { name: HIDDEN, action: "relay", relay_ids: [relayId], match: { recipient_domain: domain } };
  const made = await must(send, { method: "POST", url: "/api/v1/routing-rules", body: rule, headers });
  const hook = { url: `https://${HIDDEN}.example/hook`, description: HIDDEN };
  const webhook = await must(send, { method: "POST", url: "/api/v1/webhooks", body: hook, headers });
  const keys = await must(send, { method: "GET", url: "/api/keys", headers: owner.session });
  const sessions = await must(send, { method: "GET", url: "/api/sessions", headers: owner.session });
  const accounts = await must(send, { method: "GET", url: "/api/accounts", headers: owner.session });
  const members = await must(send, { method: "GET", url: "/api/members", headers: owner.session });
  const invited = { email: `${KNOWN}-${word}@member.example`, role: "viewer" };
  const invitation = await must(send, {
    ...{ method: "POST", url: "/api/invitations", body: invited, headers: owner.session },
  });
  return {
    account: [JSON.parse(accounts.text).accounts[0].id],
    member: [JSON.parse(members.text).members[0].id],
    invitation: [JSON.parse(invitation.text).id],
    key: [String(JSON.parse(keys.text).keys[0].id)],
    session: [JSON.parse(sessions.text).sessions[0].id],
    contact: [JSON.parse(created.text).id, address],
    suppression: [suppressed],
    removal: [JSON.parse(removal.text).id],
    domain: [domain],
    email: [JSON.parse(sent.text).id],
    webhook: [JSON.parse(webhook.text).id],
    relay: [relayId],
    rule: [JSON.parse(made.text).id],
  };
}

/** Creates one resource of each type that can be deleted, deletes it, and returns the ids. */
async function deleteResources(send: Send, owner: Tenant): Promise<Record<Resource, string[]>> {
  const headers = owner.session;
  const key = JSON.parse(
    (await must(send, { method: "POST", url: "/api/keys", body: { name: "gone" }, headers })).text,
  );
  await must(send, { method: "DELETE", url: `/api/keys/${key.id}`, headers });
  const gone = await signIn(send, owner.email);
  const { sessions } = JSON.parse(
    (await must(send, { method: "GET", url: "/api/sessions", headers: gone })).text,
  );
  const { id } = sessions.find(({ current }: { current: boolean }) => current);
  await must(send, { method: "DELETE", url: `/api/sessions/${id}`, headers });
  const address = "gone@contact.example";
  const contact = await must(send, {
    method: "POST",
    url: "/api/contacts",
    body: { email: address },
    headers,
  });
  await must(send, { method: "DELETE", url: `/api/contacts/${address}`, headers });
  await must(send, { method: "POST", url: "/api/suppressions", body: { address }, headers });
  await must(send, { method: "DELETE", url: `/api/suppressions/${address}`, headers });
  const domain = "gone.example";
  await must(send, { method: "POST", url: "/api/domains", body: { name: domain }, headers });
  await must(send, { method: "DELETE", url: `/api/domains/${domain}`, headers });
  const goneIds = await Promise.all(
    [
      { url: "/api/relays", body: { name: "gone", url: "smtp://smtp.example.com" } },
      { url: "/api/routing-rules", body: { name: "gone", action: "hold" } },
      { url: "/api/webhooks", body: { url: "https://gone.example/hook" } },
      { url: "/api/invitations", body: { email: address, role: "member" } },
    ].map(async ({ url, body }) => {
      const made = JSON.parse((await must(send, { method: "POST", url, body, headers })).text);
      await must(send, { method: "DELETE", url: `${url}/${made.id}`, headers });
      return made.id as string;
    }),
  );
  return {
    key: [String(key.id)],
    session: [id],
    relay: goneIds.slice(0, 1),
    rule: goneIds.slice(1, 2),
    webhook: goneIds.slice(2, 3),
    invitation: goneIds.slice(3),
    account: [],
    member: [],
    contact: [JSON.parse(contact.text).id, address],
    suppression: [address],
    // A removal cannot be deleted.
    removal: [],
    domain: [domain],
    email: [],
  };
}

/** Returns further values of Ada's that Eve could send. Waits until Ada's data no longer changes by itself. */
async function describeAda(send: Send, ada: Tenant) {
  const headers = ada.apiKey;
  const second = { email: `${KNOWN}-2@contact.example`, name: HIDDEN };
  await must(send, { method: "POST", url: "/api/v1/contacts", body: second, headers });
  await must(send, {
    method: "POST",
    url: "/api/v1/send",
    body: { to: second.email, subject: HIDDEN, text: HIDDEN },
    headers,
  });
  const cursorOf = async (url: string) =>
    String(
      JSON.parse((await must(send, { method: "GET", url: `${url}?limit=1`, headers })).text).pagination
        .next_cursor,
    );
  const cursors = [await cursorOf("/api/v1/contacts"), await cursorOf("/api/v1/emails")];
  const { account } = JSON.parse(
    (await must(send, { method: "GET", url: "/api/account", headers: ada.session })).text,
  );
  await waitForUse(send, ada);
  return { accountId: String(account.id), cursors };
}

/** The use of a key is stored with a delay. The test must not take it for an effect of another account. */
async function waitForUse(send: Send, tenant: Tenant): Promise<void> {
  const marked = `/api/v1/contacts/${newId()}`;
  await send({ method: "GET", url: marked, headers: tenant.apiKey });
  const isLogged = async () => {
    const { text } = await must(send, { method: "GET", url: "/api/requests", headers: tenant.session });
    return JSON.parse(text).requests.some(({ path }: { path: string }) => path === marked);
  };
  await until(isLogged, { what: "the use of the key to be logged" });
  const isWritten = async () => {
    const { text } = await must(send, { method: "GET", url: "/api/keys", headers: tenant.session });
    return JSON.parse(text).keys[0].last_used;
  };
  await until(isWritten, { what: "the use of the key to be written" });
}

async function must(send: Send, request: Request) {
  const answer = await send(request);
  if (answer.status >= 300)
    throw new Error(`${request.method} ${request.url}: ${answer.status} ${answer.text}`);
  return answer;
}

/** A statement that returns the rows of an account in all tables. The rows of partitions are also those of their table. */
async function textOfRows({ pool }: Database): Promise<string> {
  const { rows } = await pool.query(
    `SELECT relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'account_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  );
  return [
    ...rows.map(({ name }) => `SELECT '${name} ' || t::text AS whole FROM "${name}" t WHERE account_id = $1`),
    "SELECT 'accounts ' || t::text FROM accounts t WHERE id = $1",
    "SELECT 'people ' || t::text FROM people t WHERE id IN (SELECT person_id FROM memberships WHERE account_id = $1)",
  ].join("\nUNION ALL ");
}

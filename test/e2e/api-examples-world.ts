/** The things that the examples of docs/api name: a world to run them in, and what each of them needs beforehand. */

import { type Account, callApi, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { type DnsStub, startDnsServer } from "../harness/dns-server.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";
import { addVerifiedDomain } from "../harness/verified-domain.ts";
import { startWebhookReceiver } from "../harness/webhook-receiver.ts";
import { EVENT_ID, ID } from "../reference/api-examples.ts";

type Made = { id: string };
/** Replacements in the text of an example. */
type Values = Record<string, string>;

export class ExampleWorld {
  readonly posthouse: Posthouse;
  readonly account: Account;
  readonly #dns: DnsStub;
  readonly #sink: SmtpSink;
  readonly #receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
  /** An email that was captured before the instance went live. */
  readonly #captured: string;

  private constructor(
    posthouse: Posthouse,
    account: Account,
    servers: { dns: DnsStub; sink: SmtpSink; receiver: Awaited<ReturnType<typeof startWebhookReceiver>> },
    captured: string,
  ) {
    this.posthouse = posthouse;
    this.account = account;
    this.#dns = servers.dns;
    this.#sink = servers.sink;
    this.#receiver = servers.receiver;
    this.#captured = captured;
  }

  static async open(): Promise<ExampleWorld> {
    const [sink, receiver] = await Promise.all([startSmtpSink(), startWebhookReceiver()]);
    const dns = await startDnsServer({
      "example.com NS": ["ada.ns.cloudflare.com"],
      "example.com SOA": [SOA],
    });
    const posthouse = await startPosthouse({
      database: await createTestDatabase(),
      env: {
        SIGNUPS: "closed",
        DEFAULT_FROM: "t@posthouse.test",
        DNS_SERVERS: dns.address,
        WEBHOOKS_TO_PRIVATE: "on",
      },
    });
    const account = await signUpAndCreateKey(posthouse);
    const captured = await sendEmail(posthouse.baseUrl, account.key, EMAIL);
    const world = new ExampleWorld(posthouse, account, { dns, sink, receiver }, captured);
    await until(async () => (await world.#call<{ total: number }>("/inbox")).total === 1, {
      what: "the inbox",
    });
    await world.#goLive();
    return world;
  }

  async close(): Promise<void> {
    await stopAndRemove(this.posthouse);
    await Promise.all([this.#dns.close(), this.#sink.close(), this.#receiver.close()]);
  }

  /** Makes what the example of an operation needs, and returns the replacements in its text. */
  async prepare(operationId: string, path: string): Promise<Values> {
    const prepare = NEEDS[operationId] ?? NEEDS[path.replace(/^\/api\/v1|\/\{.*/g, "")];
    return (await prepare?.(this)) ?? {};
  }

  async #goLive(): Promise<void> {
    const operator = async <T>(path: string, body: object, method = "POST") =>
      (await callApi<T>(this.posthouse.baseUrl, path, { method, body, cookie: this.account.cookie })).body;
    const url = `smtp://127.0.0.1:${this.#sink.port}?tls=none`;
    const relay = await operator<Made>("/api/instance/relays", { name: "sink", url });
    await operator("/api/instance/delivery", { mode: "relay", relay_id: relay.id }, "PUT");
  }

  async #call<T>(path: string, body?: object, method?: string): Promise<T> {
    const { key } = this.account;
    const call = { key, ...(body && { body }), ...(method && { method }) };
    const { status, body: got } = await callApi<T>(this.posthouse.baseUrl, `/api/v1${path}`, call);
    if (status >= 400 && !(status === 404 && method === "DELETE"))
      throw new Error(`${path}: ${status} ${JSON.stringify(got)}`);
    return got;
  }

  async #made(path: string, body: object): Promise<Values> {
    return { [ID]: (await this.#call<Made>(path, body)).id };
  }

  async sent(more: object = {}): Promise<Values> {
    return { [ID]: await sendEmail(this.posthouse.baseUrl, this.account.key, { ...EMAIL, ...more }) };
  }

  async captured(): Promise<Values> {
    // The first request undoes a clearing, the second a deletion.
    await this.#call("/inbox/restore", {});
    await this.#call("/inbox/restore", { ids: [this.#captured] });
    return { [ID]: this.#captured };
  }

  async deleted(): Promise<Values> {
    const values = await this.captured();
    await this.#call("/inbox/delete", { ids: [this.#captured] });
    return values;
  }

  async contact(): Promise<Values> {
    await this.#call("/contacts?on_conflict=update", { email: "ada@example.com" });
    return {};
  }

  async noContact(): Promise<Values> {
    await this.#call("/contacts/ada@example.com", undefined, "DELETE");
    return {};
  }

  async domain(): Promise<Values> {
    await this.noDomain();
    const { posthouse } = this;
    await addVerifiedDomain(posthouse, { name: "example.com", key: this.account.key, dns: this.#dns });
    return {};
  }

  async noDomain(): Promise<Values> {
    await this.#call("/domains/example.com", undefined, "DELETE");
    return {};
  }

  async suppression(): Promise<Values> {
    await this.#call("/suppressions", { address: "ada@example.com" });
    return {};
  }

  async removal({ run }: { run: boolean }): Promise<Values> {
    await this.suppression();
    const values = await this.#made("/suppressions/removals", { filter: { search: "ada@" } });
    if (run) await this.#call(`/suppressions/removals/${values[ID]}/run`, {});
    return values;
  }

  webhook(): Promise<Values> {
    return this.#made("/webhooks", { url: this.#receiver.url, types: ["contact.created"] });
  }

  async webhookEvent(): Promise<Values> {
    const values = await this.webhook();
    await this.noContact();
    await this.contact();
    type Listed = { events: { event_id: string; state: string }[] };
    const sent = async () => (await this.#call<Listed>(`/webhooks/${values[ID]}/events`)).events[0];
    await until(async () => (await sent())?.state === "succeeded", { what: "the event", within: 60_000 });
    return { ...values, [EVENT_ID]: (await sent())?.event_id ?? "" };
  }

  /** Names are unique, so each thing that has one gets a new name, and the printed name is free. */
  async relay(): Promise<Values> {
    await this.#clear("/relays", "relays");
    return await this.#made("/relays", { name: "mine", url: `smtp://127.0.0.1:${this.#sink.port}?tls=none` });
  }

  async rule(): Promise<Values> {
    await this.#clear("/routing-rules", "rules");
    return await this.#made("/routing-rules", { name: "mine", match: { stream: "bulk" }, action: "hold" });
  }

  async pool(): Promise<Values> {
    await this.#clear("/pools", "pools");
    const sources = [{ address: "203.0.113.8", helo_name: "out.example.com" }];
    return await this.#made("/pools", { name: "mine", sources });
  }

  async #clear(path: string, list: string): Promise<void> {
    const { [list]: rows = [] } = await this.#call<Record<string, Made[]>>(path);
    for (const { id } of rows) await this.#call(`${path}/${id}`, undefined, "DELETE");
  }
}

const EMAIL = { to: "ada@example.com", subject: "Hello", html: "<p>It works.</p>" };
const SOA = { mname: "ada.ns.cloudflare.com", rname: "dns.cloudflare.com", serial: 1 };

/** By operation, or by the path up to its first parameter. */
const NEEDS: Record<string, (world: ExampleWorld) => Promise<Values>> = {
  cancelEmail: (world) => world.sent({ scheduled_at: "in 2 hours" }),
  rescheduleEmail: (world) => world.sent({ scheduled_at: "in 2 hours" }),
  getAttachment: (world) => world.sent({ attachments: [{ filename: "a.txt", content: "aGk=" }] }),
  "/emails": (world) => world.sent(),
  restoreInbox: (world) => world.deleted(),
  "/inbox": (world) => world.captured(),
  deleteFromInbox: (world) => world.captured(),
  createContact: (world) => world.noContact(),
  "/contacts": (world) => world.contact(),
  addDomain: (world) => world.noDomain(),
  "/domains": (world) => world.domain(),
  "/suppressions": (world) => world.suppression(),
  restoreSuppressionRemoval: (world) => world.removal({ run: true }),
  "/suppressions/removals": (world) => world.removal({ run: false }),
  getWebhookEvent: (world) => world.webhookEvent(),
  replayWebhookEvents: (world) => world.webhookEvent(),
  "/webhooks": (world) => world.webhook(),
  "/relays": (world) => world.relay(),
  "/routing-rules": (world) => world.rule(),
  "/pools": (world) => world.pool(),
};

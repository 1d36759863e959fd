import { Connection } from "./connection.ts";
import { Contacts } from "./contacts.ts";
import { Domains } from "./domains.ts";
import { Emails } from "./emails.ts";
import { Events } from "./events.ts";
import { Inbox } from "./inbox.ts";
import { Metrics } from "./metrics.ts";
import { type PosthouseOptions, readOptions } from "./options.ts";
import { Pools } from "./pools.ts";
import { Relays } from "./relays.ts";
import { Reports } from "./reports.ts";
import { RoutingRules } from "./routing-rules.ts";
import { Suppressions } from "./suppressions.ts";
import { Tracking } from "./tracking.ts";
import { Webhooks } from "./webhooks.ts";

/** A client of a Posthouse server with an account's API key. One instance can be reused for the life of the program. */
export class Posthouse {
  readonly emails: Emails;
  readonly inbox: Inbox;
  readonly contacts: Contacts;
  readonly domains: Domains;
  readonly reports: Reports;
  readonly relays: Relays;
  readonly routingRules: RoutingRules;
  readonly pools: Pools;
  readonly suppressions: Suppressions;
  readonly events: Events;
  readonly metrics: Metrics;
  readonly tracking: Tracking;
  readonly webhooks: Webhooks;

  constructor(apiKey: string, options: PosthouseOptions) {
    const connection = new Connection(readOptions(apiKey, options));
    this.emails = new Emails(connection);
    this.inbox = new Inbox(connection);
    this.contacts = new Contacts(connection);
    this.domains = new Domains(connection);
    this.reports = new Reports(connection);
    this.relays = new Relays(connection);
    this.routingRules = new RoutingRules(connection);
    this.pools = new Pools(connection);
    this.suppressions = new Suppressions(connection);
    this.events = new Events(connection);
    this.metrics = new Metrics(connection);
    this.tracking = new Tracking(connection);
    this.webhooks = new Webhooks(connection);
  }
}

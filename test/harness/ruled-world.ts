/** For tests: workers that follow routing rules, with their own database, and relays that are real servers. */

import { expect } from "vitest";
import type { DirectHops } from "../../src/features/delivery/direct/direct-hops.ts";
import { composeRuledRoutes } from "../../src/features/delivery/route/compose-ruled-routes.ts";
import { ModeRoutes } from "../../src/features/delivery/route/mode-routes.ts";
import { OneRoute } from "../../src/features/delivery/route/one-route.ts";
import { senderReturnPathOf } from "../../src/features/delivery/route/return-path-of.ts";
import type { SignMessage } from "../../src/features/delivery/transmit/make-message.ts";
import type { Transport } from "../../src/features/delivery/transmit/transport.ts";
import type { RouteDeps } from "../../src/features/routing/http/route-deps.ts";
import { RoutingTables } from "../../src/features/routing/index.ts";
import { changeRelay } from "../../src/features/routing/relays/change-relay.ts";
import { createRelay } from "../../src/features/routing/relays/create-relay.ts";
import { createRule } from "../../src/features/routing/rules/change-rules.ts";
import { type Database, openDatabase } from "../../src/platform/db/index.ts";
import { newId } from "../../src/platform/ids/index.ts";
import { openInstanceSecrets } from "../../src/platform/secrets/index.ts";
import { selfHostedPolicies } from "../../src/processes/services/policies.ts";
import { createTestDatabase } from "./database.ts";
import { createRoutedWorker } from "./delivery-worker.ts";
import { eventually } from "./eventually.ts";
import { type Script, type SinkOptions, type SmtpSink, startSmtpSink } from "./smtp-server.ts";
import { draftEmail, storeEmails } from "./stored-email.ts";

type RelayInput = {
  owner?: string;
  name?: string;
  login?: string;
  weight?: number;
  max_connections?: number;
  rate_per_second?: number;
  /** Instead of the server's. */
  url?: string;
};
type RuleInput = Parameters<typeof createRule>[1]["input"];
type Sent = { accountId: string; id: string };

/** Mail that no rule matches is captured; direct deliveries are only recorded. */
const kept: Transport = {
  transmit: async ({ envelope }) => envelope.recipients.map(() => ({ kind: "captured", reason: "" })),
  close: async () => undefined,
};
const direct = {
  hopTo: (domain, pool) => ({ kind: "bounced", reason: `directly to ${domain} via ${pool.name}` }),
  close: async () => undefined,
} as Pick<DirectHops, "hopTo" | "close"> as DirectHops;

export class RuledWorld {
  readonly database: Database;
  readonly accountId = newId();
  /** The author of relays and rules. */
  readonly actor = { accountId: this.accountId, by: { personId: null, keyId: null, network: null } };
  /** Names of the workers' log events. */
  readonly logged: string[] = [];
  readonly #deps: RouteDeps;
  readonly #drop: () => Promise<void>;
  readonly #stops: (() => Promise<void>)[] = [];

  static async open(): Promise<RuledWorld> {
    const { connectionString, drop } = await createTestDatabase();
    const world = new RuledWorld(openDatabase(connectionString, { max: 6 }), drop);
    await world.database.pool.query(
      "INSERT INTO accounts (id, name, is_operator) VALUES ($1, 'ours', true)",
      [world.accountId],
    );
    return world;
  }

  private constructor(database: Database, drop: () => Promise<void>) {
    this.database = database;
    this.#drop = drop;
    const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) });
    this.#deps = {
      database,
      secrets,
      policies: selfHostedPolicies,
      heloName: "out.example",
      baseUrl: "http://localhost",
      notifyUsers: async () => undefined,
    };
  }

  /** Resets everything for the next test. */
  reset = async (): Promise<void> => {
    for (const stop of this.#stops.splice(0).reverse()) await stop();
    const tables =
      "recipients, emails, events, relays, routing_rules, pools, throttles, workers, suppressions";
    await this.database.pool.query(`TRUNCATE ${tables}`);
    this.logged.length = 0;
  };

  close = async (): Promise<void> => {
    await this.database.close();
    await this.#drop();
  };

  startWorker = async (options: { signMessage?: SignMessage } = {}): Promise<void> => {
    const write = ({ event }: { event: string }) => void this.logged.push(event);
    const log = { trace: write, debug: write, info: write, warn: write, error: write, fatal: write };
    const { database } = this;
    const defaultRoutes = new OneRoute({
      name: "default",
      transport: kept,
      maxTransactions: 20,
      returnPathOf: senderReturnPathOf,
    });
    const override = { mode: "relay", setting: "SMTP_RELAY_URL" } as const;
    const tables = new RoutingTables({ ...this.#deps, log: log as never, override });
    const live = composeRuledRoutes({
      ...this.#deps,
      log: log as never,
      tables,
      defaults: { relay: defaultRoutes, direct: defaultRoutes },
      returnPathOf: senderReturnPathOf,
      direct,
    });
    const capture = defaultRoutes;
    const reasonToRefuseDomain = async () => null;
    const routes = new ModeRoutes({ tables, capture, live, reasonToRefuseDomain });
    const worker = createRoutedWorker({ database, routes, ...options });
    await worker.start();
    this.#stops.push(() => worker.stop());
  };

  startSink = async (script: Script = {}, options: SinkOptions = {}): Promise<SmtpSink> => {
    const sink = await startSmtpSink({ ...options, script });
    this.#stops.push(() => sink.close());
    return sink;
  };

  addRelay = async ({ port }: { port: number }, wish: RelayInput = {}): Promise<string> => {
    const { owner = this.accountId, name = `relay ${port}`, login = "", ...settings } = wish;
    const input = { name, url: `smtp://${login}127.0.0.1:${port}?tls=none`, ...settings };
    return (await createRelay(this.#deps, { accountId: owner, input, actor: this.actor })).id;
  };

  changeRelay = (id: string, input: Parameters<typeof changeRelay>[1]["input"]) =>
    changeRelay(this.#deps, { accountId: this.accountId, id, input, actor: this.actor });

  addRule = async (wish: Partial<RuleInput> & Pick<RuleInput, "action">, owner = this.accountId) => {
    const input = { name: "a rule", ...wish };
    return (await createRule(this.#deps, { accountId: owner, input, actor: this.actor })).id;
  };

  send = async (over: object = {}, to = ["a@example.org"], bcc: string[] = []): Promise<Sent> => {
    const email = {
      ...draftEmail(newId(), { to, bcc, subject: "Hello", html: "<p>Hi</p>" }),
      accountId: this.accountId,
      ...over,
    };
    await storeEmails(this.database, [email]);
    return email;
  };

  eventsOf = async ({ accountId, id }: Sent) => {
    const { rows } = await this.database.pool.query(
      `SELECT type, detail FROM events WHERE account_id = $1 AND email_id = $2 AND type <> 'queued'
       ORDER BY created_at, position`,
      [accountId, id],
    );
    return rows;
  };

  settled = (email: Sent, expected: object[]) =>
    eventually(async () => expect(await this.eventsOf(email)).toMatchObject(expected));

  /** Changes rows as if time had passed. */
  makeDue = () =>
    this.database.pool.query(
      "UPDATE recipients SET due_at = now() WHERE due_at IS NOT NULL AND state <> 'sending'",
    );
}

/** For tests: the routes of accounts, sessions, keys and the audit log on a database of their own, and one route for API keys. */

import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import { createTestDatabase } from "../../../test/harness/database.ts";
import { PASSWORD, signUp } from "../../../test/harness/sign-up.ts";
import { type Config, loadConfig, signupsIn } from "../../config.ts";
import { type Database, openDatabase } from "../../platform/db/index.ts";
import { type App, addRightsHooks, buildServer } from "../../platform/http/index.ts";
import { openInstanceSecrets } from "../../platform/secrets/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import { type Policies, policiesOf } from "../../processes/services/policies.ts";
import { ACCOUNTS_AUDIT_ACTIONS } from "../accounts/audit-actions.ts";
import { type AuthDeps, authRoutes } from "../accounts/http/auth-routes.ts";
import { invitationRoutes } from "../accounts/http/invitation-routes.ts";
import { memberRoutes } from "../accounts/http/member-routes.ts";
import { secondFactorRoutes } from "../accounts/http/second-factor-routes.ts";
import { settingsRoutes } from "../accounts/http/settings-routes.ts";
import { switchRoutes } from "../accounts/http/switch-routes.ts";
import type { SettingsDeps } from "../accounts/settings/settings.ts";
import { auditRoutes } from "../audit/http/audit-routes.ts";
import { sessionRoutes } from "../sessions/http/session-routes.ts";
import { requireSession } from "../sessions/index.ts";
import { KEYS_AUDIT_ACTIONS } from "./audit-actions.ts";
import { apiKeyHooks } from "./auth/api-key-hooks.ts";
import { guardUnknownPaths, keyRoutes } from "./http/key-routes.ts";

const AUDIT_ACTIONS = [...KEYS_AUDIT_ACTIONS, ...ACCOUNTS_AUDIT_ACTIONS];

type Settings = Record<string, string>;
type Person = { email: string; password: string; cookie: string };
type Call = { body?: unknown; headers?: Record<string, string>; ip?: string };

type ModeDeps = Pick<AuthDeps, "signups" | "secrets"> & Pick<SettingsDeps, "delivery" | "releaseRouteFor">;

/** One server; several may share a database. */
export class TestNode {
  readonly app: App;
  readonly deps: { database: Database; config: Config; log: Logger; policies: Policies } & ModeDeps;
  readonly logged: string[] = [];

  constructor(database: Database, settings: Settings) {
    const config = loadConfig({ BASE_URL: "http://localhost:3000", ...settings });
    const log = pino({ level: "debug" }, { write: (line: string) => void this.logged.push(line) });
    const mode = config.deliveryOverride?.mode ?? "capture";
    const { smtpRelay: relay } = config;
    this.deps = {
      database,
      config,
      log,
      policies: policiesOf(config),
      secrets: openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) }),
      signups: async () => signupsIn(config, mode),
      delivery: async () => ({ mode, relay: relay && { host: `${relay.host}:${relay.port}` } }),
      releaseRouteFor: async () => "mode",
    };
    this.app = buildServer({ baseUrl: config.baseUrl, trustedProxies: config.trustedProxies, log });
    const hooks = apiKeyHooks(this.deps);
    this.app.register(authRoutes(this.deps));
    this.app.register(invitationRoutes(this.deps));
    this.app.register((signedIn, _options, done) => {
      addRightsHooks(signedIn, requireSession(this.deps));
      for (const routes of [
        keyRoutes,
        auditRoutes,
        sessionRoutes,
        settingsRoutes,
        memberRoutes,
        secondFactorRoutes,
        switchRoutes,
      ])
        signedIn.register(routes({ ...this.deps, actions: AUDIT_ACTIONS }), { prefix: "/api" });
      done();
    });
    this.app.register(guardUnknownPaths(hooks));
    this.app.get("/api/v1/whoami", hooks, async ({ principal }) => principal);
  }

  async call(method: "GET" | "POST" | "PATCH" | "DELETE", url: string, { body, headers, ip }: Call = {}) {
    const response = await this.app.inject({
      method,
      url,
      remoteAddress: ip ?? "127.0.0.1",
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: String(response.headers["content-type"]).includes("json") ? response.json() : null,
      cookie: cookieOf(response.headers["set-cookie"]),
    };
  }

  auth(body: object, call: Omit<Call, "body"> = {}) {
    return this.call("POST", "/api/auth", { ...call, body });
  }

  /** A new account with its owner's session. */
  async signUp(email: string): Promise<Person> {
    return { email, password: PASSWORD, cookie: await signUp(this.deps, email) };
  }

  /** Registers by the API, with this password. */
  async register(email: string, password: string): Promise<Person> {
    const response = await this.auth({ action: "signup", email, password });
    if (response.status !== 200) throw new Error(`sign-up failed: ${response.text}`);
    return { email, password, cookie: response.cookie };
  }

  async createKey(cookie: string, name = "test"): Promise<{ id: number; key: string; prefix: string }> {
    return (await this.call("POST", "/api/keys", { body: { name }, headers: { cookie } })).body;
  }

  whoami(authorization: string) {
    return this.call("GET", "/api/v1/whoami", { headers: { authorization } });
  }
}

export type TestApp = {
  node: TestNode;
  database: Database;
  another(settings?: Settings): TestNode;
  close(): Promise<void>;
};

export async function openTestApp(settings: Settings = {}): Promise<TestApp> {
  const { connectionString, drop } = await createTestDatabase();
  const databases: Database[] = [];
  const nodes: TestNode[] = [];
  const another = (own: Settings = settings) => {
    const database = openDatabase(connectionString, { max: 4 });
    const node = new TestNode(database, own);
    databases.push(database);
    nodes.push(node);
    return node;
  };
  const node = another();
  return {
    node,
    database: node.deps.database,
    another,
    close: async () => {
      for (const { app } of nodes) await app.close();
      for (const database of databases) await database.close();
      await drop();
    },
  };
}

function cookieOf(header: string | string[] | undefined): string {
  return [header].flat()[0]?.split(";", 1)[0] ?? "";
}

/** One node on a database of its own, for all tests of a file. */
export function useTestApp(settings: Settings = {}): Omit<TestApp, "close"> {
  let opened: TestApp | null = null;
  const app = (): TestApp => {
    if (opened === null) throw new Error("the node runs in tests and hooks only");
    return opened;
  };
  beforeAll(async () => {
    opened = await openTestApp(settings);
  });
  afterAll(() => opened?.close());
  return {
    get node() {
      return app().node;
    },
    get database() {
      return app().database;
    },
    another: (own) => app().another(own),
  };
}

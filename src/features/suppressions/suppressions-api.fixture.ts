import type { Readable } from "node:stream";
import { createTestDatabase } from "../../../test/harness/database.ts";
import { type Database, openDatabase } from "../../platform/db/index.ts";
import { type App, buildServer } from "../../platform/http/index.ts";
import { newId } from "../../platform/ids/index.ts";
import { createLogger } from "../../platform/telemetry/index.ts";
import { suppressionRoutes } from "./http/suppression-routes.ts";

export type Suppression = {
  address: string;
  reason: string;
  stream: string;
  unsubscribed_at: string | null;
  expires_at: string | null;
  source: { type: string; id: string | null };
  detail: string | null;
};
type Method = "GET" | "POST" | "DELETE";
type Sent = { body?: unknown; csv?: string | Buffer | Readable; type?: string; as?: string };

/** For tests: the suppression routes on their own database. Each call names the account that makes it. */
export class SuppressionsApi {
  account = "";
  readonly app: App;
  readonly database: Database;
  readonly #drop: () => Promise<void>;

  constructor(parts: { app: App; database: Database; drop: () => Promise<void> }) {
    this.app = parts.app;
    this.database = parts.database;
    this.#drop = parts.drop;
  }

  static async open(): Promise<SuppressionsApi> {
    const { connectionString, drop } = await createTestDatabase();
    const database = openDatabase(connectionString, { max: 6 });
    const log = createLogger("silent", "test");
    const app = buildServer({ baseUrl: "http://localhost:3000", trustedProxies: [], log });
    app.register((v1, _options, done) => {
      v1.addHook("onRequest", async (request) => {
        const accountId = String(request.headers["x-account"]);
        const principal = {
          accountId,
          via: "key",
          keyId: 1,
          personId: null,
          permission: "full",
          limits: null,
          isLimited: false,
        };
        request.principal = principal as typeof request.principal;
      });
      v1.register(suppressionRoutes({ database }), { prefix: "/api/v1" });
      done();
    });
    const api = new SuppressionsApi({ app, database, drop });
    api.account = await api.createAccount();
    return api;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.database.close();
    await this.#drop();
  }

  async createAccount(): Promise<string> {
    const id = newId();
    await this.database.db.insertInto("accounts").values({ id, name: "Test" }).execute();
    return id;
  }

  async call(method: Method, path: string, { body, csv, type = "text/csv", as = this.account }: Sent = {}) {
    const payload = csv ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await this.app.inject({
      method,
      url: `/api/v1/suppressions${path}`,
      headers: {
        "x-account": as,
        ...(payload === undefined ? {} : { "content-type": csv === undefined ? "application/json" : type }),
      },
      ...(payload === undefined ? {} : { payload }),
    });
    const isJson = String(response.headers["content-type"]).startsWith("application/json");
    const { statusCode: status, body: text, headers } = response;
    return { status, text, headers, body: isJson ? JSON.parse(text) : null };
  }

  async get(address: string): Promise<Suppression> {
    const { status, body } = await this.call("GET", `/${encodeURIComponent(address)}`);
    if (status !== 200) throw new Error(`${address}: ${status} ${body?.error.code}`);
    return body;
  }
}

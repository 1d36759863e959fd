import { afterAll, beforeAll } from "vitest";
import type { Database } from "../../src/platform/db/index.ts";
import { type App, buildServer } from "../../src/platform/http/index.ts";
import { newId } from "../../src/platform/ids/index.ts";
import { createLogger } from "../../src/platform/telemetry/index.ts";
import { useDatabase } from "./database.ts";

type Routes = (app: App, options: object, done: () => void) => void;
type Call = { method: "GET" | "POST" | "PATCH" | "DELETE"; path: string; as?: string };
type Payload = { payload?: string | Buffer | NodeJS.ReadableStream; type?: string };

/** Routes of one feature with a database of their own, for all tests of a file. Each call names its account. */
export class RoutesApi {
  /** The default account of calls. */
  account = "";
  readonly database: Database;
  #app: App | null = null;

  constructor(routesOf: (deps: { database: Database }) => Routes, { max = 4 }: { max?: number } = {}) {
    this.database = useDatabase({ max });
    beforeAll(async () => {
      this.#app = this.#build(routesOf({ database: this.database }));
      this.account = await this.createAccount();
    });
    afterAll(() => this.#app?.close());
  }

  get app(): App {
    if (this.#app === null) throw new Error("the routes are served in tests and hooks only");
    return this.#app;
  }

  async createAccount(): Promise<string> {
    const id = newId();
    await this.database.db.insertInto("accounts").values({ id, name: "Test" }).execute();
    return id;
  }

  async request(
    { method, path, as = this.account }: Call,
    { payload, type = "application/json" }: Payload = {},
  ) {
    const { statusCode, body, headers } = await this.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { "x-account": as, ...(payload === undefined ? {} : { "content-type": type }) },
      ...(payload === undefined ? {} : { payload }),
    });
    const isJson = String(headers["content-type"]).startsWith("application/json");
    return { status: statusCode, text: body, headers, body: isJson && body !== "" ? JSON.parse(body) : null };
  }

  #build(routes: Routes): App {
    const app = buildServer({
      baseUrl: "http://localhost:3000",
      trustedProxies: [],
      log: createLogger("silent", "test"),
    });
    app.register((v1, _options, done) => {
      v1.addHook("onRequest", async (request) => {
        request.principal = {
          accountId: String(request.headers["x-account"]),
          via: "key",
          keyId: 1,
          personId: null,
          permission: "full",
          limits: null,
          isLimited: false,
        };
      });
      v1.register(routes, { prefix: "/api/v1" });
      done();
    });
    return app;
  }
}

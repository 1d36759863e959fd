import { createTestDatabase } from "../../../test/harness/database.ts";
import { type Database, openDatabase } from "../../platform/db/index.ts";
import { type App, buildServer } from "../../platform/http/index.ts";
import { newId } from "../../platform/ids/index.ts";
import { createLogger } from "../../platform/telemetry/index.ts";
import { contactRoutes } from "./http/contact-routes.ts";

export type Contact = { id: string; email: string; name: string | null; result?: string; updated_at: string };
export type Page = {
  contacts: Contact[];
  pagination: { has_more: boolean; next_cursor: string | null; total?: number };
};
export type Failure = {
  error: { code: string; message: string; fields?: { path: string }[]; request_id: string };
};
type Method = "GET" | "POST" | "PATCH" | "DELETE";
type Answer<T> = { status: number; body: T; text: string };

/** For tests: the contact routes on their own database. Each call names the account that makes it. */
export class ContactsApi {
  /** The account of calls that name none. */
  account = "";
  readonly #app: App;
  readonly #database: Database;
  readonly #drop: () => Promise<void>;

  constructor(parts: { app: App; database: Database; drop: () => Promise<void> }) {
    this.#app = parts.app;
    this.#database = parts.database;
    this.#drop = parts.drop;
  }

  static async open(): Promise<ContactsApi> {
    const { connectionString, drop } = await createTestDatabase();
    const database = openDatabase(connectionString, { max: 4 });
    const log = createLogger("silent", "test");
    const app = buildServer({ baseUrl: "http://localhost:3000", trustedProxies: [], log });
    app.addHook("onRequest", async (request) => {
      const accountId = String(request.headers["x-account"]);
      request.principal = {
        accountId,
        via: "key",
        keyId: 1,
        personId: null,
        permission: "full",
        limits: null,
        isLimited: false,
      };
    });
    app.register(contactRoutes({ database }), { prefix: "/api/v1" });
    return new ContactsApi({ app, database, drop });
  }

  async close(): Promise<void> {
    await this.#app.close();
    await this.#database.close();
    await this.#drop();
  }

  async createAccount(): Promise<string> {
    const id = newId();
    await this.#database.db.insertInto("accounts").values({ id, name: "Test" }).execute();
    return id;
  }

  async call<T>(
    method: Method,
    path: string,
    { body, as = this.account }: { body?: unknown; as?: string } = {},
  ): Promise<Answer<T>> {
    const response = await this.#app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { "x-account": as, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const { statusCode, body: text } = response;
    return { status: statusCode, text, body: text === "" ? null : JSON.parse(text) };
  }

  async create(body: Record<string, unknown>, { query = "", as = this.account } = {}): Promise<Contact> {
    return this.#succeed(await this.call<Contact>("POST", `/contacts${query}`, { body, as }));
  }

  async list(query = "", as = this.account): Promise<Page> {
    return this.#succeed(await this.call<Page>("GET", `/contacts${query}`, { as }));
  }

  async emailsOf(query: string): Promise<string[]> {
    return (await this.list(query)).contacts.map(({ email }) => email);
  }

  #succeed<T>({ status, body, text }: Answer<T>): T {
    if (status >= 300) throw new Error(`unexpected status ${status}: ${text}`);
    return body;
  }
}

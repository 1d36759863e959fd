import { openDatabase } from "../../src/platform/db/index.ts";
import type { App } from "../../src/platform/http/index.ts";
import type { TestApi } from "./api.ts";
import { testApp } from "./services.ts";
import { signIn, signUp } from "./sign-up.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Headers = Record<string, string>;
export type ApiResponse = Awaited<ReturnType<ApiCaller["call"]>>;

/** Calls an API in this process, with a key or a session. */
export class ApiCaller {
  readonly #app: App;
  readonly #credential: Headers;

  constructor(app: App, credential: Headers) {
    this.#app = app;
    this.#credential = credential;
  }

  async call(method: Method, url: string, body?: unknown, headers: Headers = {}) {
    const json = body === undefined ? {} : { "content-type": "application/json" };
    const payload = typeof body === "string" ? body : JSON.stringify(body);
    const answer = await this.#app.inject({
      method,
      url,
      headers: { ...json, ...this.#credential, ...headers },
      ...(body === undefined ? {} : { payload }),
    });
    const isJson = String(answer.headers["content-type"]).includes("json");
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: isJson ? answer.json() : answer.body,
      bytes: answer.rawPayload,
      /** The invalid fields. */
      problems: errorsIn(isJson ? answer.json() : null),
    };
  }

  get = (url: string) => this.call("GET", url);
  post = (url: string, body?: unknown, headers: Headers = {}) => this.call("POST", url, body, headers);
  put = (url: string, body: unknown) => this.call("PUT", url, body);
  patch = (url: string, body: unknown) => this.call("PATCH", url, body);
  send = (body: unknown, headers: Headers = {}) => this.post("/api/v1/send", body, headers);

  /** Sends an email that must be accepted; returns its id. */
  async sent(body: object, headers: Headers = {}): Promise<string> {
    const answer = await this.send(body, headers);
    if (answer.status !== 200) throw new Error(`not sent: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  }

  /** Returns a caller with a new key of the signed-in person. */
  async newKey(limits: object = {}): Promise<ApiCaller> {
    const { status, body } = await this.post("/api/keys", { name: "test", ...limits });
    if (status !== 200) throw new Error(`no key: ${status} ${JSON.stringify(body)}`);
    return new ApiCaller(this.#app, { authorization: `Bearer ${body.key}` });
  }

  async email(id: string) {
    return (await this.get(`/api/v1/emails/${id}`)).body;
  }
}

function errorsIn(body: { error?: { fields?: { path: string }[] } } | null): string[] {
  return (body?.error?.fields ?? []).map(({ path }) => path);
}

export function keyCaller({ app, authorization }: Pick<TestApi, "app" | "authorization">): ApiCaller {
  return new ApiCaller(app, authorization);
}

/** Another API on the same database. */
export async function startSecondNode({
  config,
  database: first,
  authorization,
}: TestApi): Promise<{ caller: ApiCaller; app: App; close: () => Promise<void> }> {
  const database = openDatabase(first.connectionString, { max: 4 });
  const app = testApp({ config, database });
  await app.ready();
  return {
    app,
    caller: new ApiCaller(app, authorization),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

/** The default admin, signed in, with a changed password. */
export async function adminCaller(api: TestApi): Promise<ApiCaller> {
  await api.database.pool.query("UPDATE people SET must_change_password = false");
  return new ApiCaller(api.app, { cookie: await signIn(api, "admin@example.com") });
}

/** Another account, with a key of its own. */
export async function newAccount(
  api: TestApi,
  email: string,
): Promise<{ id: string; caller: ApiCaller; session: ApiCaller }> {
  const session = new ApiCaller(api.app, { cookie: await signUp(api, email) });
  const { rows } = await api.database.pool.query(
    "SELECT account_id FROM memberships JOIN people ON id = person_id WHERE email = $1",
    [email],
  );
  return {
    id: rows[0].account_id,
    session,
    caller: await session.newKey(),
  };
}

/** Row counts of these tables. */
export async function rowCounts(
  { database }: Pick<TestApi, "database">,
  tables: string[],
): Promise<Record<string, number>> {
  const counts = tables.map(async (table) => {
    const { rows } = await database.pool.query(`SELECT count(*) AS n FROM ${table}`);
    return [table, rows[0].n] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** All tables that accepting an email writes. */
export const ACCEPT_TABLES = [
  "emails",
  "recipients",
  "contents",
  "events",
  "idempotency_keys",
  "quota_usage",
  "daily_counts",
];

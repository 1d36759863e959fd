import { afterAll, beforeAll } from "vitest";
import { type Config, loadConfig } from "../../src/config.ts";
import { createKeyForEmail } from "../../src/features/keys/index.ts";
import { type Database, openDatabase } from "../../src/platform/db/index.ts";
import type { App } from "../../src/platform/http/index.ts";
import { ADMIN_TEMPLATE_DATABASE, createTestDatabase } from "./database.ts";
import { testApp } from "./services.ts";

export type TestApi = {
  app: App;
  database: Database;
  config: Config;
  /** A key of the default admin's account. */
  key: string;
  /** `Authorization` of that key. */
  authorization: { authorization: string };
  close(): Promise<void>;
};

/** Creates no files in the working directory. */
const TEST_SECRET_KEY = "a secret key for tests, long enough";

/** The whole HTTP API on its own database, with one account and its key. Requests go through `app.inject()`. */
export async function startTestApi(env: Record<string, string> = {}): Promise<TestApi> {
  const { connectionString, drop } = await createTestDatabase({ template: ADMIN_TEMPLATE_DATABASE });
  const config = loadConfig({ SECRET_KEY: TEST_SECRET_KEY, ...env });
  const database = openDatabase(connectionString, { max: 4 });
  const app = testApp({ config, database });
  await app.ready();
  const { key } = await createKeyForEmail(database, { email: "admin@example.com", name: "test" });
  return {
    app,
    database,
    config,
    key,
    authorization: { authorization: `Bearer ${key}` },
    close: async () => {
      await app.close();
      await database.close();
      await drop();
    },
  };
}

/** The whole HTTP API for all tests of a file, started before the first and closed after the last. */
export function useApi(env: Record<string, string> = {}): TestApi {
  let api: TestApi | null = null;
  const started = (): TestApi => {
    if (api === null) throw new Error("the API runs in tests and hooks only");
    return api;
  };
  beforeAll(async () => {
    api = await startTestApi(env);
  });
  afterAll(() => api?.close());
  return {
    get app() {
      return started().app;
    },
    get database() {
      return started().database;
    },
    get config() {
      return started().config;
    },
    get key() {
      return started().key;
    },
    get authorization() {
      return started().authorization;
    },
    close: () => started().close(),
  };
}

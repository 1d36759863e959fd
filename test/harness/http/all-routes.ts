import { loadConfig } from "../../../src/config.ts";
import { openDatabase } from "../../../src/platform/db/index.ts";
import { testApp } from "../services.ts";

export type Route = { method: string; path: string };

/** Routes that the server itself adds. */
const OWN_ROUTES = [
  "/healthz",
  "/readyz",
  "/openapi.json",
  "/docs",
  "/docs/",
  "/",
  "/emails",
  "/assets/none.js",
];
/** Paths and methods without a route. */
const missing: Route[] = [
  { method: "GET", path: "/api/nothing" },
  { method: "POST", path: "/docs/" },
  { method: "DELETE", path: "/healthz" },
  { method: "PATCH", path: "/api/v1/send" },
  { method: "OPTIONS", path: "/api/auth" },
  { method: "OPTIONS", path: "*" },
  { method: "TRACE", path: "/" },
  { method: "PROPFIND", path: "/" },
  { method: "QUERY", path: "/api/auth" },
];

type RegisteredRoute = {
  url: string;
  method: string | string[];
  schema?: { body?: unknown; operationId?: string };
  bodyLimit?: number;
};

/** Every HTTP route, as registered in the server, with a value for each path parameter. */
export async function allRoutes(): Promise<Route[]> {
  const routes = (await registered()).flatMap(({ url, method }) =>
    [method].flat().map((name) => ({ method: name, path: withValues(url) })),
  );
  return [...OWN_ROUTES.map((path) => ({ method: "GET", path })), ...routes, ...missing].filter(isNew());
}

export type KnownRoute = Route & { operationId: string | null };

/** The routes of features, with their operation ids in the OpenAPI document. Routes that end sessions come last. */
export async function knownRoutes(): Promise<KnownRoute[]> {
  const routes = (await registered()).flatMap(({ url, method, schema }) =>
    [method]
      .flat()
      .map((name) => ({ method: name, path: withValues(url), operationId: schema?.operationId ?? null })),
  );
  const endsSessions = ({ path }: Route) => /^\/api\/(auth|sessions)/.test(path);
  return [...routes.filter((route) => !endsSessions(route)), ...routes.filter(endsSessions)];
}

/** A route with a JSON body, with the fields of its schema. */
export type JsonRoute = Route & { bodyLimit: number; fields: string[] };

export async function jsonRoutes(): Promise<JsonRoute[]> {
  return (await registered()).flatMap(({ url, method, schema, bodyLimit = 1024 * 1024 }) =>
    [method]
      .flat()
      .filter((name) => ["POST", "PUT", "PATCH", "DELETE"].includes(name))
      .map((name) => ({ method: name, path: withValues(url), bodyLimit, fields: fieldsOf(schema?.body) })),
  );
}

function fieldsOf(schema: unknown): string[] {
  const { properties = {}, anyOf = [] } = (schema ?? {}) as { properties?: object; anyOf?: unknown[] };
  return [...new Set([...Object.keys(properties), ...anyOf.flatMap(fieldsOf)])];
}

async function registered(): Promise<RegisteredRoute[]> {
  const database = openDatabase("postgresql://nobody@127.0.0.1:1/none", { max: 1 });
  const config = loadConfig({
    SECRET_KEY: "a secret key for tests, long enough",
    METRICS_TOKEN: "a-token-for-tests-that-is-long",
  });
  const app = testApp({ config, database });
  const routes: RegisteredRoute[] = [];
  app.addHook("onRoute", (route) => {
    routes.push(route);
  });
  await app.ready();
  await app.close();
  await database.close();
  return routes;
}

function withValues(pattern: string): string {
  return pattern.replaceAll(/:[^/]+/g, "1").replace("*", "x");
}

function isNew(): (route: Route) => boolean {
  const seen = new Set<string>();
  return ({ method, path }) => seen.size < seen.add(`${method} ${path}`).size;
}

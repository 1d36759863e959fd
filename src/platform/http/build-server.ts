import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { errors } from "../errors/index.ts";
import { roomForConnections } from "../processes/index.ts";
import type { Logger } from "../telemetry/index.ts";
import type { App } from "./app.ts";
import { answerClientError, requestTimeout } from "./client-errors.ts";
import { noteConnectionErrors } from "./errors/connection-errors.ts";
import { createSendError, ownErrorShape } from "./errors/send-error.ts";
import { unsupportedMediaType } from "./errors/to-app-error.ts";
import { servePages } from "./files/serve-pages.ts";
import { healthRoutes } from "./health-routes.ts";
import { type BodyBudgets, boundBodies } from "./input/bound-bodies.ts";
import { isCsvRoute, notCsv } from "./input/csv-body.ts";
import { packByteArrays } from "./input/pack-byte-arrays.ts";
import { readJson } from "./input/read-json.ts";
import { lingerOnRefusedBodies } from "./input/refused-bodies.ts";
import { endSlowBodies, LEAST_PROGRESS, type LeastProgress } from "./input/slow-bodies.ts";
import { validatorFor } from "./input/validator.ts";
import { refuseUnknownHosts } from "./known-hosts.ts";
import { KnownPaths } from "./known-paths.ts";
import type { ApiDescription } from "./openapi/api-description.ts";
import { serveApiDocument } from "./openapi/serve-api-document.ts";
import { compressResponses } from "./output/compress-responses.ts";
import { serializerFor } from "./output/serializer.ts";
import { isApiPath, pathOf } from "./paths.ts";
import { decoratePrincipal } from "./principal.ts";
import { requestIdFor } from "./request-id.ts";
import { securityHeaders } from "./security-headers.ts";

export type ServerOptions = {
  /** The public URL; https turns on HSTS. */
  baseUrl: string;
  /** Networks whose X-Forwarded-For is trusted. From any other client the header is ignored. */
  trustedProxies: readonly string[];
  /** Host names that are served besides that of `baseUrl`; `*` means any. */
  allowedHosts?: readonly string[];
  log: Logger;
  /** The memory budget for large bodies. Default: a share of the maximum heap. */
  bodyBudgets?: BodyBudgets;
  /** The minimum rate of a body. Default: slow enough for any real connection. */
  leastProgress?: LeastProgress;
  /** Provides the result of `/readyz`. */
  isReady?: () => Promise<boolean>;
  /** For `/openapi.json`. */
  description?: ApiDescription;
  /** The directory of a built single-page application, served at `/`, with the pages of `/docs`. */
  pagesDir?: string;
  /** Answers a request before the framework, without its hooks, headers and logs. Returns false if the request is none of its own. */
  answerFirst?: (request: IncomingMessage, response: ServerResponse) => boolean;
};

/** In bytes. Enough for any JSON except mail; routes that accept mail set their own `bodyLimit`. */
const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** Compiling the schemas of a few hundred routes takes a second. With Fastify's 10 s, a server on a busy machine did not start. */
const PLUGIN_TIMEOUT_MS = 120_000;

/** Builds a server with health checks, documentation and the dashboard's files; features add their routes. */
export function buildServer(options: ServerOptions): App {
  const sendError = createSendError({ shape: ownErrorShape(options.baseUrl), log: options.log });
  const app = fastify({
    loggerInstance: options.log as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    genReqId: requestIdFor,
    requestIdHeader: false,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: DEFAULT_BODY_LIMIT,
    pluginTimeout: PLUGIN_TIMEOUT_MS,
    serverFactory: (handle) => {
      const server = createServer(CONNECTION_LIMITS.http, (request, response) => {
        // While the server stops, a response ends its connection.
        if (!server.listening) response.shouldKeepAlive = false;
        if (!options.answerFirst?.(request, response)) handle(request, response);
      });
      const { requestTimeout, keepAliveTimeout } = CONNECTION_LIMITS;
      return Object.assign(server, { requestTimeout, keepAliveTimeout });
    },
    ...CONNECTION_LIMITS,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, options.baseUrl),
    frameworkErrors: (error, request, reply) => {
      sendError(error, request as never, reply as never);
    },
    forceCloseConnections: "idle",
    // A request that arrives on an open connection while the server stops is served normally, and is the last one on that
    // connection.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    // Set here, they keep Fastify from loading its own compilers, which would take a tenth of the start.
    schemaController: {
      compilersFactory: {
        buildValidator: () => validatorFor as never,
        buildSerializer: () => serializerFor as never,
      },
    },
  }) as unknown as App;
  app.server.maxConnections = roomForConnections();
  noteConnectionErrors(app);
  decoratePrincipal(app);
  app.setErrorHandler((error, request, reply) => sendError(error, request as never, reply as never));
  readOnlyJson(app);
  boundBodies(app, options.bodyBudgets);
  lingerOnRefusedBodies(app);
  endSlowBodies(app, options.leastProgress ?? LEAST_PROGRESS, (socket) =>
    answerClientError(requestTimeout(), socket, options.baseUrl),
  );
  sendHeaders(app, options);
  refuseUnknownHosts(app, { allowedHosts: [], ...options });
  logAccess(app, options.log);
  handleUnknownPaths(app);
  compressResponses(app);
  const { isReady, description, pagesDir } = options;
  healthRoutes(app, isReady ?? (async () => true));
  if (description) serveApiDocument(app, description);
  if (pagesDir) servePages(app, pagesDir);
  return app;
}

/**
 * Limits how long a slow client can hold a connection: headers must arrive within 15 s, and a whole request within two
 * minutes (40 MB at 3 Mbit/s). Both are checked every 5 s. Connections beyond the maximum number are dropped at once.
 */
const CONNECTION_LIMITS = {
  requestTimeout: 120_000,
  keepAliveTimeout: 72_000,
  http: { maxHeaderSize: 16_384, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
};

/** Bodies must be uncompressed JSON in UTF-8, or CSV where a scope accepts it; anything else is 415, even on routes without a body. */
function readOnlyJson(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    try {
      const charset = /;\s*charset=\s*"?([^\s;"]+)/i.exec(request.headers["content-type"] ?? "")?.[1];
      if (charset && charset.toLowerCase() !== "utf-8") throw unsupportedMediaType();
      const json = body as Buffer;
      done(null, readJson(request.routeOptions.config.packsByteArrays ? packByteArrays(json) : json));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook("onRequest", (request, _reply, done) => {
    const encoding = request.headers["content-encoding"];
    if (encoding === undefined || encoding === "identity") done();
    else done(isCsvRoute(request) ? notCsv() : unsupportedMediaType());
  });
}

function sendHeaders(app: App, { baseUrl }: ServerOptions): void {
  const headers = securityHeaders({ https: baseUrl.startsWith("https:") });
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(isApiPath(request.url) ? headers.api : headers.page).header("x-request-id", request.id);
    done();
  });
}

/** Logs the route instead of the path, because paths and query strings may contain secrets. */
function logAccess(app: App, log: Logger): void {
  if (!log.isLevelEnabled("debug")) return;
  app.addHook("onResponse", (request, reply, done) => {
    log.debug(
      {
        event: "http.request",
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
      },
      "request",
    );
    done();
  });
}

function handleUnknownPaths(app: App): void {
  const paths = new KnownPaths();
  app.addHook("onRoute", ({ url, method }) => paths.add(url, method));
  app.setNotFoundHandler((request) => {
    const methods = paths.methodsOf(pathOf(request.url));
    if (methods.length === 0)
      throw errors.not_found("There is nothing at this path. See /docs for the available paths.");
    throw errors.method_not_allowed(`This path supports only ${methods.join(", ")}.`, {
      headers: { allow: methods.join(", ") },
    });
  });
}

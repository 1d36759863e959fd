import fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { errors } from "../errors/index.ts";
import { roomForConnections } from "../processes/index.ts";
import type { Logger } from "../telemetry/index.ts";
import type { App } from "./app.ts";
import { answerClientError, requestTimeout } from "./client-errors.ts";
import type { ApiDescription } from "./docs/api-description.ts";
import { serveDocs } from "./docs/docs-routes.ts";
import { noteConnectionErrors } from "./errors/connection-errors.ts";
import { createSendError, ownErrorShape } from "./errors/send-error.ts";
import { unsupportedMediaType } from "./errors/to-app-error.ts";
import { servePages } from "./files/serve-pages.ts";
import { healthRoutes } from "./health-routes.ts";
import { type BodyBudgets, boundBodies } from "./input/bound-bodies.ts";
import { packByteArrays } from "./input/pack-byte-arrays.ts";
import { readJson } from "./input/read-json.ts";
import { endSlowBodies, type LeastProgress, leastProgress } from "./input/slow-bodies.ts";
import { validatorFor } from "./input/validator.ts";
import { refuseUnknownHosts } from "./known-hosts.ts";
import { KnownPaths } from "./known-paths.ts";
import { serializerFor } from "./output/serializer.ts";
import { isApiPath, pathOf } from "./paths.ts";
import { decoratePrincipal } from "./principal.ts";
import { requestIdFor } from "./request-id.ts";
import { securityHeaders } from "./security-headers.ts";

export type ServerOptions = {
  /** How the outside reaches us; https turns on HSTS. */
  baseUrl: string;
  /** Networks whose X-Forwarded-For counts; from anyone else it is a claim and ignored. */
  trustedProxies: readonly string[];
  /** Host names that are served beside that of `baseUrl`; `*`: any. */
  allowedHosts?: readonly string[];
  log: Logger;
  /** Room for large bodies. Without it: a part of what the heap may grow to. */
  bodyBudgets?: BodyBudgets;
  /** What a body must bring in a time. Without it: enough for any honest line. */
  leastProgress?: LeastProgress;
  /** What `/readyz` tells. */
  isReady?: () => Promise<boolean>;
  /** For `/openapi.json` and `/docs`. */
  description?: ApiDescription;
  /** Directory of a built single-page application, served below `/`. */
  pagesDir?: string;
};

/** Room for any JSON but mail itself; routes that take mail say so with a `bodyLimit` of their own. */
const defaultBodyLimit = 1024 * 1024;

/** A server without routes of its own beyond health, documentation and the dashboard's files; features add theirs. */
export function buildServer(options: ServerOptions): App {
  const sendError = createSendError({ shape: ownErrorShape(options.baseUrl), log: options.log });
  const app = fastify({
    loggerInstance: options.log as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    genReqId: requestIdFor,
    requestIdHeader: false,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: defaultBodyLimit,
    ...connectionLimits,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, options.baseUrl),
    frameworkErrors: (error, request, reply) => {
      sendError(error, request as never, reply as never);
    },
    forceCloseConnections: "idle",
    // What still arrives on an open connection while the server stops is answered like anything else, and is the last on it.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
  }) as unknown as App;
  app.server.maxConnections = roomForConnections();
  noteConnectionErrors(app);
  decoratePrincipal(app);
  app.setValidatorCompiler(validatorFor as never);
  app.setSerializerCompiler(serializerFor as never);
  app.setErrorHandler((error, request, reply) => sendError(error, request as never, reply as never));
  readOnlyJson(app);
  boundBodies(app, options.bodyBudgets);
  endSlowBodies(app, options.leastProgress ?? leastProgress, (socket) =>
    answerClientError(requestTimeout(), socket, options.baseUrl),
  );
  sendHeaders(app, options);
  refuseUnknownHosts(app, { allowedHosts: [], ...options });
  logAccess(app, options.log);
  tellMissingFromWrongMethod(app);
  const { isReady, description, pagesDir } = options;
  healthRoutes(app, isReady ?? (async () => true));
  if (description) serveDocs(app, description);
  if (pagesDir) servePages(app, pagesDir);
  return app;
}

/**
 * Slow clients cost a socket each and nothing more: headers must be there within 15 s and a whole request within two
 * minutes (40 MB over a line of 3 Mbit/s); checked every 5 s. Connections beyond those that there is room for are dropped at once.
 */
const connectionLimits = {
  requestTimeout: 120_000,
  keepAliveTimeout: 72_000,
  http: { maxHeaderSize: 16_384, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
};

/** Bodies are JSON in UTF-8, not compressed; anything else is 415, also on routes that would not look at it. */
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
    done(encoding === undefined || encoding === "identity" ? undefined : unsupportedMediaType());
  });
}

function sendHeaders(app: App, { baseUrl }: ServerOptions): void {
  const headers = securityHeaders({ https: baseUrl.startsWith("https:") });
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(isApiPath(request.url) ? headers.api : headers.page).header("x-request-id", request.id);
    done();
  });
}

/** The route and not the path, for paths and query strings may hold what nobody should find in a log. */
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

function tellMissingFromWrongMethod(app: App): void {
  const known = new KnownPaths();
  app.addHook("onRoute", ({ url, method }) => known.add(url, method));
  app.setNotFoundHandler((request) => {
    const methods = known.methodsOf(pathOf(request.url));
    if (methods.length === 0)
      throw errors.not_found("Nothing is under this path. See /docs for what there is.");
    throw errors.method_not_allowed(`This path answers ${methods.join(", ")} only.`, {
      headers: { allow: methods.join(", ") },
    });
  });
}

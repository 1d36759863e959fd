import type { FastifyRequest } from "fastify";
import { type AppError, errors } from "../../platform/errors/index.ts";
import {
  type App,
  addRightsHooks,
  createSendError,
  type ErrorShape,
  KnownPaths,
  type RightsHooks,
} from "../../platform/http/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";

/** Hooks that run before every route of a surface: authentication, permissions, rate limits and the request log. */
export type SurfaceHooks = { log: Logger; hooks: RightsHooks };

type Surface = SurfaceHooks & {
  shape: ErrorShape;
  routes: (app: App) => void;
  /** Routes without the hooks. */
  open?: (app: App) => void;
  /** Returns the error for a path that has no route. */
  missing: (path: string) => AppError;
};

/** A part of the server that imitates another product's API, including its errors 401, 404, 405, 413, 415 and 500. */
export function surface({ log, hooks, shape, routes, open, missing }: Surface) {
  return async (app: App) => {
    const known = new KnownPaths();
    app.addHook("onRoute", ({ url, method }) => known.add(url, method));
    app.setErrorHandler(createSendError({ log, shape }) as never);
    app.addHook("onRequest", dropContentTypeOfEmptyBody);
    open?.(app);
    app.register((guarded, _options, done) => {
      addRightsHooks(guarded, hooks);
      routes(guarded);
      refuseUnknownPaths(guarded, known, missing);
      done();
    });
  };
}

function refuseUnknownPaths(app: App, known: KnownPaths, missing: (path: string) => AppError): void {
  const refuse = async ({ url }: FastifyRequest) => {
    const path = url.split("?", 1)[0] ?? url;
    const methods = known.methodsOf(path).filter((method) => method !== "HEAD");
    if (methods.length === 0) throw missing(path.slice(app.prefix.length));
    throw errors.method_not_allowed(`This path supports only ${methods.join(", ")}.`, {
      headers: { allow: methods.join(", ") },
    });
  };
  // Before the body is read, because an unknown path does not need it.
  for (const path of ["/", "/*"])
    app.all(path, { schema: { hide: true }, onRequest: refuse }, async () => null);
}

/** The SDKs send a content type with every request, even without a body. An absent body is not an empty JSON document. */
async function dropContentTypeOfEmptyBody({ raw: { headers } }: FastifyRequest): Promise<void> {
  const isEmpty = headers["transfer-encoding"] === undefined && !Number(headers["content-length"] ?? 0);
  if (isEmpty) delete headers["content-type"];
}

import type { FastifyRequest, onRequestHookHandler } from "fastify";
import { type AppError, errors } from "../../platform/errors/index.ts";
import { type App, createSendError, type ErrorShape, KnownPaths } from "../../platform/http/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";

/** What stands before every surface: who asks, whether they may, how often, and that it is remembered. */
export type Doors = { log: Logger; doors: readonly onRequestHookHandler[] };

type Surface = Doors & {
  shape: ErrorShape;
  routes: (app: App) => void;
  /** Routes before the doors. */
  open?: (app: App) => void;
  /** What to answer to a path that is none of `routes`. */
  missing: (path: string) => AppError;
};

/** A part of the server that speaks like another product, also where it answers 401, 404, 405, 413, 415 or 500. */
export function surface({ log, doors, shape, routes, open, missing }: Surface) {
  return async (app: App) => {
    const known = new KnownPaths();
    app.addHook("onRoute", ({ url, method }) => known.add(url, method));
    app.setErrorHandler(createSendError({ log, shape }) as never);
    app.addHook("onRequest", forgetTypeOfNothing);
    open?.(app);
    app.register((guarded, _options, done) => {
      for (const door of doors) guarded.addHook("onRequest", door);
      routes(guarded);
      refuseOthers(guarded, known, missing);
      done();
    });
  };
}

function refuseOthers(app: App, known: KnownPaths, missing: (path: string) => AppError): void {
  const refuse = async ({ url }: FastifyRequest) => {
    const path = url.split("?", 1)[0] ?? url;
    const methods = known.methodsOf(path).filter((method) => method !== "HEAD");
    if (methods.length === 0) throw missing(path.slice(app.prefix.length));
    throw errors.method_not_allowed(`This path answers ${methods.join(", ")} only.`, {
      headers: { allow: methods.join(", ") },
    });
  };
  // Before the body is read: of a path that is none, nobody wants it.
  for (const path of ["/", "/*"])
    app.all(path, { schema: { hide: true }, onRequest: refuse }, async () => null);
}

/** The SDKs name a content type with every request, also where they send nothing; that is no empty JSON document. */
async function forgetTypeOfNothing({ raw: { headers } }: FastifyRequest): Promise<void> {
  const isEmpty = headers["transfer-encoding"] === undefined && !Number(headers["content-length"] ?? 0);
  if (isEmpty) delete headers["content-type"];
}

import type { RequestListener } from "node:http";
import https from "node:https";
import { createSecureContext, type SecureContext } from "node:tls";
import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { ConfigError } from "../../../platform/errors/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { findCertificate } from "./certificate-queries.ts";
import { openCertificateKey } from "./order-certificates.ts";

/** All nodes use a renewed certificate after this time. One look-up per host every ten seconds costs nothing. */
const TTL_MS = 10_000;
const MAX_CACHED_HOSTS = 10_000;

type Options = {
  host: string;
  port: number;
  database: Database;
  secrets: Pick<InstanceSecrets, "open">;
  onRequest: RequestListener;
};

/** Serves tracking hosts over https, each with its own certificate. */
export async function startTrackingListener(
  options: Options,
): Promise<{ port: number; close(): Promise<void> }> {
  const contexts = new CertificateContexts(options);
  const server = https.createServer(
    {
      minVersion: "TLSv1.2",
      SNICallback: (name, callback) => {
        contexts
          .of(name.toLowerCase())
          .then(
            (context) =>
              context
                ? callback(null, context)
                : callback(new Error("there is no certificate for this name")),
            callback,
          );
      },
      headersTimeout: 15_000,
      requestTimeout: 30_000,
    },
    options.onRequest,
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", ({ code }: NodeJS.ErrnoException) => reject(noPort(options.port, code)));
    server.listen({ host: options.host, port: options.port }, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : options.port,
    close: async () => {
      server.closeIdleConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function noPort(port: number, code: string | undefined): ConfigError {
  if (code === "EADDRINUSE")
    return new ConfigError(
      `port ${port} is in use: stop the program that uses it, or set TRACKING_HTTPS_PORT to a free port`,
    );
  if (code === "EACCES")
    return new ConfigError(
      `listening on port ${port} requires root: set TRACKING_HTTPS_PORT to a port above 1023`,
    );
  return new ConfigError(`cannot listen on port ${port} (${code}): correct HOST or TRACKING_HTTPS_PORT`);
}

/** Certificates ready for use. While the database is unavailable, known ones stay in use. */
class CertificateContexts {
  readonly #known = new Map<string, SecureContext>();
  readonly #cache: ShortCache<string, SecureContext | null>;

  constructor({ database, secrets }: Pick<Options, "database" | "secrets">) {
    this.#cache = new ShortCache({
      load: async (host: string) => {
        const stored = await findCertificate(database, host);
        const key = stored && openCertificateKey(secrets, stored.private_key_sealed);
        if (!stored || !key) return null;
        const context = createSecureContext({ cert: stored.chain, key, minVersion: "TLSv1.2" });
        this.#known.set(host, context);
        return context;
      },
      ttlMs: TTL_MS,
      maxEntries: MAX_CACHED_HOSTS,
    });
  }

  async of(host: string): Promise<SecureContext | null> {
    return await this.#cache.get(host).catch(() => this.#known.get(host) ?? null);
  }
}

import type { RequestListener } from "node:http";
import https from "node:https";
import type { Database } from "../../../platform/db/index.ts";
import { ConfigError } from "../../../platform/errors/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { CertificateContexts } from "./certificate-contexts.ts";

type Options = {
  host: string;
  port: number;
  database: Database;
  secrets: Pick<InstanceSecrets, "open">;
  /** Where copies of the certificates are kept. */
  directory: string;
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
  contexts.start();
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : options.port,
    close: async () => {
      contexts.stop();
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

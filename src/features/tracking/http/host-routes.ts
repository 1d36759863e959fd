import { Type } from "typebox";
import type { Database } from "../../../platform/db/index.ts";
import type { App } from "../../../platform/http/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { findChallenge } from "../hosts/certificate-queries.ts";
import { responseToCheck } from "../hosts/check-hosts.ts";
import { isTrackingHost } from "../hosts/queries.ts";

export type HostRoutesDeps = {
  database: Database;
  secrets: Pick<InstanceSecrets, "sign">;
  baseUrl: string;
};

const name = Type.Optional(Type.String({ minLength: 1, maxLength: 253 }));

/** The routes by which tracking hosts are verified and get their certificates. They respond at any host name. */
export function hostRoutes({ database, secrets, baseUrl }: HostRoutesDeps) {
  const own = new URL(baseUrl).hostname;
  return (app: App, _options: object, done: () => void) => {
    app.get(
      "/.well-known/posthouse/check/:challenge",
      { schema: { hide: true, params: Type.Object({ challenge: Type.String({ maxLength: 100 }) }) } },
      async ({ params }, reply) =>
        reply
          .header("cache-control", "no-store")
          .type("text/plain")
          .send(responseToCheck(secrets, params.challenge)),
    );

    // A proxy asks before it orders a certificate. Caddy names the host `domain`.
    app.get(
      "/.well-known/posthouse/host",
      { schema: { hide: true, querystring: Type.Object({ name, domain: name }) } },
      async ({ query }, reply) => {
        const host = (query.name ?? query.domain ?? "").toLowerCase().replace(/\.$/, "");
        const isOurs = host === own || (host !== "" && (await isTrackingHost(database, host)));
        return reply
          .code(isOurs ? 200 : 404)
          .header("cache-control", "no-store")
          .type("text/plain")
          .send(isOurs ? "This instance serves the host.\n" : "This instance does not serve the host.\n");
      },
    );

    // RFC 8555 §8.3.
    app.get(
      "/.well-known/acme-challenge/:token",
      { schema: { hide: true, params: Type.Object({ token: Type.String({ maxLength: 200 }) }) } },
      async ({ params }, reply) => {
        const response = await findChallenge(database, params.token);
        return reply
          .code(response === null ? 404 : 200)
          .type("application/octet-stream")
          .send(response ?? "");
      },
    );
    done();
  };
}

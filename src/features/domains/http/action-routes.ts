import { type App, errorResponses } from "../../../platform/http/index.ts";
import { actorOf } from "../../audit/index.ts";
import { checkNow } from "../checks/check-now.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { rotateNow } from "../keys/rotate-now.ts";
import { findDnsHost } from "../providers/find-dns-host.ts";
import { loadDomainDetail } from "./find-domains.ts";
import { refOf } from "./route-parts.ts";
import { dnsHost, domainDetail, domainParams } from "./schema.ts";

/** Actions on a domain that would otherwise happen later, on schedule. */
export function actionRoutes(app: App, deps: DomainDeps): void {
  app.post(
    "/domains/:domain/check",
    {
      config: { allowsLimitedKeys: true },
      schema: {
        operationId: "checkDomain",
        summary: "Check the DNS records of a sender domain now",
        params: domainParams,
        response: { 200: domainDetail, ...errorResponses(401, 403, 404, 409, 503) },
      },
    },
    async (request) => {
      await checkNow(deps, refOf(request));
      return await loadDomainDetail(deps, refOf(request));
    },
  );

  app.get(
    "/domains/:domain/dns-host",
    {
      schema: {
        operationId: "getDnsHost",
        summary: "Find where the DNS records of a sender domain are edited",
        description: "Queries the name servers of the domain's zone.",
        params: domainParams,
        response: { 200: dnsHost, ...errorResponses(401, 403, 404, 503) },
      },
    },
    async (request) => {
      const { name } = await loadDomainDetail(deps, refOf(request));
      const { zone, nameServers, provider } = await findDnsHost(deps, name);
      return { zone, name_servers: nameServers, provider };
    },
  );

  app.post(
    "/domains/:domain/rotate",
    {
      schema: {
        operationId: "rotateDomainKeys",
        summary: "Rotate the DKIM keys of a sender domain",
        description:
          "Starts signing with the standby keys, if they are in the DNS. The previous keys stay published for a week; new standby keys then replace them.",
        params: domainParams,
        response: { 200: domainDetail, ...errorResponses(401, 403, 404, 409, 503) },
      },
    },
    async (request) => {
      await rotateNow(deps, { ...refOf(request), by: actorOf(request) });
      return await loadDomainDetail(deps, refOf(request));
    },
  );
}

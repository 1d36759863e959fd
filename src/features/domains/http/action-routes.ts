import { type App, errorResponses } from "../../../platform/http/index.ts";
import { actorOf } from "../../audit/index.ts";
import { checkNow } from "../checks/check-now.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { rotateNow } from "../keys/rotate-now.ts";
import { loadDomainDetail } from "./find-domains.ts";
import { refOf } from "./route-parts.ts";
import { domainDetail, domainParams } from "./schema.ts";

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

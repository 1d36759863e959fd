import { type App, errorResponses } from "../../../platform/http/index.ts";
import { checkNow } from "../checks/check-now.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { rotateNow } from "../keys/rotate-now.ts";
import { loadDomainDetail } from "./find-domains.ts";
import { refOf } from "./route-parts.ts";
import { domainDetail, domainParams } from "./schema.ts";

/** What is done with a domain now, and not some day. */
export function actionRoutes(app: App, deps: DomainDeps): void {
  app.post(
    "/domains/:domain/check",
    {
      config: { allowsLimitedKeys: true },
      schema: {
        operationId: "checkDomain",
        summary: "Look at the DNS of a sender domain now",
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
          "The waiting keys sign from now on, if the DNS has them. Those of before stay published for a week; new ones then wait in their place.",
        params: domainParams,
        response: { 200: domainDetail, ...errorResponses(401, 403, 404, 409, 503) },
      },
    },
    async (request) => {
      await rotateNow(deps, refOf(request));
      return await loadDomainDetail(deps, refOf(request));
    },
  );
}

import type { FastifyRequest } from "fastify";
import { type App, errorResponses, nothing } from "../../../platform/http/index.ts";
import { sessionOf } from "../../sessions/index.ts";
import {
  addAuthenticator,
  type Confirmed,
  confirmAuthenticator,
  removeSecondFactor,
  renewRecoveryCodes,
} from "../second-factor/change-second-factor.ts";
import { loadSecondFactor } from "../second-factor/queries.ts";
import type { SecondFactorDeps } from "../second-factor/use-code.ts";
import { clientOf } from "./admit.ts";
import {
  authenticatorResponse,
  codeRequest,
  passwordRequest,
  recoveryCodesResponse,
  secondFactorResponse,
} from "./second-factor-schema.ts";

const TAGS = ["Second factor"];
/** Viewers may protect their own sign-in. */
const OWN = { permission: "read" } as const;
const REFUSALS = [400, 401, 403, 404, 409, 413, 415, 422, 429, 503] as const;

/** `/second-factor`, behind `requireSession`: the person's own. All changes need the password, because a browser may be left open. */
export function secondFactorRoutes(deps: SecondFactorDeps) {
  return (app: App, _options: object, done: () => void) => {
    readRoute(app, deps);
    addRoutes(app, deps);
    changeRoutes(app, deps);
    done();
  };
}

function readRoute(app: App, { database }: SecondFactorDeps): void {
  app.get(
    "/second-factor",
    {
      schema: {
        operationId: "getSecondFactor",
        summary: "Get the state of the user's second factor",
        tags: TAGS,
        response: { 200: secondFactorResponse, ...errorResponses(401, 403, 503) },
      },
    },
    async (request) => {
      const state = await loadSecondFactor(database, sessionOf(request).personId);
      return {
        enabled: state !== null,
        enabled_at: state?.confirmed_at.toISOString() ?? null,
        recovery_codes_left: state?.codes_left ?? 0,
      };
    },
  );
}

function addRoutes(app: App, deps: SecondFactorDeps): void {
  app.post(
    "/second-factor",
    {
      config: OWN,
      schema: {
        operationId: "addAuthenticator",
        summary: "Create an authenticator secret",
        description: "Sign-in asks for a code only after the first code is confirmed.",
        tags: TAGS,
        body: passwordRequest,
        response: { 200: authenticatorResponse, ...errorResponses(...REFUSALS) },
      },
    },
    async (request) => await addAuthenticator(deps, confirmedBy(request, request.body)),
  );

  app.post(
    "/second-factor/confirm",
    {
      config: OWN,
      schema: {
        operationId: "confirmAuthenticator",
        summary: "Confirm an authenticator with its first code",
        description: "After this, sign-in needs a code, and the user's other sessions end.",
        tags: TAGS,
        body: codeRequest,
        response: { 200: recoveryCodesResponse, ...errorResponses(...REFUSALS) },
      },
    },
    async (request) => {
      const { code } = request.body;
      const by = { session: sessionOf(request), client: clientOf(request), code };
      return { recovery_codes: await confirmAuthenticator(deps, by) };
    },
  );
}

function changeRoutes(app: App, { database }: SecondFactorDeps): void {
  app.post(
    "/second-factor/recovery-codes",
    {
      config: OWN,
      schema: {
        operationId: "renewRecoveryCodes",
        summary: "Replace the recovery codes",
        tags: TAGS,
        body: passwordRequest,
        response: { 200: recoveryCodesResponse, ...errorResponses(...REFUSALS) },
      },
    },
    async (request) => ({
      recovery_codes: await renewRecoveryCodes(database, confirmedBy(request, request.body)),
    }),
  );

  app.post(
    "/second-factor/remove",
    {
      config: OWN,
      schema: {
        operationId: "removeSecondFactor",
        summary: "Remove the second factor",
        description: "Also deletes the recovery codes. After this, sign-in needs only the password.",
        tags: TAGS,
        body: passwordRequest,
        response: { 204: nothing, ...errorResponses(...REFUSALS) },
      },
    },
    async (request, reply) => {
      await removeSecondFactor(database, confirmedBy(request, request.body));
      return await reply.code(204).send(null);
    },
  );
}

function confirmedBy(request: FastifyRequest, { current_password }: { current_password: string }): Confirmed {
  return { session: sessionOf(request), client: clientOf(request), password: current_password };
}

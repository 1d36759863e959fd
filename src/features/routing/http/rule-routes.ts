import { Type } from "typebox";
import { type App, errorResponses } from "../../../platform/http/index.ts";
import { auditActorOf } from "../audit.ts";
import { ruleNotFound } from "../errors.ts";
import { type Owned, ownerOf, readId } from "../owned.ts";
import { changeRule, createRule, removeRule } from "../rules/change-rules.ts";
import { findRules } from "../rules/find-rules.ts";
import type { RouteDeps } from "./route-deps.ts";
import { changeRuleRequest, createRuleRequest, rule, ruleParams, rulesResponse } from "./rule-schema.ts";

type RuleRouteDeps = RouteDeps & { describeDefaultRoute: () => Promise<string> };

/** The routes of routing rules: those of the caller's account, or of the instance. */
export function ruleRoutes(app: App, deps: RuleRouteDeps, owned: Owned): void {
  collectionRoutes(app, deps, owned);
  memberRoutes(app, deps, owned);
}

function collectionRoutes(app: App, deps: RuleRouteDeps, owned: Owned): void {
  app.get(
    "/routing-rules",
    {
      schema: {
        operationId: "listRoutingRules",
        summary: "List routing rules",
        description: "Rules choose how mail is sent. The first rule that matches an email decides.",
        response: { 200: rulesResponse, ...errorResponses(401, 403, 503) },
      },
    },
    async ({ principal }) => {
      const defaultRoute = await deps.describeDefaultRoute();
      return {
        rules: await findRules(deps.database.db, ownerOf(owned, principal)),
        default_route:
          owned === "instance"
            ? defaultRoute
            : `The instance's rules apply next. If none matches: ${defaultRoute}`,
      };
    },
  );

  app.post(
    "/routing-rules",
    {
      schema: {
        operationId: "createRoutingRule",
        summary: "Add a routing rule",
        description: "Adds the rule after all others, unless `position` is given.",
        body: createRuleRequest,
        response: { 201: rule, ...errorResponses(400, 401, 403, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const accountId = ownerOf(owned, request.principal);
      const created = await createRule(deps, {
        accountId,
        input: request.body,
        actor: auditActorOf(request),
      });
      return reply.code(201).send(created);
    },
  );
}

function memberRoutes(app: App, deps: RouteDeps, owned: Owned): void {
  app.patch(
    "/routing-rules/:id",
    {
      schema: {
        operationId: "changeRoutingRule",
        summary: "Change a routing rule or its position",
        description:
          "Fields that are absent stay unchanged. `match` is replaced as a whole. Workers use the change within two seconds.",
        params: ruleParams,
        body: changeRuleRequest,
        response: { 200: rule, ...errorResponses(400, 401, 403, 404, 413, 415, 422, 503) },
      },
    },
    async (request) =>
      await changeRule(deps, {
        accountId: ownerOf(owned, request.principal),
        id: readId(request.params.id, ruleNotFound),
        input: request.body,
        actor: auditActorOf(request),
      }),
  );

  app.delete(
    "/routing-rules/:id",
    {
      schema: {
        operationId: "removeRoutingRule",
        summary: "Delete a routing rule",
        params: ruleParams,
        response: {
          204: Type.Null({ description: "The rule was deleted." }),
          ...errorResponses(401, 403, 404, 503),
        },
      },
    },
    async (request, reply) => {
      await removeRule(deps, {
        accountId: ownerOf(owned, request.principal),
        id: readId(request.params.id, ruleNotFound),
        actor: auditActorOf(request),
      });
      return reply.code(204).send(null);
    },
  );
}

import {
  type App,
  cutPage,
  DEFAULT_PAGE_SIZE,
  errorResponses,
  readPageCursor,
  writePageCursor,
} from "../../../platform/http/index.ts";
import type { AlertRule } from "../../alert-rule.ts";
import { actorOf } from "../../audit/index.ts";
import { type AlertRow, listAlerts, listOpenAlerts } from "../alerts/alert-queries.ts";
import { changeAlertRule } from "../alerts/change-alert-rule.ts";
import { type ConfiguredRule, loadRules } from "../alerts/load-rules.ts";
import { testChannels } from "../alerts/test-channels.ts";
import type { HealthDeps } from "./health-deps.ts";
import { alertSchemas, alertsQuery, changeRuleRequest, testAlertsResponse } from "./schema.ts";

const TAGS = ["Instance"];

export function alertRoutes({ database, channels, rules }: HealthDeps) {
  const { alertsResponse, alertRule, alertRulesResponse, ruleParams } = alertSchemas(Object.keys(rules));
  return async (app: App) => {
    app.get(
      "/instance/alerts",
      {
        schema: {
          operationId: "listAlerts",
          summary: "List alerts",
          tags: TAGS,
          querystring: alertsQuery,
          response: { 200: alertsResponse, ...errorResponses(401, 403, 422, 503) },
        },
      },
      async ({ query, principal }) => {
        const limit = query.limit ?? DEFAULT_PAGE_SIZE;
        const beforeId = readPageCursor("alerts", principal.accountId, query);
        const rows = await listAlerts(database, { status: query.status, beforeId, limit: limit + 1 });
        const page = cutPage(rows, limit, ({ id }) => writePageCursor("alerts", principal.accountId, id));
        return {
          open: query.cursor === undefined ? (await listOpenAlerts(database)).map(presentAlert) : [],
          alerts: page.rows.map(presentAlert),
          pagination: page.pagination,
        };
      },
    );
    app.get(
      "/instance/alert-rules",
      {
        schema: {
          operationId: "listAlertRules",
          summary: "List alert rules",
          tags: TAGS,
          response: { 200: alertRulesResponse, ...errorResponses(401, 403, 503) },
        },
      },
      async () => ({
        rules: (await loadRules(database, rules)).map(presentRule),
        channels: channels.map(({ by }) => by),
      }),
    );
    app.patch(
      "/instance/alert-rules/:rule",
      {
        schema: {
          operationId: "changeAlertRule",
          summary: "Change a rule's threshold, or turn it on or off",
          tags: TAGS,
          params: ruleParams,
          body: changeRuleRequest,
          response: { 200: alertRule, ...errorResponses(400, 401, 403, 404, 413, 415, 422, 503) },
        },
      },
      async (request) => {
        const name = request.params.rule;
        // The schema of the path names all rules.
        const update = { name, rule: rules[name] as AlertRule, change: request.body };
        const actor = { accountId: request.principal.accountId, by: actorOf(request) };
        return presentRule(await changeAlertRule(database, update, actor));
      },
    );
    app.post(
      "/instance/alerts/test",
      {
        schema: {
          operationId: "testAlerts",
          summary: "Send a test alert",
          description:
            "Sends a test through each channel in the settings, with the same safety checks as real alerts. Takes at most ten seconds. Email is queued; the result does not wait for its delivery.",
          tags: TAGS,
          response: { 200: testAlertsResponse, ...errorResponses(401, 403, 503) },
        },
      },
      async () => ({ notified: await testChannels(channels) }),
    );
  };
}

function presentRule({ name, meaning, unit, enabled, threshold, defaultThreshold }: ConfiguredRule) {
  return { rule: name, meaning, unit, enabled, threshold, default_threshold: defaultThreshold };
}

function presentAlert({ id, rule, subject, words, opened_at, closed_at, notified_opened_at }: AlertRow) {
  return {
    id,
    rule,
    subject,
    words,
    opened_at: opened_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
    notified_at: notified_opened_at?.toISOString() ?? null,
  };
}

import { Type } from "typebox";
import { listQuery, pagination, timestamp } from "../../../platform/http/index.ts";

const level = Type.Union([
  Type.Literal("ok"),
  Type.Literal("warning"),
  Type.Literal("failed"),
  Type.Literal("unknown", { description: "The check could not be completed." }),
]);

export const finding = Type.Object({
  level,
  words: Type.String(),
  next: Type.Union([Type.String(), Type.Null()], {
    description: "The recommended next step, or null when none is needed.",
  }),
});

export const healthResponse = Type.Object({
  checked_at: timestamp,
  checks: Type.Array(
    Type.Object({ id: Type.String(), title: Type.String(), findings: Type.Array(finding, { minItems: 1 }) }),
  ),
  processes: Type.Array(
    Type.Object({
      role: Type.String(),
      node: Type.String(),
      pid: Type.Integer(),
      memory_bytes: Type.Number(),
      event_loop_lag_seconds: Type.Number(),
    }),
    { description: "Processes that reported in the last 30 seconds." },
  ),
});

const channel = Type.Union([Type.Literal("email"), Type.Literal("webhook")]);
export const testAlertsResponse = Type.Object({
  notified: Type.Array(
    Type.Object({
      by: channel,
      ok: Type.Boolean(),
      words: Type.String({ description: "The reply of the channel, or the reason for the failure." }),
      took_ms: Type.Integer(),
    }),
    { description: "The result of each channel. Empty when neither ALERT_EMAIL nor ALERT_WEBHOOK is set." },
  ),
});
export const changeRuleRequest = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    threshold: Type.Optional(
      Type.Union([Type.Number({ minimum: 0, maximum: 1_000_000 }), Type.Null()], {
        description: "Null restores the default.",
      }),
    ),
  },
  { additionalProperties: false, examples: [{ threshold: 30 }] },
);

export const alertsQuery = Type.Object(
  {
    ...listQuery.properties,
    status: Type.Optional(
      Type.Union([Type.Literal("open"), Type.Literal("closed")], {
        description: "Only alerts with this status.",
      }),
    ),
  },
  { additionalProperties: false },
);

/** The schemas that name the rules. */
export function alertSchemas(ruleNames: string[]) {
  const rule = Type.String({ enum: ruleNames });
  const alert = Type.Object({
    id: Type.String({ format: "uuid" }),
    rule,
    subject: Type.String({
      description:
        "The subject: an account's id, the name of a relay or a domain. Empty for the whole instance.",
    }),
    words: Type.String(),
    opened_at: timestamp,
    closed_at: Type.Union([timestamp, Type.Null()], { description: "Null while the alert is open." }),
    notified_at: Type.Union([timestamp, Type.Null()], {
      description: "The time at which notifications about the opening were sent. Null until then.",
    }),
  });
  const alertsResponse = Type.Object({
    open: Type.Array(alert, { description: "Open alerts. Only on the first page." }),
    alerts: Type.Array(alert, { description: "All alerts, or those with the `status`, newest first." }),
    pagination,
  });

  const alertRule = Type.Object({
    rule,
    meaning: Type.String(),
    unit: Type.Union([Type.String(), Type.Null()], {
      description: "The unit of the threshold, or null when the rule has none.",
    }),
    enabled: Type.Boolean(),
    threshold: Type.Number(),
    default_threshold: Type.Number(),
  });
  const alertRulesResponse = Type.Object({
    rules: Type.Array(alertRule),
    channels: Type.Array(channel, {
      description:
        "The channels set by ALERT_EMAIL and ALERT_WEBHOOK. If empty, only the health page shows alerts.",
    }),
  });
  return { alertsResponse, alertRule, alertRulesResponse, ruleParams: Type.Object({ rule }) };
}

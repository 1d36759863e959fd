import { Type } from "typebox";
import { pagination, timestamp } from "../../../platform/http/index.ts";
import { ruleNames } from "../alerts/rules.ts";

const level = Type.Union([
  Type.Literal("ok"),
  Type.Literal("warning"),
  Type.Literal("failed"),
  Type.Literal("unknown", { description: "Nobody could notify." }),
]);

export const finding = Type.Object({
  level,
  words: Type.String(),
  next: Type.Union([Type.String(), Type.Null()], { description: "What to do about it." }),
});

const rule = Type.String({ enum: ruleNames });

const alert = Type.Object({
  id: Type.String({ format: "uuid" }),
  rule,
  subject: Type.String({ description: "What of: an account's id, a relay. Empty: the instance." }),
  words: Type.String(),
  opened_at: timestamp,
  closed_at: Type.Union([timestamp, Type.Null()], { description: "Null: it goes on." }),
  told_at: Type.Union([timestamp, Type.Null()], { description: "When it was told by mail and webhook." }),
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
    { description: "Those that said something in the last half minute." },
  ),
});

export const alertsResponse = Type.Object({
  open: Type.Array(alert, { description: "Those that go on; on the first page alone." }),
  alerts: Type.Array(alert, { description: "All, newest first." }),
  pagination,
});

export const alertRule = Type.Object({
  rule,
  meaning: Type.String(),
  unit: Type.Union([Type.String(), Type.Null()], { description: "Of the threshold; null: it has none." }),
  enabled: Type.Boolean(),
  threshold: Type.Number(),
  usual_threshold: Type.Number(),
});
const channel = Type.Union([Type.Literal("email"), Type.Literal("webhook")]);
export const alertRulesResponse = Type.Object({
  rules: Type.Array(alertRule),
  told_by: Type.Array(channel, {
    description: "ALERT_EMAIL and ALERT_WEBHOOK. Empty: alerts are shown here alone.",
  }),
});
export const testAlertsResponse = Type.Object({
  told: Type.Array(
    Type.Object({
      by: channel,
      ok: Type.Boolean(),
      words: Type.String({ description: "What the other side said, or why it was not told." }),
      took_ms: Type.Integer(),
    }),
    { description: "Empty: neither ALERT_EMAIL nor ALERT_WEBHOOK is set." },
  ),
});
export const ruleParams = Type.Object({ rule });
export const changeRuleRequest = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    threshold: Type.Optional(
      Type.Union([Type.Number({ minimum: 0, maximum: 1_000_000 }), Type.Null()], {
        description: "Null: the usual one.",
      }),
    ),
  },
  { additionalProperties: false, examples: [{ threshold: 30 }] },
);

import type { Webhook } from "../../api-types.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

type Health = Webhook["health"];

const REASONS = {
  user: "Disabled",
  gone: "Disabled: returned 410",
  failing: "Disabled: failed for 5 days",
} as const;

export function stateOf({ health, disabled_reason }: Pick<Webhook, "health" | "disabled_reason">): {
  label: string;
  tone: BadgeTone;
} {
  if (disabled_reason !== null)
    return { label: REASONS[disabled_reason], tone: disabled_reason === "user" ? "neutral" : "bad" };
  if (health.state === "secret_lost") return { label: "Secret lost", tone: "bad" };
  if (health.state === "failing") return { label: "Failing", tone: "warn" };
  return { label: "Active", tone: "good" };
}

/** A loss is shown for this time. */
const LOSS_SHOWN_MS = 30 * 86_400_000;

/** "Up to 1,204 events lost", because events that the webhook does not receive count too. Null: none in the last 30 days. */
export function lossText(
  { lost, lost_at }: Pick<Health, "lost" | "lost_at">,
  now = Date.now(),
): string | null {
  if (lost_at === null || Date.parse(lost_at) < now - LOSS_SHOWN_MS) return null;
  return `Up to ${lost.toLocaleString("en")} ${lost === 1 ? "event" : "events"} lost`;
}

/** "99.8%". Never rounded up to 100%. Null: "–". */
export function successText({ success_24h }: Pick<Health, "success_24h">): string {
  if (success_24h === null) return "–";
  const percent = Math.floor(success_24h * 1_000) / 10;
  return `${percent.toLocaleString("en")}%`;
}

/** "150 ms", "2.5 s" */
export function durationText(ms: number | null): string {
  if (ms === null) return "–";
  return ms < 1_000
    ? `${ms.toLocaleString("en")} ms`
    : `${(ms / 1_000).toLocaleString("en", { maximumFractionDigits: 1 })} s`;
}

/** "Up to date", "12 s", "3 min", "5 h", "2 d" */
export function lagText(seconds: number): string {
  if (seconds < 5) return "Up to date";
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return seconds < 129_600 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}

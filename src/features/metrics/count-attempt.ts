import type { Settled } from "../delivery/index.ts";
import type { Totals } from "./totals.ts";

/** RFC 4954 §6: reply codes that mean that authentication failed and a retry is pointless. */
const AUTH_FAILURE_CODES = [530, 534, 535];

/** Counts an attempt that a worker has settled. */
export function countAttempt(
  totals: Totals,
  { state, result, since }: Pick<Settled, "state" | "result" | "since">,
): void {
  const route = result.route ?? "none";
  totals.count("posthouse_attempts_total", { route, result: state });
  if (state === "delivered")
    totals.observe("posthouse_delivery_seconds", Math.max(0, (Date.now() - since.getTime()) / 1_000));
  if (result.phase === "auth" && AUTH_FAILURE_CODES.includes(result.code ?? 0))
    totals.count("posthouse_relay_auth_failures_total", { route });
}

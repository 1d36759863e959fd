import { type ChosenRoute, chooseRoute, type RoutedMail } from "./choose-route.ts";
import type { RoutingState } from "./routing-tables.ts";

/** `route`: as the event of an attempt would name it; null: that is drawn only then, or there is none now. */
export type PredictedRoute = { fate: "send" | "hold"; route: string | null; rule: string; reason: string };

type Known = Pick<RoutingState, "table" | "troubles">;

/** What a worker would do now with mail that a rule decides about; null: none does, and it goes its usual way. Asks no server. */
export function predictRoute({ table, troubles }: Known, mail: RoutedMail): PredictedRoute | null {
  const chosen = chooseRoute(table, mail);
  switch (chosen.kind) {
    case "usual":
      return null;
    case "hold":
      return say(chosen.why, { fate: "hold", route: "hold", reason: "waits in the queue" });
    case "direct": {
      const route = chosen.pool === null ? "direct" : `direct via ${chosen.pool.name}`;
      return say(chosen.why, { fate: "send", route, reason: "goes to the servers of its recipients" });
    }
    case "relays":
      return say(chosen.why, predictRelay(chosen, troubles));
  }
}

function predictRelay(
  { relays, rule }: Extract<ChosenRoute, { kind: "relays" }>,
  troubles: Known["troubles"],
): Omit<PredictedRoute, "rule"> {
  if (relays.length === 0)
    return { fate: "hold", route: null, reason: "waits in the queue, for its relays are switched off" };
  const working = relays.filter(({ id }) => !troubles.has(id));
  const [first, ...others] = rule.spread === "order" ? working.slice(0, 1) : working;
  if (!first) return { fate: "send", route: null, reason: "waits until a relay of its rule works again" };
  if (others.length === 0)
    return { fate: "send", route: `relay ${first.name}`, reason: `goes to the relay ${first.name}` };
  const names = working.map(({ name }) => name).join(", ");
  return { fate: "send", route: null, reason: `goes to one of the relays ${names}` };
}

function say(why: string, predicted: Omit<PredictedRoute, "rule">): PredictedRoute {
  return { ...predicted, rule: why, reason: `${predicted.reason}: ${why}` };
}

import { type ChosenRoute, chooseRoute, type RoutedMail } from "./choose-route.ts";
import type { RoutingState } from "./routing-tables.ts";

/** `route` is the name that the attempt's event will have. It is null when it is chosen only at the attempt, or none is available. */
export type PredictedRoute = { outcome: "send" | "hold"; route: string | null; rule: string; reason: string };

type KnownState = Pick<RoutingState, "table" | "troubles">;

/** Predicts what a worker would do with mail now. Returns null when no rule matches and the default route applies. Contacts no server. */
export function predictRoute({ table, troubles }: KnownState, mail: RoutedMail): PredictedRoute | null {
  const chosen = chooseRoute(table, mail);
  switch (chosen.kind) {
    case "default":
      return null;
    case "hold":
      return explain(chosen.why, { outcome: "hold", route: "hold", reason: "waits in the queue" });
    case "direct": {
      const route = chosen.pool === null ? "direct" : `direct via ${chosen.pool.name}`;
      return explain(chosen.why, { outcome: "send", route, reason: "goes to the servers of its recipients" });
    }
    case "relays":
      return explain(chosen.why, predictRelay(chosen, troubles));
  }
}

function predictRelay(
  { relays, rule }: Extract<ChosenRoute, { kind: "relays" }>,
  troubles: KnownState["troubles"],
): Omit<PredictedRoute, "rule"> {
  if (relays.length === 0)
    return { outcome: "hold", route: null, reason: "waits in the queue because its relays are disabled" };
  const working = relays.filter(({ id }) => !troubles.has(id));
  const [first, ...others] = rule.spread === "order" ? working.slice(0, 1) : working;
  if (!first)
    return { outcome: "send", route: null, reason: "waits until one of the rule's relays works again" };
  if (others.length === 0)
    return { outcome: "send", route: `relay ${first.name}`, reason: `goes to the relay ${first.name}` };
  const names = working.map(({ name }) => name).join(", ");
  return { outcome: "send", route: null, reason: `goes to one of the relays ${names}` };
}

function explain(why: string, predicted: Omit<PredictedRoute, "rule">): PredictedRoute {
  return { ...predicted, rule: why, reason: `${predicted.reason}: ${why}` };
}

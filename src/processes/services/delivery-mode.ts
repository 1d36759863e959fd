/** Values of the instance that depend on the delivery mode, which may change while a process runs. */
import { type DeliveryMode, requiresVerifiedDomain, signupsIn } from "../../config.ts";
import { isOperator } from "../../features/accounts/index.ts";
import { defaultRelay, modeInForce } from "../../features/routing/index.ts";
import type { Principal } from "../../platform/http/index.ts";
import { routingTablesOf } from "./routing-tables.ts";
import { once } from "./services.ts";

export type Delivery = {
  mode: DeliveryMode;
  /** The relay of mail that no rule sends elsewhere, in mode `relay`. Null: none, so such mail waits. */
  relay: { name: string; host: string; lastError: string | null } | null;
};

/** The current mode, at most a second old. */
export const deliveryOf = once((services) => {
  const tables = routingTablesOf(services);
  const { smtpRelay } = services.config;
  return async (): Promise<Delivery> => {
    const state = await tables.current();
    const { mode, relayId } = modeInForce(state);
    if (mode !== "relay") return { mode, relay: null };
    if (smtpRelay) {
      const host = `${smtpRelay.host}:${smtpRelay.port}`;
      return { mode, relay: { name: host, host, lastError: null } };
    }
    const relay = defaultRelay(state.table, relayId);
    if (relay === null) return { mode, relay };
    const lastError = state.troubles.get(relay.id)?.lastError ?? null;
    return { mode, relay: { name: relay.name, host: new URL(relay.url).host, lastError } };
  };
});

export const deliveryModeOf = once((services) => {
  const load = deliveryOf(services);
  return async (): Promise<DeliveryMode> => (await load()).mode;
});

export const signupsOf = once((services) => {
  const loadMode = deliveryModeOf(services);
  return async (): Promise<"open" | "closed"> =>
    services.config.signups ?? signupsIn(services.config, await loadMode());
});

export const requiresVerifiedDomainOf = once((services) => {
  const loadMode = deliveryModeOf(services);
  return async (): Promise<boolean> => requiresVerifiedDomain(services.config, await loadMode());
});

type RequestedBy = Pick<Principal, "accountId" | "personId"> & { isLimited?: boolean };

/** How captured mail is released: in test mode by operators, through the oldest relay of the instance. */
export const releaseRouteOf = once((services) => {
  const { database, policies } = services;
  const tables = routingTablesOf(services);
  return async (by: RequestedBy) => {
    const state = await tables.current();
    if (modeInForce(state).mode !== "capture") return "mode" as const;
    if (by.isLimited || !(await isOperator({ database, policies }, by))) return "not allowed" as const;
    const relay = defaultRelay(state.table, null);
    return relay === null ? ("no relay" as const) : { relayId: relay.id, relayName: relay.name };
  };
});

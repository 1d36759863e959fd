import type { Database } from "../../../platform/db/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import {
  INSTANCE_ID,
  locateRelay,
  openRelay,
  openTarget,
  type Pool,
  type Relay,
  type RoutingTables,
  reasonToRefuseTarget,
  recordRelaySuccess,
  takeProbe,
} from "../../routing/index.ts";
import type { DirectHops } from "../direct/direct-hops.ts";
import { AddressPool, type SourcePool, SystemPool } from "../direct/source-pool.ts";
import { RelayBreaker } from "../relays/relay-breaker.ts";
import { RelayHops } from "../relays/relay-hops.ts";
import { RelayInUse } from "../relays/relay-in-use.ts";
import { relayPlan } from "../relays/relay-plan.ts";
import { SesTransport } from "../relays/ses/ses-transport.ts";
import { signerOf } from "../relays/ses/signer-of.ts";
import { RelayTransport } from "../transmit/relay-transport.ts";
import type { Transport } from "../transmit/transport.ts";
import type { Routes } from "./router.ts";
import { type DefaultRoutes, RuledRoutes } from "./ruled-routes.ts";

export type RuledOptions = {
  database: Database;
  secrets: InstanceSecrets;
  log: Logger;
  heloName: string;
  tables: RoutingTables;
  defaults: DefaultRoutes;
  returnPathOf: Routes["returnPathOf"];
  direct: DirectHops;
};

/** Relays know their clients, so a greeting that takes minutes is a failure (RFC 5321 §4.5.3.2.1 allows five). */
const TIMEOUTS = { connect: 15_000, greeting: 60_000, ehlo: 60_000, auth: 60_000 };

/** Relays, rules and pools from their tables, and the routes of mail that no rule matches. */
export function composeRuledRoutes(options: RuledOptions): RuledRoutes {
  const { database, log, tables, defaults, returnPathOf, direct, heloName } = options;
  const pools = new WeakMap<Pool, SourcePool>();
  const system = new SystemPool(heloName);
  return new RuledRoutes({
    tables,
    relays: new RelayHops({ make: (relay) => useRelay(relay, options) }),
    defaults,
    returnPathOf,
    direct,
    poolOf: (pool) => {
      if (pool === null) return system;
      const sourcePool = pools.get(pool) ?? new AddressPool({ ...pool, database, log });
      pools.set(pool, sourcePool);
      return sourcePool;
    },
  });
}

function useRelay(relay: Relay, options: RuledOptions): RelayInUse {
  const { database, log, tables } = options;
  const { id: relayId, name, maxConnections, ratePerSecond } = relay;
  const throttle = `relay ${relayId}`;
  return new RelayInUse({
    throttle,
    route: `relay ${name}`,
    plan: relayPlan(maxConnections),
    isOwn: relay.accountId !== INSTANCE_ID,
    transport: transportOf(relay, options),
    breaker: new RelayBreaker({
      name,
      relayId,
      log,
      health: {
        open: (failure) => openRelay(database, { ...relay, ...failure }),
        takeProbe: () => takeProbe(database, relay),
        recordSuccess: () => recordRelaySuccess(database, relay),
      },
    }),
    ratePerSecond: () => (ratePerSecond === null ? null : ratePerSecond / tables.latest.workers),
  });
}

function transportOf(relay: Relay, { secrets, heloName }: RuledOptions): Transport {
  const read = openTarget(secrets, relay);
  if (!read.ok) return brokenTransport(read.reason);
  const { target } = read;
  const refusal = relay.isGuarded ? reasonToRefuseTarget(target) : null;
  if (refusal) return brokenTransport(`The URL of the relay ${relay.name} ${refusal}.`);
  if (target.kind === "ses") return new SesTransport(target);
  const { endpoint } = target;
  return new RelayTransport({
    endpoint,
    heloName,
    signer: signerOf(endpoint.host),
    ...(relay.maxConnections !== null && { maxConnections: relay.maxConnections }),
    timeouts: TIMEOUTS,
    // The breaker has its own cooldown. With one in the transport, a probe could get the remembered failure of another message.
    coolDownMs: 0,
    ...(relay.isGuarded && { locate: () => locateGuarded(endpoint.host) }),
  });
}

/** The address of a relay that is not the operator's. The reason becomes part of an event. */
async function locateGuarded(host: string): ReturnType<typeof locateRelay> {
  const located = await locateRelay(host);
  return located.ok ? located : { ok: false, reason: `The host ${host} ${located.reason}.` };
}

/** For a relay that cannot be used, for example because its password was encrypted with another key. */
function brokenTransport(reason: string): Transport {
  return {
    transmit: async ({ envelope }) =>
      envelope.recipients.map(() => ({ kind: "deferred", phase: "auth", enhanced: "5.7.8", reason })),
    close: async () => undefined,
  };
}

import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { UntrackedContacts } from "../../features/contacts/index.ts";
import {
  HitCollector,
  Hits,
  StoppedLinks,
  startTrackingListener,
  TrackingPolicy,
} from "../../features/tracking/index.ts";
import { ConfigError } from "../../platform/errors/index.ts";
import { clockOf } from "./clock.ts";
import { totalsOf } from "./reporting.ts";
import { secretsOf } from "./secrets.ts";
import { once, type Services } from "./services.ts";

/** Decides what is tracked in the emails that this process accepts or sends. */
export const trackingPolicyOf = once(({ config, database }) => {
  const untracked = new UntrackedContacts(database);
  return new TrackingPolicy({
    database,
    baseUrl: config.baseUrl,
    isUntracked: (contact) => untracked.has(contact),
  });
});

export function engagementsDirectory({ config }: Pick<Services, "config">): string {
  return join(config.dataDir, "engagements");
}

/** Counts the opens and clicks that this process serves. */
export const hitsOf = once((services) => {
  const totals = totalsOf(services);
  const counters = {
    click: totals.counter("posthouse_tracking_hits_total", { kind: "click" }),
    open: totals.counter("posthouse_tracking_hits_total", { kind: "open" }),
  };
  const hits = new Hits({
    directory: engagementsDirectory(services),
    log: services.log,
    onCounted: (kind) => counters[kind](),
    onLimited: totals.counter("posthouse_tracking_limited_total", {}),
    onLost: () => totals.count("posthouse_tracking_lost_total", {}),
  });
  services.onClose(() => hits.stop());
  return hits;
});

/** Stores the opens and clicks that the processes of this machine have counted. */
export const hitCollectorOf = once((services) => {
  const { database, log } = services;
  const clock = clockOf(services);
  return new HitCollector({ directory: engagementsDirectory(services), database, clock, log });
});

/** The accounts whose links do not redirect. */
export const stoppedLinksOf = once((services) => {
  const { database, log } = services;
  const stopped = new StoppedLinks({ database, directory: engagementsDirectory(services), log });
  services.onClose(async () => stopped.stop());
  return stopped;
});

export const trackingDepsOf = once((services) => ({
  database: services.database,
  baseUrl: services.config.baseUrl,
  secrets: secretsOf(services),
  log: services.log,
  acme: acmeOf(services),
}));

function acmeOf({ config: { trackingHttps } }: Services) {
  if (trackingHttps === null) return null;
  const { directory, contact, caFile } = trackingHttps;
  return { directory, contact, ca: caFile === null ? undefined : readCa(caFile) };
}

function readCa(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigError(`ACME_CA_FILE cannot be read (${(error as NodeJS.ErrnoException).code}): ${path}`);
  }
}

/** Serves tracking hosts over https, if this instance has their certificates. */
export async function startTrackingHttps(services: Services, onRequest: RequestListener) {
  const { config, database } = services;
  if (config.trackingHttps === null) return null;
  const { port } = config.trackingHttps;
  return await startTrackingListener({
    host: config.host,
    port,
    database,
    secrets: secretsOf(services),
    directory: join(config.dataDir, "tracking-certificates"),
    onRequest,
  });
}

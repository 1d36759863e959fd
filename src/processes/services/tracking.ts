import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { Hits, StoppedLinks, startTrackingListener, TrackingPolicy } from "../../features/tracking/index.ts";
import { totalsOf } from "./reporting.ts";
import { secretsOf } from "./secrets.ts";
import { once, type Services } from "./services.ts";

/** Decides what is tracked in the emails that this process accepts. */
export const trackingPolicyOf = once(
  ({ config, database }) => new TrackingPolicy({ database, baseUrl: config.baseUrl }),
);

/** Counts the opens and clicks that this process serves. */
export const hitsOf = once((services) => {
  const { config, database, log } = services;
  const totals = totalsOf(services);
  const hits = new Hits({
    directory: join(config.dataDir, "engagements"),
    database,
    log,
    onCounted: (kind) => totals.count("posthouse_tracking_hits_total", { kind }),
    onLimited: () => totals.count("posthouse_tracking_limited_total", {}),
  });
  services.onClose(() => hits.stop());
  return hits;
});

/** The accounts whose links do not redirect. */
export const stoppedLinksOf = once((services) => {
  const { config, database } = services;
  const stopped = new StoppedLinks({ database, directory: join(config.dataDir, "engagements") });
  services.onClose(async () => stopped.stop());
  return stopped;
});

export const trackingDepsOf = once((services) => ({
  database: services.database,
  baseUrl: services.config.baseUrl,
  secrets: secretsOf(services),
  hits: hitsOf(services),
  stopped: stoppedLinksOf(services),
  log: services.log,
  acme: acmeOf(services),
}));

function acmeOf({ config: { trackingHttps } }: Services) {
  if (trackingHttps === null) return null;
  const { directory, contact, caFile } = trackingHttps;
  return { directory, contact, ca: caFile === null ? undefined : readFileSync(caFile, "utf8") };
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
    onRequest,
  });
}

import type { Config } from "../../../config.ts";
import type { DnsClient } from "../../../mail/dns/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { AlertRules } from "../alerts/load-rules.ts";
import type { AlertChannel } from "../alerts/notify.ts";
import type { Delivery } from "../checks/check.ts";

export type HealthDeps = {
  config: Config;
  database: Database;
  dns: Pick<DnsClient, "query">;
  delivery: () => Promise<Delivery>;
  /** The channels that send alerts. */
  channels: readonly AlertChannel[];
  rules: AlertRules;
};

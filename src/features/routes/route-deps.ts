import type { Database } from "../../platform/db/index.ts";
import type { InstanceSecrets } from "../../platform/secrets/index.ts";

/** What managing routes works with. */
export type RouteDeps = {
  database: Database;
  secrets: InstanceSecrets;
  /** Hosted edition: strangers name the hosts that we connect to. */
  saas: boolean;
  /** Our name in EHLO. */
  heloName: string;
};

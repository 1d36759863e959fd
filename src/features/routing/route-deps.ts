import type { Database } from "../../platform/db/index.ts";
import type { InstanceSecrets } from "../../platform/secrets/index.ts";
import type { NotifyUsers } from "../accounts/index.ts";

/** What managing routes works with. */
export type RouteDeps = {
  database: Database;
  secrets: InstanceSecrets;
  /** Hosted edition: strangers name the hosts that we connect to. */
  saas: boolean;
  /** Our name in EHLO. */
  heloName: string;
  /** Writes to everybody in an account. */
  notifyUsers: NotifyUsers;
  /** Of the dashboard, for links in emails. */
  baseUrl: string;
};

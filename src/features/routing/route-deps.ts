import type { Database } from "../../platform/db/index.ts";
import type { InstanceSecrets } from "../../platform/secrets/index.ts";
import type { NotifyUsers } from "../accounts/index.ts";

/** The dependencies of managing routes. */
export type RouteDeps = {
  database: Database;
  secrets: InstanceSecrets;
  /** Hosted edition: untrusted accounts name the hosts that we connect to. */
  saas: boolean;
  /** Our name in EHLO. */
  heloName: string;
  /** Sends system mail to all users of an account. */
  notifyUsers: NotifyUsers;
  /** The dashboard's address, for links in mail. */
  baseUrl: string;
};

import type { Database } from "../../../platform/db/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import type { NotifyUsers, OperatorPolicy } from "../../accounts/index.ts";
import type { RelayPolicy } from "../relay-policy.ts";

/** The dependencies of managing routes. */
export type RouteDeps = {
  database: Database;
  secrets: InstanceSecrets;
  policies: RelayPolicy & OperatorPolicy;
  /** Our name in EHLO. */
  heloName: string;
  /** Sends system mail to all users of an account. */
  notifyUsers: NotifyUsers;
  /** The dashboard's address, for links in mail. */
  baseUrl: string;
};

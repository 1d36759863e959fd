import type { Database } from "../../platform/db/index.ts";
import type { InstanceSecrets } from "../../platform/secrets/index.ts";
import type { NotifyUsers, OperatorPolicy } from "../accounts/index.ts";
import type { RelayPolicy } from "./relay-policy.ts";

/** What managing routes works with. */
export type RouteDeps = {
  database: Database;
  secrets: InstanceSecrets;
  policies: RelayPolicy & OperatorPolicy;
  /** Our name in EHLO. */
  heloName: string;
  /** Writes to everybody in an account. */
  notifyUsers: NotifyUsers;
  /** Of the dashboard, for links in emails. */
  baseUrl: string;
};

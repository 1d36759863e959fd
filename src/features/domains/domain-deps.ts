import type { DnsClient } from "../../mail/dns/index.ts";
import type { Database } from "../../platform/db/index.ts";
import type { InstanceSecrets } from "../../platform/secrets/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import type { NotifyUsers } from "../accounts/index.ts";

export type DomainDeps = {
  database: Database;
  secrets: InstanceSecrets;
  log: Logger;
  /** Without a cache, so that a record that was just corrected is found. */
  dns: Pick<DnsClient, "query">;
  hosts: Hosts;
  /** The dashboard's address. */
  baseUrl: string;
  notifyUsers: NotifyUsers;
};

/** The host names of this instance for domains' DNS records. */
export type Hosts = {
  /** Receives bounces: the MX of return paths. */
  inbound: string;
  /** Serves links in mail: the CNAME of tracking hosts. */
  web: string;
};

import type { Binaries } from "../binaries.ts";
import type { Identity } from "./identity.ts";

/**
 * The user, binaries and directory of PostgreSQL. An ordinary user runs everything in place. Root runs PostgreSQL in a user
 * namespace if possible. Otherwise another uid runs it, and files that this uid cannot reach are put into another
 * directory.
 */
export type Home = {
  readonly identity: Identity;
  readonly binaries: Binaries;
  /** Contains the cluster and the socket: the data directory, unless PostgreSQL's uid cannot enter it. */
  readonly directory: string;
  readonly mayNamespace: boolean;
};

import type { Binaries } from "../binaries.ts";
import type { Identity } from "./identity.ts";

/**
 * Who runs PostgreSQL, from which binaries and in which directory. As an ordinary user all is in its place. Root's first
 * choice is a namespace; then comes another uid, for which what that uid may not enter is moved to where it may.
 */
export type Home = {
  readonly identity: Identity;
  readonly binaries: Binaries;
  /** Holds the cluster and the socket: the data directory, unless PostgreSQL's uid may not enter that. */
  readonly directory: string;
  readonly mayNamespace: boolean;
};

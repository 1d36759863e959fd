/**
 * Exceptions and replacements for the guarded client. Only tests and the composition root set them; they must never come
 * from a user or from a setting that a user can write.
 */
export type GuardExceptions = {
  /** Each `address:port` (`[v6]:port`) that may be reached although it is not public, also without TLS and on any port. */
  allow?: readonly string[];
  /** Returns all addresses of a name. Default: DNS. */
  resolve?: (name: string) => Promise<string[]>;
  /** A certificate authority that replaces the system's. */
  ca?: string;
};

export function endpointOf(address: string, port: number): string {
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}

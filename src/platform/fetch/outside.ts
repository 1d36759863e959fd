/**
 * The guarded client's view of the outside. Only tests and the program's own composition set it; it must never come from a
 * user or a setting that a user can write.
 */
export type Outside = {
  /** `address:port` (`[v6]:port`) that may be reached although it is not public, also without TLS and on any port. */
  allow?: readonly string[];
  /** All addresses of a name. */
  resolve?: (name: string) => Promise<string[]>;
  /** A certificate authority that replaces the system's. */
  ca?: string;
};

export function endpointOf(address: string, port: number): string {
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}

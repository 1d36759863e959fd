/**
 * Addresses of this domain are for tests. Mail to them passes through the whole pipeline and has the outcome that the address names, in
 * every delivery mode, without leaving the machine. `.test` is reserved (RFC 6761 §6.2), so no one owns the domain.
 */
export const SIMULATOR_DOMAIN = "simulator.posthouse.test";

export function isSimulated(address: string): boolean {
  return address.endsWith(`@${SIMULATOR_DOMAIN}`);
}

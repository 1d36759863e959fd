/**
 * Addresses of this domain are for trying things out: mail to them runs through everything and ends as their name says, in every
 * delivery mode, without leaving the machine. `.test` is reserved (RFC 6761 §6.2), so it is nobody's.
 */
export const simulatorDomain = "simulator.posthouse.test";

export function isSimulated(address: string): boolean {
  return address.endsWith(`@${simulatorDomain}`);
}

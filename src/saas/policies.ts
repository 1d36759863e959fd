/** The hosted edition: its operators do not know the owners of the accounts. */
import type { OperatorPolicy } from "../features/accounts/index.ts";
import type { RelayPolicy } from "../features/routing/index.ts";

export const hostedPolicies = {
  firstAccountOperates: false,
  guardsRelayHosts: () => true,
  mayUseDirect: () => false,
  // A hosted account may have no domain, or lose the one that it has.
  systemMailIsFromInstance: true,
} satisfies OperatorPolicy & RelayPolicy & { systemMailIsFromInstance: boolean };

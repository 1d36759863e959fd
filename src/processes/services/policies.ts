import type { Config } from "../../config.ts";
import type { OperatorPolicy } from "../../features/accounts/index.ts";
import type { RelayPolicy } from "../../features/routing/index.ts";
import { hostedPolicies } from "../../saas/policies.ts";

/** Decisions that differ between the self-hosted and the hosted edition. */
export type Policies = OperatorPolicy &
  RelayPolicy & {
    /** Whether Posthouse writes to an account's people from the instance's own address, if it has one. */
    systemMailIsFromInstance: boolean;
  };

/** Self-hosted, an operator's account is trusted with the network that the instance runs in. */
export const selfHostedPolicies: Policies = {
  firstAccountOperates: true,
  guardsRelayHosts: ({ hasOperator }) => !hasOperator,
  mayUseDirect: ({ hasOperator }) => hasOperator,
  systemMailIsFromInstance: false,
};

/** The one place that asks which edition this is. */
export function policiesOf({ saas }: Pick<Config, "saas">): Policies {
  return saas ? hostedPolicies : selfHostedPolicies;
}

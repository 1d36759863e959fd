import type { Config } from "../../config.ts";
import type { OperatorPolicy } from "../../features/accounts/index.ts";
import type { RelayPolicy } from "../../features/routing/index.ts";
import { hostedPolicies } from "../../saas/policies.ts";

/** Decisions that differ between the self-hosted and the hosted edition. */
export type Policies = OperatorPolicy &
  RelayPolicy & {
    /** Whether system mail to an account's users comes from the instance's own address, if it has one. */
    systemMailIsFromInstance: boolean;
  };

/** In a self-hosted instance, operators' accounts may connect to the network of the instance. */
export const selfHostedPolicies: Policies = {
  firstAccountOperates: true,
  guardsRelayHosts: ({ hasOperator }) => !hasOperator,
  mayUseDirect: ({ hasOperator }) => hasOperator,
  systemMailIsFromInstance: false,
};

/** The only place that depends on the edition. */
export function policiesOf({ saas }: Pick<Config, "saas">): Policies {
  return saas ? hostedPolicies : selfHostedPolicies;
}

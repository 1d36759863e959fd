import type { RightsHooks } from "../../../platform/http/index.ts";
// Not from the index, which imports the web server: a worker must not load it.
import { rightsHooks } from "../../../platform/http/rights-hooks.ts";
import { accountErrors } from "../errors.ts";
import { isOperator, type OperatorDeps } from "./is-operator.ts";

/** Hooks after `requireSession` or `apiKeyHooks`, on routes that concern the whole instance. Error: `operator_required`. */
export function requireOperator(deps: OperatorDeps): RightsHooks {
  return rightsHooks(async ({ principal }) => {
    if (await isOperator(deps, principal)) return;
    throw accountErrors.operator_required(
      "Only an operator of the instance may do this. Ask one to run: posthouse admin operator <your address>.",
    );
  });
}

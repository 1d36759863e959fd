import type { RequestHook } from "../../../platform/http/index.ts";
import { accountErrors } from "../errors.ts";
import { isOperator, type OperatorDeps } from "./is-operator.ts";

/** Hook after `requireSession` or `apiKeyHooks`, on routes that concern the whole instance. Error: `operator_required`. */
export function requireOperator(deps: OperatorDeps): RequestHook {
  return async ({ principal }) => {
    if (await isOperator(deps, principal)) return;
    throw accountErrors.operator_required(
      "Only an operator of the instance may do this. Ask one to run: posthouse admin operator <your address>.",
    );
  };
}

import type { RequestHook } from "../../../platform/http/index.ts";
import { accountErrors } from "../errors.ts";
import { isOperator, type OperatorDeps } from "./is-operator.ts";

/** Hook behind `requireSession` or `apiKeyHooks`, for what concerns the whole instance. Error: `operator_required`. */
export function requireOperator(deps: OperatorDeps): RequestHook {
  return async ({ principal }) => {
    if (await isOperator(deps, principal)) return;
    throw accountErrors.operator_required(
      "This is for who runs the instance, who can let you in: posthouse admin operator <your address>.",
    );
  };
}

import type { AppError } from "../../../platform/errors/index.ts";
import { accountErrors } from "../errors.ts";

export function keyNotFound(): AppError {
  return accountErrors.key_not_found("There is no such active key in this account.");
}

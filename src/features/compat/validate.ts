import type { Static, TSchema } from "typebox";
import { AppError, type FieldError } from "../../platform/errors/index.ts";
import { validatorFor } from "../../platform/http/index.ts";

export type Read<Value> = { value: Value } | { unreadable: FieldError[] };

/** Returns a reader that validates values with the server's own validator, for values that are not the request body itself. */
export function readerOf<Schema extends TSchema>(schema: Schema): (value: unknown) => Read<Static<Schema>> {
  const check = validatorFor({ schema, httpPart: "body", method: "POST", url: "/" });
  return (value) => {
    const verdict = check(value);
    if ("value" in verdict) return { value: verdict.value as Static<Schema> };
    const { error } = verdict;
    if (error instanceof AppError && error.fields?.length) return { unreadable: error.fields };
    return { unreadable: [{ path: "", message: error.message }] };
  };
}

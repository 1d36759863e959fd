import { errors } from "../../../platform/errors/index.ts";

/**
 * SDKs repeat in the body what the path names already. A field that is not given is not checked.
 * Throws validation_failed for one that names something else than `named`, by any of its names.
 */
export function refuseOtherThan(
  named: string | string[],
  repeated: Record<string, string | undefined>,
): void {
  const names = [named].flat().map((name) => name.toLowerCase());
  for (const [path, value] of Object.entries(repeated)) {
    if (value === undefined || names.includes(value.toLowerCase())) continue;
    const message = `The \`${path}\` field names another resource than the path. Leave it out, or repeat the path's.`;
    throw errors.validation_failed(message, { fields: [{ path, message }] });
  }
}

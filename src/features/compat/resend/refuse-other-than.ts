import { errors } from "../../../platform/errors/index.ts";

/**
 * SDKs repeat the resource of the path in the body. Throws `validation_failed` for a field that names a resource other than `named`,
 * which may have several names. Absent fields are not checked.
 */
export function refuseOtherThan(
  named: string | string[],
  repeated: Record<string, string | undefined>,
): void {
  const names = [named].flat().map((name) => name.toLowerCase());
  for (const [path, value] of Object.entries(repeated)) {
    if (value === undefined || names.includes(value.toLowerCase())) continue;
    const message = `The \`${path}\` field names another resource than the path. Leave it out, or use the same value as in the path.`;
    throw errors.validation_failed(message, { fields: [{ path, message }] });
  }
}

import { errors } from "../../platform/errors/index.ts";
import { MAX_PROPERTIES_BYTES, type Properties, propertiesBytes } from "./read-contact-fields.ts";

/**
 * Returns the properties after an upsert. New values replace those with the same name and the rest is kept, so that two programs that
 * update the same contact do not delete each other's properties. Throws `validation_failed` if the result is too large.
 */
export function mergeProperties(existing: Properties, changes: Properties): Properties {
  const merged = Object.fromEntries([...Object.entries(existing), ...Object.entries(changes)]);
  if (propertiesBytes(merged) <= MAX_PROPERTIES_BYTES) return merged;
  const message = `would have more than ${MAX_PROPERTIES_BYTES} bytes as JSON, including the existing properties`;
  throw errors.validation_failed(`properties ${message}. Change the contact with PATCH to replace them.`, {
    fields: [{ path: "properties", message }],
  });
}

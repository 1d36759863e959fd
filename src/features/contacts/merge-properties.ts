import { errors } from "../../platform/errors/index.ts";
import { maxPropertiesBytes, type Properties, propertiesBytes } from "./read-contact-fields.ts";

/**
 * Properties after an upsert: what is given replaces what has its name, the rest stays, so that two programs that keep
 * contacts up to date do not wipe out each other's. Throws `validation_failed` if they become too large together.
 */
export function mergeProperties(existing: Properties, given: Properties): Properties {
  const merged = Object.fromEntries([...Object.entries(existing), ...Object.entries(given)]);
  if (propertiesBytes(merged) <= maxPropertiesBytes) return merged;
  const message = `would have more than ${maxPropertiesBytes} bytes as JSON, together with those that are there already`;
  throw errors.validation_failed(`properties ${message}. Change the contact with PATCH to replace them.`, {
    fields: [{ path: "properties", message }],
  });
}

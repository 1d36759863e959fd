import { errors } from "../../errors/index.ts";

/** Reads a filter that has one or several names, separated by commas. Without a filter: none. Error: `validation_failed`. */
export function readNames<Name extends string>(
  path: string,
  text: string | undefined,
  names: readonly Name[],
): Name[] {
  const words = (text ?? "").split(",").map((word) => word.trim().toLowerCase());
  return words.filter(Boolean).map((word) => {
    const known = names.find((name) => name === word);
    if (known !== undefined) return known;
    const message = `is unknown: ${word}. Use one or more of ${names.join(", ")}.`;
    throw errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
  });
}

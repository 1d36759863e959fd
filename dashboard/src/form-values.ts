/** The text of a form field; "" if it is missing. */
export function textFrom(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === "string" ? value : "";
}

/**
 * An array parameter of ids, numbers, booleans and constants of the code: values without characters that an array
 * literal must escape (PostgreSQL §8.15.6). The driver searches each value for them, which takes several times as long. Never for input.
 */
export function plainArray<T>(
  items: readonly T[],
  read: (item: T) => string | number | boolean | null,
): string {
  let values = "";
  for (const item of items) values += `,${read(item) ?? "NULL"}`;
  return `{${values.slice(1)}}`;
}

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

/** More columns would leave no room for the address. */
export const MAX_COLUMNS = 6;

/** Loads the properties that this account's list shows as columns from the browser. */
export function loadColumns(storage: Storage, accountId: string): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(accountId)) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return [...new Set(kept.filter((name) => typeof name === "string"))].slice(0, MAX_COLUMNS);
  } catch {
    return [];
  }
}

/** Does nothing if browser storage is blocked: the columns last until the page is left. */
export function storeColumns(storage: Storage, accountId: string, columns: readonly string[]): void {
  try {
    storage.setItem(keyOf(accountId), JSON.stringify(columns));
  } catch {}
}

function keyOf(accountId: string): string {
  return `contact-columns:${accountId}`;
}

/** A value as a cell shows it. Undefined: the contact has no such property. */
export function propertyText(properties: Record<string, unknown>, name: string): string | undefined {
  if (!Object.hasOwn(properties, name)) return undefined;
  const value = properties[name];
  return typeof value === "string" ? value : JSON.stringify(value);
}

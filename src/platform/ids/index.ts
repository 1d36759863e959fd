/** UUIDv7 (RFC 9562 §5.7): the first 48 bits are milliseconds since 1970, so ids sort by time and a time range is an id range. */
import { randomUUIDv7 } from "node:crypto";

export function newId(): string {
  return randomUUIDv7();
}

/** When an id was made. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** The lowest id of a moment: ids made before it sort below, all others do not. */
export function firstIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, "0").slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Sorts above every id. */
export const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** False for text that PostgreSQL would refuse as a uuid: such an id names nothing. */
export function isId(text: string): boolean {
  return uuidShape.test(text);
}

/** UUIDv7 (RFC 9562 §5.7): the first 48 bits are milliseconds since 1970, so ids sort by time and a time range is an id range. */
import { randomUUIDv7 } from "node:crypto";

let millisecond = "";
let countInMillisecond = 0;

/**
 * Creates an id that sorts above every earlier id of this process, unless the clock was set back. A counter of 24 bits
 * orders the ids of one millisecond (RFC 9562 §6.2, method 1), and 48 bits stay random. Node's own UUIDs have no order
 * within a millisecond.
 */
export function newId(): string {
  const random = randomUUIDv7();
  const time = random.slice(0, 13);
  countInMillisecond = time === millisecond ? countInMillisecond + 1 : 0;
  millisecond = time;
  const count = countInMillisecond.toString(16).padStart(6, "0");
  return `${time}-7${count.slice(0, 3)}-8${count.slice(3)}${random.slice(23)}`;
}

/** The creation time of an id. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** The lowest id of a time. Ids of earlier times sort below it; all other ids sort above it or are equal. */
export function firstIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, "0").slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Sorts below every id. */
export const FIRST_ID = firstIdAt(new Date(0));

/** Sorts above every id. */
export const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns false for text that PostgreSQL would reject as a uuid. No row has such an id. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** UUIDv7 (RFC 9562 §5.7): the first 48 bits are milliseconds since 1970, so ids sort by time and a time range is an id range. */
import { randomUUIDv7 } from "node:crypto";

let millisecond = "";
let madeInIt = 0;

/**
 * Sorts above every id that this process made before it, unless the clock was set back: ids of one millisecond are counted in 24
 * bits (RFC 9562 §6.2, method 1), and 48 bits stay random. Node's own are in no order within a millisecond.
 */
export function newId(): string {
  const random = randomUUIDv7();
  const time = random.slice(0, 13);
  madeInIt = time === millisecond ? madeInIt + 1 : 0;
  millisecond = time;
  const count = madeInIt.toString(16).padStart(6, "0");
  return `${time}-7${count.slice(0, 3)}-8${count.slice(3)}${random.slice(23)}`;
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

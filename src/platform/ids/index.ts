/** UUIDs that sort by time. */
export { FIRST_ID, firstIdAt, isId, LAST_ID, newId, timeOfId } from "./ids.ts";

import { DatabaseClock } from "../../platform/db/index.ts";
import { once } from "./services.ts";

/** The time that all nodes share. */
export const clockOf = once(({ database }) => new DatabaseClock(database));

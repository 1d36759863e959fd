import type { ListEventsResponse } from "./generated/api.ts";

/** A fact about a recipient of an email. */
export type Event = ListEventsResponse["events"][number];

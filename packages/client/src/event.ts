import type { ListEventsResponse } from "./generated/api.ts";

/** A fact about a recipient of an email or, with the kind `account`, about the account. */
export type Event = ListEventsResponse["events"][number];

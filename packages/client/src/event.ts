import type { ListEventsResponse } from "./generated/api.ts";

/** What happened to a recipient of an email or, with the kind `account`, in the account. */
export type Event = ListEventsResponse["events"][number];

import type { ListEventsAnswer } from "./generated/api.ts";

/** A fact about a recipient of an email. */
export type Event = ListEventsAnswer["events"][number];

import { RECIPIENT_STATES, type RecipientState } from "../recipients/index.ts";

/**
 * The status of an email follows from its recipients' states: the worst open state, otherwise the common final state, otherwise
 * `partially_delivered`. The rule itself is the SQL function email_status, because lists filter by it.
 */
export type EmailStatus = RecipientState | "partially_delivered";
export const EMAIL_STATUSES: EmailStatus[] = [...RECIPIENT_STATES, "partially_delivered"];

/** Lists can also be filtered by `complained`: a spam report does not change the status, but people search for it like one. */
export type EmailStatusFilter = EmailStatus | "complained";
export const EMAIL_STATUS_FILTERS: EmailStatusFilter[] = [...EMAIL_STATUSES, "complained"];

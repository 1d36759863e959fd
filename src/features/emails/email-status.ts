import { type RecipientState, recipientStates } from "../recipients/index.ts";

/**
 * The status of an email follows from its recipients' states: the worst open state, else the common final one, else
 * `partially_delivered`. The rule itself is the SQL function email_status, because lists filter by it.
 */
export type EmailStatus = RecipientState | "partially_delivered";
export const emailStatuses: EmailStatus[] = [...recipientStates, "partially_delivered"];

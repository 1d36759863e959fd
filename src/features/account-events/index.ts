/**
 * Account events: facts about an account besides its mail, such as a verified domain or a new contact. A feature records them in the
 * transaction of the change. They are part of the account's feed (features/feed).
 */
export { ACCOUNT_EVENT_MEANINGS, type AccountEventType } from "./account-event-types.ts";
export { accountEventsOf, recordAccountEvents, subjectOf, subjectSql } from "./record-account-events.ts";

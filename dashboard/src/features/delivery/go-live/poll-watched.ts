import type { EmailDetail } from "../../../api-types.ts";
import { pollEvery } from "../../../poll.ts";
import { detailPollMs } from "../../emails/emails.ts";

/** Short, because a person is watching, and cheap, because it is one email. */
const WATCH_MS = 500;
/** Without a worker, or in a paused queue, it may wait for long. */
const WATCHED_FOR_MS = 60_000;

/** The `refetchInterval` of the test email: fast in its first minute, until it is sent; then as on the email's own page. */
export const pollWatched = pollEvery((email: EmailDetail) => {
  const isHandled = email.recipients.some(({ state }) => state === "queued" || state === "sending");
  const isNew = Date.now() - Date.parse(email.created_at) < WATCHED_FOR_MS;
  return isHandled && isNew ? WATCH_MS : detailPollMs(email);
});

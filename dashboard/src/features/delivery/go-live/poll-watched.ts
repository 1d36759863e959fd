import type { EmailDetail } from "../../../api-types.ts";
import { pollEvery } from "../../../poll.ts";
import { detailPollMs } from "../../emails/emails.ts";

/** Short, because a person is watching, and cheap, because it is one email. */
const WATCH_MS = 500;

/** The `refetchInterval` of the test email: fast while a worker handles it, then as on the email's own page. */
export const pollWatched = pollEvery((email: EmailDetail) => {
  const isHandled = email.recipients.some(({ state }) => state === "queued" || state === "sending");
  return isHandled ? WATCH_MS : detailPollMs(email);
});

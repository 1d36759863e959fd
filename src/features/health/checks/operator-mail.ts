import { type Check, ok, warning } from "./check.ts";
import { findKeptMail } from "./queries.ts";

/** RFC 5321 §4.5.1, RFC 2142 §2: people complain there before they block us. */
export const operatorMailCheck: Check<"config" | "database"> = {
  id: "operator-mail",
  title: "Mail to postmaster",
  examine: async ({ config: { alertEmails }, database }) => {
    if (alertEmails.length > 0) return [ok(`mail to postmaster and abuse goes to ${alertEmails.join(", ")}`)];
    const { messages, latest_from: from } = await findKeptMail(database);
    if (messages === 0) return [ok("nobody has written to postmaster or abuse")];
    return [
      warning(
        `${messages.toLocaleString("en")} messages to postmaster or abuse went to nobody, the latest from ${from}`,
        "set ALERT_EMAIL: what comes from then on is forwarded",
      ),
    ];
  },
};

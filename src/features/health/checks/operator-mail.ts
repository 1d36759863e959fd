import { type Check, ok, warning } from "./check.ts";
import { findKeptMail } from "./queries.ts";

/** RFC 5321 §4.5.1, RFC 2142 §2: people complain there before they block us. */
export const operatorMailCheck: Check<"config" | "database"> = {
  id: "operator-mail",
  title: "Mail to postmaster",
  examine: async ({ config: { alertEmails }, database }) => {
    const addresses = alertEmails.join(", ");
    const { messages, latest_from: from } = await findKeptMail(database);
    if (messages === 0)
      return [
        ok(
          addresses === ""
            ? "nobody has written to postmaster or abuse"
            : `mail to postmaster and abuse goes to ${addresses}`,
        ),
      ];
    return [
      warning(
        `${messages.toLocaleString("en")} messages to postmaster or abuse went to nobody, the latest from ${from}`,
        addresses === ""
          ? "set ALERT_EMAIL: what comes from then on is forwarded"
          : `${addresses} gets what comes from now on, but at most 30 an hour, and nothing while there is no operator from whose account it could go; what was not sent is kept for two weeks`,
      ),
    ];
  },
};

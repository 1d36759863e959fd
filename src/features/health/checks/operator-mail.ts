import { type Check, ok, warning } from "./check.ts";
import { findKeptMail } from "./queries.ts";

/** RFC 5321 §4.5.1, RFC 2142 §2: other operators complain to these addresses before they block us. */
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
            ? "no mail to postmaster or abuse needs attention"
            : `mail to postmaster and abuse is forwarded to ${addresses}`,
        ),
      ];
    return [
      warning(
        `${messages.toLocaleString("en")} messages to postmaster or abuse were not forwarded, the latest from ${from}`,
        addresses === ""
          ? "set ALERT_EMAIL to forward such mail in the future"
          : `new mail is forwarded to ${addresses}, at most 30 an hour, and only while an operator's account exists to send it from; mail that was not forwarded is kept for two weeks`,
      ),
    ];
  },
};

import type { Phase } from "../../smtp/outcome.ts";
import type { Reason } from "../../smtp/reply-meanings/index.ts";

/** What is known of a server that does not say it in every notice. */
export type Server = {
  name: string;
  /** Tested against the notice's text. */
  line: RegExp;
  /** Answered to what, where the notice does not tell. */
  phase?: Phase;
  /** Captures the address, where the text names it like no other server's does. */
  recipient?: RegExp;
  /** What its notices amount to when they give no reply. */
  reason?: Reason;
};

/** The real line stands above its row. */
export const SERVERS: Server[] = [
  // Sorry, we were unable to deliver your message to the following address.
  {
    name: "yahoo",
    line: /^Sorry, we were unable to deliver your message to the following address/m,
    phase: "rcpt",
  },
  //   Reason: Remote SMTP server has rejected address
  { name: "messaging-server", line: /Remote SMTP server has rejected address/, phase: "rcpt" },
  // Each of the following recipients was rejected by a remote mail server. (au: without a reply, its filters did it)
  {
    name: "au",
    line: /^Each of the following recipients was rejected by a remote\s+mail server/m,
    reason: "filtered",
  },
  // ---The following addresses had delivery errors---: a gateway that takes everything, then says [User unknown]
  { name: "x1", line: /^---The following addresses had delivery errors---/m, phase: "dot" },
  // Unable to deliver message to the following address(es).
  { name: "x2", line: /^Unable to deliver message to the following address\(es\)\./m, phase: "dot" },
  // Gateways that filter what they pass on: they do not say in answer to what the server behind them refused.
  //     --- The following addresses had delivery problems ---
  {
    name: "mcafee",
    line: /^[ \t]*--- The following addresses had delivery problems ---/m,
    phase: "dot",
  },
  // Failed to send to identified host,
  { name: "surfcontrol", line: /^Failed to send to identified host,/m, phase: "dot" },
  // Delivery failed for the following reason:\nServer mx22.example.org[192.0.2.222] failed with: 550
  {
    name: "mailfoundry",
    line: /^Delivery failed for the following reason:\s+Server \S+ failed with:/m,
    phase: "dot",
  },
  // Error message below:
  { name: "apache-james", line: /^Error message below:/m, phase: "dot" },
  //             Recipient Not Found
  //             MSEXCH:IMC:NEKO:KIJITORA:CAT
  { name: "exchange-imc", line: /MSEXCH:IMC:/, phase: "dot" },
  // We're writing to let you know that the group you tried to contact (x) may not exist, or you may not have permission
  { name: "google-groups", line: /groups\.google\.com\/support/, reason: "rejected_sender" },
  // You are not a member of this mailing list <neko-nyaan@example.org>.
  {
    name: "fml",
    line: /^You are not a member of this mailing list </m,
    recipient: /not a member of this mailing list <([^<>\s]+)>/,
    reason: "rejected_sender",
  },
];

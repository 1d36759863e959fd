import type { Phase } from "../../smtp/outcome.ts";
import type { Reason } from "../../smtp/reply-meanings/index.ts";

/** Facts about a server that its bounces do not state. */
export type Server = {
  name: string;
  /** Matched against the bounce's text. */
  line: RegExp;
  /** The phase in which the server refused, if the bounce does not state it. */
  phase?: Phase;
  /** Captures the address, if the text names it in its own way. */
  recipient?: RegExp;
  /** The reason of bounces that quote no reply. */
  reason?: Reason;
};

/** The real line is quoted above each row. */
export const SERVERS: Server[] = [
  // Sorry, we were unable to deliver your message to the following address.
  {
    name: "yahoo",
    line: /^Sorry, we were unable to deliver your message to the following address/m,
    phase: "rcpt",
  },
  //   Reason: Remote SMTP server has rejected address
  { name: "messaging-server", line: /Remote SMTP server has rejected address/, phase: "rcpt" },
  // Each of the following recipients was rejected by a remote mail server. (au: no reply; its filters refused)
  {
    name: "au",
    line: /^Each of the following recipients was rejected by a remote\s+mail server/m,
    reason: "filtered",
  },
  // ---The following addresses had delivery errors---: a gateway that accepts everything, then reports [User unknown]
  { name: "x1", line: /^---The following addresses had delivery errors---/m, phase: "dot" },
  // Unable to deliver message to the following address(es).
  { name: "x2", line: /^Unable to deliver message to the following address\(es\)\./m, phase: "dot" },
  // Filtering gateways: they do not state which command the server behind them refused.
  // --- The following addresses had delivery problems ---
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

import type { Row } from "./row.ts";

/** The meaning of codes, for replies whose words match no other row: RFC 3463 §3 and its registry, then RFC 5321 §4.2. */
export const CODE_ROWS: Row[] = [
  // RFC 7504 and RFC 5321 §4.2.3
  {
    seen: [
      "521 no",
      "556 no",
      "521 5.3.2 <x@example.net>: Recipient address rejected: System not accepting network messages.",
    ],
    codes: /^(521|556)$/,
    reason: "takes_no_mail",
  },
  { seen: ["550 5.1.10 no"], enhanced: /^[45]\.1\.10$/, reason: "takes_no_mail" },
  // Left out: X.1.0 may be about the sender's or the recipient's address, X.1.4 is an ambiguous address, X.1.9 is no refusal.
  { seen: ["550 5.1.1 no", "550 5.1.3 no"], enhanced: /^[45]\.1\.[13]$/, reason: "no_such_user" },
  { seen: ["550 5.2.1 no"], enhanced: /^[45]\.2\.1$/, reason: "suspended" },
  { seen: ["550 5.2.0 no"], enhanced: /^[45]\.2\.\d+$/, reason: "filtered" },
  { seen: ["451 4.3.0 no"], enhanced: /^[45]\.3\.\d+$/, reason: "system_error" },
  { seen: ["550 5.4.4 no"], enhanced: /^5\.4\.4$/, reason: "no_such_domain" },
  { seen: ["550 4.4.7 no"], enhanced: /^[45]\.4\.7$/, reason: "expired" },
  { seen: ["550 5.4.6 no"], enhanced: /^[45]\.4\.\d+$/, reason: "network" },
  { seen: ["452 4.5.3 no"], enhanced: /^[45]\.5\.3$/, reason: "rate_limited" },
  { seen: ["550 5.6.0 no"], enhanced: /^[45]\.6\.\d+$/, reason: "content" },
  { seen: ["550 5.7.1 no"], enhanced: /^[45]\.7\.\d+$/, reason: "policy" },
  { seen: ["250 2.1.5 Ok"], codes: /^2/, reason: "delivered" },
  { seen: ["421 no", "450 no", "451 no", "452 no"], codes: /^(421|45\d)$/, reason: "system_error" },
  { seen: ["530 no", "535 no"], codes: /^53[0458]$/, reason: "login_required" },
  { seen: ["503 no"], codes: /^50\d$/, reason: "protocol_error" },
  { seen: ["551 no"], codes: /^551$/, reason: "moved" },
  { seen: ["552 no"], codes: /^552$/, phases: ["dot", "body", "data"], reason: "too_large" },
  // In reply to MAIL, the server knows only the sender.
  { seen: ["550 5.1.0 Address rejected."], codes: /^5/, phases: ["mail"], reason: "rejected_sender" },
  // Most of these mean "no such user", but policy refusals look the same, so a bare code is not hard
  { seen: ["550 no", "553 no"], codes: /^55[03]$/, phases: ["rcpt"], reason: "filtered" },
];

import type { Report } from "../../mail/report/index.ts";

/** The result of reading an inbound message, for each of its recipient addresses. */
export type Outcome =
  /** An event, a suppression or a report was stored. */
  | "recorded"
  /** The same result was recorded before (G3). */
  | "repeated"
  /** Nothing to record: a delay, an automatic reply, a person's mail (G7), or mail to postmaster that must not be forwarded (D19). */
  | "nothing"
  /** It makes a claim without proof (G1, G5). */
  | "unverified"
  /** The account or the email no longer exists (G13). */
  | "dropped"
  /** Mail to the operator, forwarded. */
  | "forwarded"
  /** Mail to the operator, stored but not forwarded. */
  | "kept"
  /** Every attempt to read it failed. */
  | "failed";

/** Recipients that the SMTP server rejected: counted, not stored. */
type Refused = "refused_unknown" | "refused_forged" | "refused_expired";

/** Counts for metrics (G13). `kind` is the kind of report, or "unknown" when the message was not read. */
export type CountOutcome = (outcome: Outcome | Refused, kind: Report["kind"] | "unknown") => void;

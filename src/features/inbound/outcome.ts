import type { Report } from "../../mail/report/index.ts";

/** What came of a message that was taken in, for each address that it came to. */
export type Outcome =
  /** An event, a suppression or a report was stored. */
  | "recorded"
  /** The same had been told before (G3). */
  | "repeated"
  /** It says nothing that counts: a delay, an automatic answer, a person's mail (G7), and at postmaster what must go no further (D19). */
  | "nothing"
  /** It claims what it does not prove (G1, G5). */
  | "unverified"
  /** The account or the email is gone (G13). */
  | "dropped"
  /** For whoever runs this server, who was sent it. */
  | "forwarded"
  /** For whoever runs this server, and only kept. */
  | "kept"
  /** It could not be read, again and again. */
  | "failed";

/** What is refused at the server, where it is only counted. */
type Refused = "refused_unknown" | "refused_forged" | "refused_expired";

/** Counts for those who watch (G13); `kind`: what was read, "unknown" of what was not. */
export type CountOutcome = (outcome: Outcome | Refused, kind: Report["kind"] | "unknown") => void;

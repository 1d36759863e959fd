import type { PublishedKey } from "../../../mail/dkim/index.ts";
import type { RecordId } from "./finding.ts";

type Purpose =
  | "ownership"
  | "dkim_active"
  | "dkim_waiting"
  | "dkim_retired"
  | "return_path"
  | "spf"
  | "dmarc"
  | "tls_reports"
  | "tracking";

/** A record that the owner of a domain is asked to publish. */
export type WantedRecord = {
  id: RecordId;
  purpose: Purpose;
  type: "TXT" | "MX" | "CNAME";
  name: string;
  /** The value if no such record exists yet. MX values include the preference. */
  value: string;
  /** `required`: without the record, the domain is not verified or its mail not signed. */
  need: "required" | "recommended" | "optional";
  /** The record's purpose as a sentence, for display. */
  meaning: string;
  /** The key of a DKIM record. */
  key: PublishedKey | null;
};

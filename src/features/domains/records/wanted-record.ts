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

/** A record that the owner of a domain is asked for. */
export type WantedRecord = {
  id: RecordId;
  purpose: Purpose;
  type: "TXT" | "MX" | "CNAME";
  name: string;
  /** As if nothing of its kind stood there yet. Of an MX with its preference. */
  value: string;
  /** required: without it the domain is not verified, or its mail not signed. */
  need: "required" | "recommended" | "optional";
  /** What it is for. */
  meaning: string;
  /** Of a key. */
  key: PublishedKey | null;
};

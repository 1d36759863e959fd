import { EMAIL_COLUMNS, type EmailRow } from "./email-row.ts";

/** Bodies up to this size are loaded with the claim. 512 larger ones would exceed a worker's memory. */
const SMALL_CONTENT_BYTES = 65_536;

/** An email as a worker's claim loads it: the row, and its bodies if they are small. */
export type EmailOfClaim = EmailRow & {
  has_contents: boolean;
  html: Buffer | null;
  text: Buffer | null;
};

/** The SQL columns and joins for an EmailOfClaim, in a statement with the email's row `e`. */
export const EMAIL_OF_CLAIM = {
  columns: `${EMAIL_COLUMNS}, s.has_contents, h.bytes AS html, t.bytes AS text`,
  joins: `CROSS JOIN LATERAL (
        SELECT e.size_bytes <= ${SMALL_CONTENT_BYTES} AND e.attachments IS NULL AND e.raw_hash IS NULL AS has_contents
      ) s
      LEFT JOIN contents h ON s.has_contents AND h.account_id = e.account_id AND h.hash = e.html_hash
      LEFT JOIN contents t ON s.has_contents AND t.account_id = e.account_id AND t.hash = e.text_hash`,
};

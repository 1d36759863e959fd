import type { Database } from "../../../platform/db/index.ts";
import { loadContents } from "../contents/queries.ts";
import { showRaw } from "../messages/raw-messages.ts";

/** Larger bodies are not searched: a page of them would take seconds. */
const MAX_BODY_BYTES = 1_048_576;

/** Texts that an email must contain, case-insensitive. Null: any. */
export type ContainedTexts = {
  /** In the subject, the addresses or the body. */
  text: string | null;
  /** In the sender's address or name. */
  sender: string | null;
  subject: string | null;
};

type Search = ContainedTexts & {
  ids: string[];
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
};

/** Returns those of the emails that contain all the texts. */
export async function findContaining(
  database: Database,
  accountId: string,
  { signal, ...search }: Search,
): Promise<Set<string>> {
  const { text } = search;
  const rows = await searchStored(database, accountId, search);
  const found = new Set(rows.flatMap(({ id, matches }) => (matches ? [id] : [])));
  for (const { id, raw_hash, matches } of rows) {
    if (matches || text === null || raw_hash === null) continue;
    if (await rawContains(database, { accountId, raw_hash, text, signal })) found.add(id);
  }
  return found;
}

type SearchedRow = { id: string; matches: boolean; raw_hash: string | null };

/** Bodies are searched without HTML tags. Messages submitted by SMTP are encoded, so only their columns are searched here. */
async function searchStored(
  { pool }: Database,
  accountId: string,
  { ids, text, sender, subject }: Omit<Search, "signal">,
): Promise<SearchedRow[]> {
  const { rows } = await pool.query<SearchedRow>(
    `SELECT e.id, CASE WHEN e.size_bytes <= $4 THEN encode(e.raw_hash, 'hex') END AS raw_hash,
       $3::text IS NULL
       OR strpos(lower(e.subject), lower($3)) > 0
       OR strpos(lower(concat_ws(' ', e.mail_from->>'name', e.mail_from->>'address', e.mail_to::text, e.mail_cc::text, e.mail_bcc::text)), lower($3)) > 0
       OR EXISTS (
         SELECT FROM contents c
         WHERE c.account_id = $1 AND c.hash IN (e.html_hash, e.text_hash) AND octet_length(c.bytes) <= $4
           AND strpos(lower(CASE WHEN c.hash = e.html_hash THEN regexp_replace(convert_from(c.bytes, 'UTF8'), '<[^>]*>', '', 'g')
             ELSE convert_from(c.bytes, 'UTF8') END), lower($3)) > 0
       ) AS matches
     FROM emails e
     WHERE e.account_id = $1 AND e.id = ANY ($2::uuid[])
       AND ($5::text IS NULL OR strpos(lower(concat_ws(' ', e.mail_from->>'name', e.mail_from->>'address')), lower($5)) > 0)
       AND ($6::text IS NULL OR strpos(lower(e.subject), lower($6)) > 0)`,
    [accountId, ids, text, MAX_BODY_BYTES, sender, subject],
  );
  return rows;
}

type RawSearch = { accountId: string; raw_hash: string; text: string; signal: AbortSignal };

async function rawContains(
  database: Database,
  { accountId, raw_hash, text, signal }: RawSearch,
): Promise<boolean> {
  const raw = (await loadContents(database, accountId, [raw_hash])).get(raw_hash);
  if (!raw) return false;
  const shown = await showRaw({ accountId, hash: raw_hash, raw, signal });
  if ("unreadable" in shown) return false;
  return `${shown.text ?? ""}\n${shown.html ?? ""}`.toLowerCase().includes(text.toLowerCase());
}

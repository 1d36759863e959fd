import type { ClaimedRow, EmailSql } from "./claim.ts";
import type { ClaimLimits, DomainLimit } from "./claim-limits.ts";
import { claimText, STREAMS_PER_CLAIM } from "./claim-text.ts";
import { type ClaimedRows, type Queries, type TransactionColumns, transactionOf } from "./commit-claim.ts";

/** The position of claims: the stream, and in each stream the partition, after which the next claim starts. */
export class ClaimCursor {
  stream = { accountId: "00000000-0000-0000-0000-000000000000", bulk: false };
  /** By stream (`account bulk`), the domain of the partition that was visited last. */
  readonly partitions = new Map<string, string>();
}

/** Beyond this number all places are dropped. Most belong to streams that are empty now, and a stream that starts over loses nothing. */
const MAX_PLACES = 10_000;

export type ClaimedBatch<Email> = ClaimedRows<Email> & {
  /** Whether this claim visited every stream and partition. */
  isRoundOver: boolean;
};

/** Columns with the same value in each row. If nothing was claimed, there is one row with only these. */
type CursorRow = {
  last_stream: { account_id: string; bulk: boolean } | null;
  places: Record<string, string> | null;
  has_more_partitions: boolean;
};

type Options = {
  limit: number;
  leaseSeconds: number;
  cursor: ClaimCursor;
  limits: ClaimLimits;
  /** The columns to load of each email. */
  email: EmailSql;
};

/**
 * Claims up to `limit` ready recipients for `leaseSeconds`, in equal shares for all streams with ready recipients, and within a stream
 * for its partitions (see claim-text.ts). The first recipient of an email includes the email. Rows that another worker is claiming are
 * skipped. Advances the cursor.
 */
export async function claimRecipients<Email>(
  { pool }: Queries,
  { limit, leaseSeconds, cursor, limits, email }: Options,
): Promise<ClaimedBatch<Email>> {
  const { closed, limited } = splitLimits(limits);
  const { rows } = await pool.query<ClaimedRow<Email> & CursorRow & TransactionColumns>({
    name: "claim-recipients",
    text: claimText(email),
    values: [
      limit,
      leaseSeconds,
      cursor.stream.accountId,
      cursor.stream.bulk,
      STREAMS_PER_CLAIM,
      [...cursor.partitions.keys()],
      [...cursor.partitions.values()],
      limits.perDomain,
      limited.map(({ domain }) => domain),
      limited.map(({ group }) => group),
      limited.map(({ capacity }) => capacity),
      limits.pausedAccounts,
      limits.pausedAccountDomains,
      limited.map(({ of }) => of?.accountId ?? null),
      limited.map(({ of }) => of?.bulk ?? null),
      JSON.stringify(closed),
    ],
  });
  const [first] = rows;
  moveOn(cursor, first);
  return {
    rows: rows.filter(({ email_id }) => email_id !== null),
    transaction: transactionOf(rows),
    isRoundOver: !first?.last_stream && !first?.has_more_partitions,
  };
}

/**
 * Separates closed domains from those with a limit. Thousands of domains may be closed, and the statement looks up each partition that
 * it visits. PostgreSQL finds keys of a `jsonb` object by binary search, and compares an array element by element. A key is a domain, or
 * a domain and its stream: `example.com`, `example.com true` for bulk mail.
 */
function splitLimits({ domains }: ClaimLimits): { closed: Record<string, 0>; limited: DomainLimit[] } {
  const closed: Record<string, 0> = {};
  const limited: DomainLimit[] = [];
  for (const limit of domains) {
    const { domain, of, capacity } = limit;
    if (capacity > 0 || of?.accountId) limited.push(limit);
    else closed[of ? `${domain} ${of.bulk}` : domain] = 0;
  }
  return { closed, limited };
}

function moveOn(cursor: ClaimCursor, row: CursorRow | undefined): void {
  cursor.stream = row?.last_stream
    ? { accountId: row.last_stream.account_id, bulk: row.last_stream.bulk }
    : new ClaimCursor().stream;
  if (cursor.partitions.size > MAX_PLACES) cursor.partitions.clear();
  // Streams that this claim did not visit keep their place. Streams whose end was reached start over.
  for (const [stream, domain] of Object.entries(row?.places ?? {})) {
    if (domain === "") cursor.partitions.delete(stream);
    else cursor.partitions.set(stream, domain);
  }
}

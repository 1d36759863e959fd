/** Who sends: the account, the API key that it came with, and what that key may do. */
export type Sender = {
  accountId: string;
  keyId: number | null;
  limits: SenderLimits | null;
  /** Whether this is mail of Posthouse itself to its users. No sender policy and no quota may hold it back. */
  isSystem?: boolean;
  /** What happens to lines of more than 998 octets in a message that comes whole. Absent: re-encode. */
  longLines?: "re-encode" | "refuse";
  /** Whether the process has room for so many bytes more that are fetched for this request. Absent: it has. */
  hold?: (bytes: number) => boolean;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
};

/** Of an API key; null is no limit. */
export type SenderLimits = {
  /** Domains as lower-case A-labels. */
  fromDomains: readonly string[] | null;
  /** Recipients of a UTC day. */
  dailyLimit: number | null;
};

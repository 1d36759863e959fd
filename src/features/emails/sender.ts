/** The sender of a request: the account, the API key and the key's limits. */
export type Sender = {
  accountId: string;
  keyId: number | null;
  limits: SenderLimits | null;
  /** Whether this is mail of Posthouse itself to its users. No sender policy and no quota may hold it back. */
  isSystem?: boolean;
  /** How to treat lines of more than 998 octets in a message submitted by SMTP. Default: re-encode. */
  longLines?: "re-encode" | "refuse";
  /** Reserves memory for bytes that are downloaded or loaded for this request. Returns false if the process has no room. Default: always true. */
  hold?: (bytes: number) => boolean;
  /** Aborts when the client has disconnected. */
  readonly signal?: AbortSignal;
};

/** The limits of an API key; null: no limit. */
type SenderLimits = {
  /** Domains as lower-case A-labels. */
  fromDomains: readonly string[] | null;
  /** Recipients per UTC day. */
  dailyLimit: number | null;
};

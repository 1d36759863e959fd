/** One mailbox: `address` is `local@domain`, the local part as it was given, the domain as lower-case A-labels. */
export type Mailbox = { address: string; name: string | null };

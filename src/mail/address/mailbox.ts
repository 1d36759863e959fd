/** One mailbox: `address` is `local@domain`, with the local part as received and the domain as lower-case A-labels. */
export type Mailbox = { address: string; name: string | null };

/** A third-party mail server with a mailbox that accepts all mail. */
export type MailServer = {
  name: string;
  /** Port on loopback. */
  port: number;
  /** Whether all accepted mail has reached the mailbox. */
  isIdle: () => Promise<boolean>;
  /** The messages in the mailbox; each has its envelope recipient in one of its headers. */
  messages: () => Promise<string[]>;
  log: () => Promise<string>;
  stop: () => Promise<void>;
};

/** The domain for which all servers accept mail. */
export const OWN_DOMAIN = "mx.posthouse.test";

/** A server that others wrote, with a mailbox that takes whatever comes. */
export type MailServer = {
  name: string;
  /** On loopback. */
  port: number;
  /** Nothing that it has taken is still on its way into the mailbox. */
  isIdle: () => Promise<boolean>;
  /** What is in the mailbox; each has the recipient of its envelope in one of its headers. */
  messages: () => Promise<string[]>;
  log: () => Promise<string>;
  stop: () => Promise<void>;
};

/** The domain that they all take mail for. */
export const OWN_DOMAIN = "mx.posthouse.test";

import type { Database } from "../../platform/db/index.ts";
import { FailingNetworks } from "./failing-networks.ts";
import { Mailboxes, type MailboxesDeps } from "./mailboxes.ts";
import { insertMessage } from "./queries.ts";
import { InboundReader } from "./read/inbound-reader.ts";
import type { ReadDeps } from "./read/read-message.ts";
import { type InboundServerOptions, openInboundServer } from "./smtp-server/open-inbound-server.ts";
import { UNREAD_LIMITS, UnreadMail } from "./unread-mail.ts";

export type InboundOptions = Omit<
  InboundServerOptions & ReadDeps & MailboxesDeps,
  "mailboxes" | "storeMessage" | "isFull" | "isFullOfOpen" | "onRefused" | "readReport"
> & { database: Database; unread?: UnreadMail };

export type Inbound = {
  /** Null when the default port was in use. */
  port: number | null;
  /** For /metrics. */
  readGauges(): { posthouse_inbound_connections: number; posthouse_inbound_unread_messages: number };
  stop(): Promise<void>;
};

/** Other processes store and read mail too. Each process keeps the count in memory, because each connection needs it. */
const REFRESH_MS = 10_000;

/** Starts the SMTP server and the reader of its messages. Rejects as openInboundServer does. */
export async function startInbound(options: InboundOptions): Promise<Inbound> {
  const { database, log, count, unread = new UnreadMail(UNREAD_LIMITS) } = options;
  const mailboxes = new Mailboxes(options);
  const failing = new FailingNetworks();
  const reader = new InboundReader({ ...options, mailboxes, failing });
  const timer = setInterval(
    () =>
      void unread
        .refresh(database.db)
        .catch((error: unknown) =>
          log.warn(
            { event: "inbound.not_counted", err: error },
            "could not count unread mail; trying again in 10 seconds",
          ),
        ),
    REFRESH_MS,
  );
  const server = await openInboundServer({
    ...options,
    mailboxes,
    storeMessage: async (message) => {
      await insertMessage(database.db, message, { isFailing: failing.isFailing(message.network) });
      unread.add({ ...message, bytes: message.raw.length });
      reader.wake();
    },
    isFull: () => unread.isFull,
    isFullOfOpen: (network) => unread.isFullOfOpen(network),
    onRefused: (reason) => count(`refused_${reason}`, "unknown"),
  }).catch((error: unknown) => {
    clearInterval(timer);
    throw error;
  });
  reader.start();
  return {
    port: server.port,
    readGauges: () => ({
      posthouse_inbound_connections: server.connections,
      posthouse_inbound_unread_messages: unread.messages,
    }),
    stop: async () => {
      clearInterval(timer);
      await server.stop();
      await reader.stop();
    },
  };
}

import type { Database } from "../../platform/db/index.ts";
import { FailingNetworks } from "./failing-networks.ts";
import { createMailboxes, type MailboxesDeps } from "./mailboxes.ts";
import { insertMessage } from "./queries.ts";
import { InboundReader } from "./read/inbound-reader.ts";
import type { ReadDeps } from "./read/read-message.ts";
import { type InboundServerOptions, openInboundServer } from "./smtp-server/open-inbound-server.ts";
import { sweepInbound } from "./sweep-inbound.ts";
import { UnreadMail, unreadLimits } from "./unread-mail.ts";

export type InboundOptions = Omit<
  InboundServerOptions & ReadDeps & MailboxesDeps,
  "mailboxes" | "storeMessage" | "isFull" | "isFullOfOpen" | "onRefused" | "readReport"
> & { database: Database; unread?: UnreadMail };

export type Inbound = {
  /** Null where the default port was taken. */
  port: number | null;
  /** For /metrics. */
  readGauges(): { posthouse_inbound_connections: number; posthouse_inbound_unread_messages: number };
  stop(): Promise<void>;
};

const lookEveryMs = 10_000;
const sweepEvery = 30;

/** The server, and the reader behind it. Rejects as openInboundServer does. */
export async function startInbound(options: InboundOptions): Promise<Inbound> {
  const { database, log, count, unread = new UnreadMail(unreadLimits) } = options;
  const mailboxes = createMailboxes(options);
  const failing = new FailingNetworks();
  const reader = new InboundReader({ ...options, mailboxes, failing });
  let looks = 0;
  const look = async () => {
    await unread.look(database.db);
    if (looks % sweepEvery === 0) await sweepInbound(database);
    looks += 1;
  };
  const looking = setInterval(
    () =>
      void look().catch((error: unknown) =>
        log.warn({ event: "inbound.not_swept", err: error }, "could not remove what has been read"),
      ),
    lookEveryMs,
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
    onRefused: (why) => count(`refused_${why}`, "unknown"),
  }).catch((error: unknown) => {
    clearInterval(looking);
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
      clearInterval(looking);
      await server.stop();
      await reader.stop();
    },
  };
}

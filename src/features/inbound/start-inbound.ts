import type { Database } from "../../platform/db/index.ts";
import { type InboundDoorOptions, openInboundDoor } from "./door/open-inbound-door.ts";
import { createMailboxes, type MailboxesDeps } from "./mailboxes.ts";
import { countWaiting, insertMessage } from "./queries.ts";
import { InboundReader } from "./read/inbound-reader.ts";
import type { ReadDeps } from "./read/read-message.ts";
import { sweepInbound } from "./sweep-inbound.ts";

export type InboundOptions = Omit<
  InboundDoorOptions & ReadDeps & MailboxesDeps,
  "mailboxes" | "storeMessage" | "isFull" | "onRefused" | "readReport"
> & { database: Database };

export type Inbound = {
  /** Null where the default port was taken. */
  port: number | null;
  stop(): Promise<void>;
};

/** Room for what comes while nobody can read it; beyond it senders keep their mail. */
const mostWaiting = 50_000;
const lookEveryMs = 10_000;
const sweepEvery = 30;

/** The door, and the reader behind it. Rejects as openInboundDoor does. */
export async function startInbound(options: InboundOptions): Promise<Inbound> {
  const { database, log, count } = options;
  const mailboxes = createMailboxes(options);
  const reader = new InboundReader({ ...options, mailboxes });
  let waiting = 0;
  let looks = 0;
  const look = async () => {
    waiting = await countWaiting(database.db);
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
  const door = await openInboundDoor({
    ...options,
    mailboxes,
    storeMessage: async (message) => {
      await insertMessage(database.db, message);
      reader.wake();
    },
    isFull: () => waiting > mostWaiting,
    onRefused: (why) => count(`refused_${why}`),
  }).catch((error: unknown) => {
    clearInterval(looking);
    throw error;
  });
  reader.start();
  return {
    port: door.port,
    stop: async () => {
      clearInterval(looking);
      await door.stop();
      await reader.stop();
    },
  };
}

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { placeOf, throughPort } from "./database-place.ts";

type Loss = {
  /** Affects every connection that sends this text. */
  text: string;
  /** `answers` are lost after the statement has run, `requests` before. */
  what: "answers" | "requests";
  /** The first loss also breaks all connections, and no new one is accepted. */
  thenAway?: boolean;
};

/** A proxy in front of PostgreSQL that drops chosen requests or responses. */
export type LossyDatabase = {
  connectionString: string;
  lose(loss: Loss): void;
  /** The number of broken connections. */
  readonly broken: number;
  loseNothing(): void;
  close(): Promise<void>;
};

export async function startLossyDatabase(connectionString: string): Promise<LossyDatabase> {
  const upstream = placeOf(connectionString);
  const sockets = new Set<Socket>();
  let losing: Loss | null = null;
  let isAway = false;
  let broken = 0;
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (isAway) return void client.destroy();
    const database = connect(upstream);
    const end = () => {
      client.destroy();
      database.destroy();
    };
    const lose = () => {
      broken += 1;
      isAway = losing?.thenAway ?? false;
      if (isAway) endAll();
      end();
    };
    let isMarked = false;
    client.on("data", (bytes) => {
      const isMeant = losing !== null && bytes.includes(losing.text);
      if (isMeant && losing?.what === "requests") return lose();
      isMarked ||= isMeant;
      database.write(bytes);
    });
    // PostgreSQL responds only after the transaction; an implicit transaction ends with the Sync after the statement.
    database.on("data", (bytes) => (isMarked ? lose() : client.write(bytes)));
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        end();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    connectionString: throughPort(connectionString, (server.address() as AddressInfo).port),
    lose: (loss) => {
      losing = loss;
      broken = 0;
    },
    get broken() {
      return broken;
    },
    loseNothing: () => {
      losing = null;
      isAway = false;
    },
    close: async () => {
      endAll();
      server.close();
      await once(server, "close");
    },
  };
}

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { placeOf, throughPort } from "../database-place.ts";

export type DatabaseFault =
  /** The connection is reset before the statement arrives, or after it has run. */
  | { kind: "reset"; when: "before" | "after" }
  /** All connections break, and no new one is accepted while the fault lasts. */
  | { kind: "refuse" }
  /** The server returns this error for the statement; `FATAL` also ends the session (PostgreSQL, Appendix A). */
  | { kind: "error"; severity: "ERROR" | "FATAL"; sqlstate: string };

export type FaultyDatabase = {
  connectionString: string;
  /** Injects the fault once, at the nth packet that a client sends from now on. */
  arm(fault: DatabaseFault, nth: number): void;
  /** Whether the fault has happened. */
  readonly hasHappened: boolean;
  disarm(): void;
  close(): Promise<void>;
};

/** A proxy in front of PostgreSQL that fails at exactly one point. */
export async function startFaultyDatabase(connectionString: string): Promise<FaultyDatabase> {
  const upstream = placeOf(connectionString);
  const clients = new Set<Socket>();
  let armed: DatabaseFault | null = null;
  let toGo = 0;
  let hasHappened = false;
  let isRefusing = false;
  const resetAll = () => {
    for (const client of clients) client.resetAndDestroy();
  };
  const server = createServer((client) => {
    if (isRefusing) return void client.resetAndDestroy();
    clients.add(client);
    const database = connect(upstream);
    let resetsOnAnswer = false;
    client.on("data", (bytes: Buffer) => {
      if (armed === null || --toGo > 0) return void database.write(bytes);
      const fault = armed;
      armed = null;
      hasHappened = true;
      if (fault.kind === "refuse") {
        isRefusing = true;
        resetAll();
      } else if (fault.kind === "error") answerError(client, fault);
      else if (fault.when === "before") client.resetAndDestroy();
      else {
        resetsOnAnswer = true;
        database.write(bytes);
      }
    });
    database.on("data", (bytes: Buffer) => {
      if (resetsOnAnswer) client.resetAndDestroy();
      else client.write(bytes);
    });
    for (const socket of [client, database]) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        clients.delete(client);
        client.destroy();
        database.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    connectionString: throughPort(connectionString, (server.address() as AddressInfo).port),
    arm: (fault, nth) => {
      armed = fault;
      toGo = nth;
      hasHappened = false;
    },
    get hasHappened() {
      return hasHappened;
    },
    disarm: () => {
      armed = null;
      isRefusing = false;
    },
    close: async () => {
      resetAll();
      server.close();
      await once(server, "close");
    },
  };
}

/** PostgreSQL, "Message Formats": ErrorResponse, and ReadyForQuery unless the session is over. */
function answerError(client: Socket, { severity, sqlstate }: { severity: string; sqlstate: string }): void {
  const fields = Buffer.from(`S${severity}\0V${severity}\0C${sqlstate}\0Ma fault for a test\0\0`);
  client.write(Buffer.concat([Buffer.from("E"), lengthOf(fields), fields]));
  if (severity === "FATAL") client.end();
  else client.write(Buffer.from([0x5a, 0, 0, 0, 5, 0x49]));
}

function lengthOf(content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length + 4);
  return length;
}

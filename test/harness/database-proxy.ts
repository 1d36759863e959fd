import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { PassThrough, Transform } from "node:stream";
import { placeOf, throughPort } from "./database-place.ts";

/** A proxy in front of PostgreSQL that can be slow or unavailable. */
export type DatabaseProxy = {
  connectionString: string;
  /** Holds the database's responses back until `release`. */
  hold(): void;
  /** Bytes of responses held back so far. */
  readonly held: number;
  release(): void;
  /** Silences the existing connections without closing them; new connections work. */
  silence(): void;
  /** Breaks all connections and accepts no new ones until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
};

/** A client, the server connection of the client, and the server's responses. */
type Pair = { client: Socket; database: Socket; answer: Transform; isSilent: boolean };

/** Long enough for the client to read all bytes before these. */
const PAUSE_MS = 5;

/** `pauseAfter`: the responses pause each time they contain these bytes. */
export async function startDatabaseProxy(
  connectionString: string,
  { pauseAfter }: { pauseAfter?: Buffer } = {},
): Promise<DatabaseProxy> {
  const upstream = placeOf(connectionString);
  const pairs = new Set<Pair>();
  let isHolding = false;
  let isCut = false;
  let held = 0;
  const join = (client: Socket) => {
    const answer = pauseAfter ? pausingAfter(pauseAfter) : new PassThrough({ highWaterMark: 1e8 });
    const pair: Pair = { client, database: connect(upstream), answer, isSilent: false };
    const { database } = pair;
    pairs.add(pair);
    database.on("data", (chunk: Buffer) => {
      if (isHolding) held += chunk.length;
      answer.write(chunk);
    });
    client.pipe(database);
    if (!isHolding) answer.pipe(client);
    for (const socket of [client, database]) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        if (!pair.isSilent) part(pair);
      });
    }
  };
  const part = (pair: Pair) => {
    pairs.delete(pair);
    pair.client.destroy();
    pair.database.destroy();
  };
  const partAll = () => {
    for (const pair of pairs) part(pair);
  };
  const server = createServer((client) => (isCut ? client.destroy() : join(client)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    connectionString: throughPort(connectionString, port),
    hold() {
      isHolding = true;
      for (const { answer } of pairs) answer.unpipe();
    },
    get held() {
      return held;
    },
    release() {
      isHolding = false;
      held = 0;
      for (const { answer, client } of pairs) answer.pipe(client);
    },
    silence() {
      for (const pair of pairs) {
        pair.isSilent = true;
        pair.answer.unpipe();
      }
    },
    cut() {
      isCut = true;
      partAll();
    },
    mend() {
      isCut = false;
    },
    async close() {
      partAll();
      server.close();
      await once(server, "close");
    },
  };
}

function pausingAfter(bytes: Buffer): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const at = chunk.indexOf(bytes);
      if (at < 0) return done(null, chunk);
      const end = at + bytes.length;
      this.push(chunk.subarray(0, end));
      setTimeout(() => done(null, chunk.subarray(end)), PAUSE_MS);
    },
  });
}

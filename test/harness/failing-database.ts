import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { placeOf, throughPort } from "./database-place.ts";

/** A SQLSTATE that the real server returns; or a connection that breaks before the statement arrives, or after it has run. */
export type DatabaseFailure = string | "reset before" | "reset after";

type Rule = { text: string; failure: DatabaseFailure; times: number };

/** A proxy in front of PostgreSQL that parses statements and makes chosen ones fail. */
export type FailingDatabase = {
  connectionString: string;
  /** Distinct statements in order of arrival, since the start or the last `forget`. */
  statements(): string[];
  /** Makes the next `times` statements that begin with `text` fail. Resolves after they have failed. */
  fail(rule: Rule): { failed: Promise<void> };
  close(): Promise<void>;
};

/** Long enough to distinguish statements, short enough to leave out their values. */
const NAME_LENGTH = 60;

export async function startFailingDatabase(connectionString: string): Promise<FailingDatabase> {
  const upstream = placeOf(connectionString);
  const sockets = new Set<Socket>();
  const seen = new Set<string>();
  let rule: (Rule & { done: PromiseWithResolvers<void> }) | null = null;

  /** The failure of this statement, if it has to fail. */
  function failureOf(text: string): DatabaseFailure | null {
    seen.add(text);
    if (rule === null || !text.startsWith(rule.text)) return null;
    const { failure, done } = rule;
    rule.times -= 1;
    if (rule.times === 0) {
      rule = null;
      done.resolve();
    }
    return failure;
  }

  const server = createServer((client) => {
    const database = connect(upstream);
    const end = () => {
      client.destroy();
      database.destroy();
    };
    const reader = new StatementReader();
    let isResetAfter = false;
    client.on("data", (bytes: Buffer) => {
      for (const { text, frames } of reader.read(bytes)) {
        const failure = text === null ? null : failureOf(text);
        if (failure === "reset before") return end();
        if (failure === "reset after") isResetAfter = true;
        database.write(failure === null || failure === "reset after" ? frames : raise(failure));
      }
    });
    database.on("data", (bytes) => (isResetAfter ? end() : client.write(bytes)));
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
    statements: () => [...seen],
    fail: (given) => {
      const done = Promise.withResolvers<void>();
      rule = { ...given, done };
      return { failed: done.promise };
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Replaces a statement with one that the server fails, which aborts the transaction. 57P01 ends the session. */
function raise(sqlState: string): Buffer {
  const text =
    sqlState === "57P01"
      ? "SELECT pg_terminate_backend(pg_backend_pid())"
      : `DO $$ BEGIN RAISE EXCEPTION 'made to fail' USING ERRCODE = '${sqlState}'; END $$`;
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5);
  head.write("Q");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Splits a client's bytes into statements: the frames up to Sync, or one simple query. */
class StatementReader {
  readonly #prepared = new Map<string, string>();
  #rest: Buffer = Buffer.alloc(0);
  #frames: Buffer[] = [];
  #text: string | null = null;
  #isStarted = false;

  *read(bytes: Buffer): Generator<{ text: string | null; frames: Buffer }> {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (let frame = this.#next(); frame !== null; frame = this.#next()) {
      this.#frames.push(frame);
      const isStartup = !this.#isStarted;
      this.#isStarted = true;
      if (!isStartup) this.#look(frame);
      const type = isStartup ? "startup" : String.fromCharCode(frame[0] as number);
      if (type === "P" || type === "B" || type === "D" || type === "E" || type === "C") continue;
      yield { text: this.#text, frames: Buffer.concat(this.#frames) };
      this.#frames = [];
      this.#text = null;
    }
  }

  /** The first message has a length and no type. */
  #next(): Buffer | null {
    const at = this.#isStarted ? 1 : 0;
    if (this.#rest.length < at + 4) return null;
    const length = at + this.#rest.readInt32BE(at);
    if (this.#rest.length < length) return null;
    const frame = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return frame;
  }

  #look(frame: Buffer): void {
    const type = String.fromCharCode(frame[0] as number);
    const strings = () => frame.toString("latin1", 5).split("\0");
    if (type === "Q") this.#text = nameOf(strings()[0] ?? "");
    if (type === "P") {
      const [name = "", text = ""] = strings();
      this.#prepared.set(name, nameOf(text));
      this.#text = nameOf(text);
    }
    if (type === "B") this.#text = this.#prepared.get(strings()[1] ?? "") ?? null;
  }
}

function nameOf(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, NAME_LENGTH);
}

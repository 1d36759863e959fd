import { createServer, type Socket } from "node:net";
import type { Script, SinkMessage, SinkOptions, SinkState } from "./smtp-script.ts";
import { SinkSession } from "./smtp-sink-session.ts";

export type { Script, SinkOptions, Step } from "./smtp-script.ts";

export type SmtpSink = {
  host: string;
  port: number;
  /** In the order of their final dots. */
  messages: SinkMessage[];
  /** The number of messages confirmed with 250, kept or not. */
  readonly accepted: number;
  /** Received commands, without message data. */
  commands: string[];
  /** All decrypted bytes that a client sent, by connection number. */
  wire: Map<number, Buffer[]>;
  /** The number of connections so far, and the number that are open. */
  readonly connections: number;
  readonly openConnections: number;
  /** Replaces the script; open connections follow it too. */
  setScript(script: Script): void;
  /** Closes all connections, after a last reply if one is given. Only without TLS. */
  hangUp(lastWord?: string): void;
  close(): Promise<void>;
};

/** Starts an SMTP server on loopback that accepts every message unless its script says otherwise. */
export async function startSmtpSink(options: SinkOptions = {}): Promise<SmtpSink> {
  const sockets = new Set<Socket>();
  const state = {
    ...options,
    script: options.script ?? {},
    accepted: 0,
    messages: [],
    commands: [],
    wire: new Map(),
  } as SinkState;
  let connections = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    new SinkSession(socket, state, connections).start();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, options.host ?? "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    host: options.host ?? "127.0.0.1",
    port: typeof address === "object" && address !== null ? address.port : 0,
    messages: state.messages,
    commands: state.commands,
    wire: state.wire,
    get accepted() {
      return state.accepted;
    },
    get connections() {
      return connections;
    },
    get openConnections() {
      return sockets.size;
    },
    setScript: (script) => {
      state.script = script;
    },
    hangUp: (lastWord) => {
      for (const socket of sockets) socket.end(lastWord === undefined ? "" : `${lastWord}\r\n`);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

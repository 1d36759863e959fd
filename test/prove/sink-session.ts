import type { Socket } from "node:net";
import { WireReader } from "./wire-reader.ts";

/** The phases of a conversation; the sink can hold a conversation at each of them. */
export type Phase = "connect" | "ehlo" | "mail" | "rcpt" | "data" | "body" | "dot" | "answered";

export type SinkDuties = {
  /** Awaited at each phase, before the sink's reply to it. */
  reach: (phase: Phase) => Promise<void>;
  /** Awaited between the final dot and its 250: the message must be on the disk when it resolves. */
  keep: (message: Buffer, to: string[]) => Promise<void>;
};

/** Runs one SMTP conversation (RFC 5321) and accepts everything. Resolves when the client disconnects. */
export async function serveSinkSession(socket: Socket, duties: SinkDuties): Promise<void> {
  const wire = new WireReader(socket);
  const reply = (line: string) => {
    if (socket.writable) socket.write(`${line}\r\n`);
  };
  let to: string[] = [];
  await duties.reach("connect");
  reply("220 sink ESMTP");
  for (let line = await wire.line(); line !== null; line = await wire.line()) {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "EHLO") {
      await duties.reach("ehlo");
      reply("250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SIZE 104857600");
    } else if (verb === "MAIL") {
      to = [];
      await duties.reach("mail");
      reply("250 2.1.0 ok");
    } else if (verb === "RCPT") {
      to.push(/<(.*?)>/.exec(line)?.[1] ?? "");
      await duties.reach("rcpt");
      reply("250 2.1.5 ok");
    } else if (verb === "DATA") {
      await duties.reach("data");
      reply("354 go ahead");
      const stuffed = await wire.message(() => duties.reach("body"));
      if (stuffed === null) return;
      await duties.keep(withoutStuffing(stuffed), to);
      if (socket.destroyed) return;
      await duties.reach("dot");
      reply("250 2.0.0 kept");
      await duties.reach("answered");
    } else if (verb === "QUIT") {
      reply("221 2.0.0 bye");
      socket.end();
    } else reply(verb === "RSET" || verb === "NOOP" || verb === "HELO" ? "250 ok" : "502 5.5.1 unknown");
  }
}

/** RFC 5321 §4.5.2: undoes dot-stuffing. */
function withoutStuffing(stuffed: Buffer): Buffer {
  const text = stuffed.toString("latin1");
  return Buffer.from(text.replace(/^\./, "").replaceAll("\r\n.", "\r\n"), "latin1");
}

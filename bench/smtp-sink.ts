import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { freePort } from "../test/harness/posthouse.ts";
import { until } from "../test/harness/until.ts";

const BINARY = "/usr/sbin/smtp-sink";

export type BenchSink = { port: number; received: () => number; stop: () => Promise<void> };

export function hasSmtpSink(): boolean {
  return existsSync(BINARY);
}

/**
 * Starts Postfix's smtp-sink, which is written in C, so that the sink is never the bottleneck. Counting is optional, because
 * smtp-sink writes a line for each count.
 */
export async function startSmtpSink({ counting = false } = {}): Promise<BenchSink> {
  const port = await freePort();
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const args = [...user, ...(counting ? ["-c"] : []), `127.0.0.1:${port}`, "1000"];
  const child = spawn(BINARY, args, { stdio: ["ignore", "pipe", "ignore"] });
  let received = 0;
  child.stdout.setEncoding("latin1").on("data", (text: string) => {
    const counts = [...text.matchAll(/mesg=(\d+)\r/g)];
    received = Number(counts.at(-1)?.[1] ?? received);
  });
  await until(() => takesConnections(port), { within: 5_000, what: "smtp-sink" });
  return {
    port,
    received: () => received,
    stop: async () => {
      const gone = once(child, "exit");
      child.kill();
      await gone;
    },
  };
}

function takesConnections(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => resolve(false));
  socket.on("connect", () => {
    socket.destroy();
    resolve(true);
  });
  return promise;
}

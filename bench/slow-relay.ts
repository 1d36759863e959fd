import { setTimeout as sleep } from "node:timers/promises";
import { startSmtpSink } from "../test/harness/smtp-server.ts";

/**
 * A relay that replies to each final dot after a time, in its own process. Arguments: the time in ms, and the number of connections that
 * it takes at once; it refuses more with 421 (RFC 5321 §4.5.4.1). Sends its port to its parent, and for each message from it, the most
 * connections that were open at once and the number that it refused.
 */
const [dotMs = 0, maxConnections = 0] = process.argv.slice(2).map(Number);
let most = 0;
let refused = 0;

const sink = await startSmtpSink({
  keepMessages: false,
  onMessage: async () => {
    await sleep(dotMs);
  },
  script: {
    greeting: () => {
      if (sink.openConnections > maxConnections) {
        refused += 1;
        return "421 4.7.0 Too many connections";
      }
      most = Math.max(most, sink.openConnections);
      return undefined;
    },
  },
});
process.send?.({ port: sink.port });
process.on("message", () => process.send?.({ most, refused }));
process.on("disconnect", () => process.exit(0));

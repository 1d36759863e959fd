import SMTPConnection from "nodemailer/lib/smtp-connection";
import { sampleEmail } from "./sample-email.ts";
import { buildSample } from "./sample-message.ts";

/**
 * The baseline of the delivery bench, in its own process: nodemailer's bare connections, which send one prebuilt message. Arguments:
 * port, connections, seconds. Reports its rate to its parent.
 */
const [port = 0, connections = 0, seconds = 0] = process.argv.slice(2).map(Number);
const message = buildSample();
let sent = 0;

const open = await Promise.all(Array.from({ length: connections }, connect));
const start = performance.now();
const stopAt = start + seconds * 1_000;
await Promise.all(open.map(sendUntilDone));
const rate = (sent * 1_000) / (performance.now() - start);
for (const connection of open) connection.quit();
process.send?.({ rate });
process.on("disconnect", () => process.exit(0));

function connect(): Promise<SMTPConnection> {
  const connection = new SMTPConnection({ host: "127.0.0.1", port, ignoreTLS: true });
  return new Promise((resolve, reject) => {
    connection.on("error", reject);
    connection.connect((error) => (error ? reject(error) : resolve(connection)));
  });
}

async function sendUntilDone(connection: SMTPConnection): Promise<void> {
  while (performance.now() < stopAt) {
    await new Promise<void>((resolve, reject) => {
      const envelope = { from: "bench@posthouse.test", to: [sampleEmail.to] };
      connection.send(envelope, message, (error) => (error ? reject(error) : resolve()));
    });
    sent += 1;
  }
}

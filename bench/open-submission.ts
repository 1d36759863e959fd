import { loadConfig } from "../src/config.ts";
import { submitMessage } from "../src/features/emails/index.ts";
import { SubmissionServer } from "../src/features/submission/submission-server.ts";
import { openDatabase } from "../src/platform/db/index.ts";
import { ByteBudget } from "../src/platform/memory/index.ts";
import { makeSelfSigned } from "../src/platform/smtp-server/certificate/self-signed.ts";
import { ConnectionCaps, limits } from "../src/platform/smtp-server/index.ts";
import { createLogger } from "../src/platform/telemetry/index.ts";
import { sendingOf } from "../src/processes/services/sending.ts";
import { Services } from "../src/processes/services/services.ts";

/**
 * The submission server in its own process, without TLS and AUTH, which smtp-source does not support. Everything else is the
 * product's own code. Arguments: database URL, account.
 */
const [databaseUrl = "", accountId = ""] = process.argv.slice(2);
const log = createLogger("warn", "smtp");
const config = loadConfig({ DATABASE_URL: databaseUrl });
const database = openDatabase(databaseUrl, { max: 6 });
const sending = sendingOf(new Services({ name: "smtp", database, config, log }));
const principal = {
  accountId,
  via: "key",
  keyId: null,
  personId: null,
  permission: "send",
  limits: null,
  isLimited: false,
} as const;

class OpenServer extends SubmissionServer {
  override onMailFrom(...[address, session, done]: Parameters<SubmissionServer["onMailFrom"]>): void {
    session.user = { secret: "", ip: "", accountId };
    this.connectionOf(session)?.trust();
    super.onMailFrom(address, session, done);
  }
}

const server = new OpenServer(
  {
    authenticate: async () => ({ ok: true, principal }),
    takeRequest: () => undefined,
    submitMessage: (message, sender, options) => submitMessage(sending, message, sender, options),
    senderError: (address, sender) => sending.pipeline.senderError(address, sender),
    networkOf: (ip) => ip,
    log,
    host: "localhost",
  },
  {
    limits,
    budget: new ByteBudget(limits.bytesUnderWay),
    caps: new ConnectionCaps({ perNetwork: limits.connections, inAll: limits.connections }),
  },
  { secure: false, certificate: await makeSelfSigned("localhost") },
);
Object.assign(server.options, { authOptional: true, allowInsecureAuth: true });
server.listen(0, "127.0.0.1", () => {
  const address = server.server.address();
  process.send?.({ port: typeof address === "object" && address !== null ? address.port : 0 });
});
process.on("disconnect", () => process.exit(0));

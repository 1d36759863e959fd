import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  dsn,
  type InboundWorld,
  openInboundWorld,
  returnPathOf,
} from "../../src/features/inbound/inbound-world.fixture.ts";
import { deliverInbound, OUR_DOMAIN } from "../harness/inbound-client.ts";
import { hasPostfix, type Postfix, startPostfix } from "../harness/postfix.ts";
import { connectRaw } from "../harness/raw-smtp.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

let world: InboundWorld;
let postfix: Postfix;
let sink: SmtpSink;

beforeAll(async () => {
  world = await openInboundWorld();
  // Postfix accepts mail for any recipient, the next server refuses it, and Postfix sends a bounce to the return path.
  sink = await startSmtpSink({ script: { rcpt: "550 5.1.1 User unknown in this test" } });
  postfix = await startPostfix({
    relayTo: `127.0.0.1:${sink.port}`,
    settings: { transport_maps: `inline:{ ${OUR_DOMAIN}=relay:[127.0.0.1]:${world.port} }` },
  });
});
afterAll(async () => {
  await postfix.stop();
  await sink.close();
  await world.close();
});

describe.runIf(hasPostfix())("Postfix from Debian", () => {
  test("sends a bounce to the return path, and it counts for that recipient", async () => {
    const accountId = await world.createAccount();
    const email = await world.send(accountId, ["gone@elsewhere.test"]);
    const client = await connectRaw(postfix.port);
    await client.reply();
    await client.say("EHLO posthouse.test");
    const message = `From: sender@example.com\r\nMessage-ID: <${email.messageId}>\r\nSubject: Hello\r\n\r\nHi`;
    const from = returnPathOf(email);
    expect(await deliverInbound(client, { from, to: ["gone@elsewhere.test"], message })).toMatch(/^250/);
    client.destroy();
    const [event] = await until(
      async () => {
        const events = await world.eventsOf(email);
        return events.length > 0 && events;
      },
      { what: `the bounce of Postfix: ${await postfix.log()}` },
    );
    expect(event).toMatchObject({
      type: "bounced",
      detail: {
        bounce: "hard",
        late: true,
        enhanced: "5.1.1",
        line: expect.stringContaining("User unknown in this test"),
      },
    });
    expect(await world.suppressionsOf(accountId)).toMatchObject([{ address: "gone@elsewhere.test" }]);
  });

  test("mail to an unknown address is refused, and with the null path causes no bounce (G14)", async () => {
    const client = await connectRaw(postfix.port);
    await client.reply();
    await client.say("EHLO posthouse.test");
    const message = dsn({ recipient: "a@b.test" });
    await deliverInbound(client, { to: [`nobody@${OUR_DOMAIN}`], message });
    client.destroy();
    await until(async () => (await postfix.log()).includes("550 5.1.1 No such mailbox here"), {
      what: "the refusal in Postfix's log",
    });
    expect(
      await world.query("SELECT FROM inbound_messages WHERE 'nobody@' || $1 = ANY (recipients)", [
        OUR_DOMAIN,
      ]),
    ).toEqual([]);
  });
});

import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { emailErrors } from "../../src/features/emails/errors.ts";
import { connectRaw, connectRawTls, logInRaw, type RawSmtp } from "./raw-smtp.ts";
import { GOOD_KEY, startTestSubmission } from "./submission-server.ts";

export const HEADER =
  "From: ada@example.com\r\nSubject: x\r\nMessage-ID: <m@x.test>\r\nDate: Sat, 1 Jan 2000 00:00:00 +0000\r\n";

/** A server for the tests of a file, and a client. */
export function talkToServer() {
  let server: Awaited<ReturnType<typeof startTestSubmission>>;
  const open: RawSmtp[] = [];

  beforeAll(async () => {
    server = await startTestSubmission({
      senderError: async (address) =>
        address.endsWith("@foreign.test") ? emailErrors.sender_not_allowed("Not from there.") : null,
    });
  });
  afterAll(async () => {
    for (const client of open) client.destroy();
    await server.stop();
  });
  beforeEach(() => {
    server.messages.length = 0;
  });

  const kept = async (connecting: Promise<RawSmtp>): Promise<RawSmtp> => {
    const client = await connecting;
    open.push(client);
    return client;
  };
  const begin = async (client: RawSmtp, from = "ada@example.com"): Promise<void> => {
    expect(await client.say(`MAIL FROM:<${from}>`)).toBe("250 2.1.0 Accepted");
    expect(await client.say("RCPT TO:<bob@example.net>")).toBe("250 2.1.5 Accepted");
    expect(await client.say("DATA")).toMatch(/^354 /);
  };
  return {
    get server() {
      return server;
    },
    kept,
    begin,
    greeted: async (secure: boolean): Promise<RawSmtp> => {
      const client = await kept(secure ? connectRawTls(server.implicit) : connectRaw(server.starttls));
      expect(await client.reply()).toBe("220 mail.test ESMTP");
      return client;
    },
    loggedIn: () => kept(logInRaw(server.implicit, GOOD_KEY)),
    send: async (client: RawSmtp, message: string): Promise<string> => {
      await begin(client);
      client.write(`${message}\r\n.\r\n`);
      return await client.reply();
    },
    rawOf: (index = 0) => server.messages[index]?.raw.toString("latin1") ?? "",
  };
}

export function withoutTrace(raw: string): string {
  return raw.replace(/^Received: [^\r]*\r\n\t[^\r]*\r\n/, "");
}

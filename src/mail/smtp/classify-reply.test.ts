import { expect, test } from "vitest";
import { classifyReply, endsSession } from "./classify-reply.ts";
import type { Phase, Reply } from "./outcome.ts";

function reply(line: string): Reply {
  const [, code = "", enhanced = null] = /^(\d{3}) ?(\d\.\d+\.\d+)?/.exec(line) ?? [];
  return { code: Number(code), enhanced: enhanced ?? null, line };
}

test.each<[Phase, string, string]>([
  ["greeting", "220 mx.example.com ESMTP Postfix", "proceed"],
  ["greeting", "421 4.7.0 Too many connections", "deferred"],
  ["greeting", "554 5.7.1 Service unavailable; client host blocked", "deferred"],
  ["ehlo", "250 mx.example.com", "proceed"],
  ["ehlo", "550 5.7.1 Helo command rejected", "deferred"],
  ["starttls", "454 4.7.0 TLS not available due to local problem", "deferred"],
  ["starttls", "250 2.0.0 whatever", "deferred"],
  ["auth", "235 2.7.0 Authentication successful", "proceed"],
  ["auth", "535 5.7.8 Error: authentication failed", "deferred"],
  ["auth", "454 4.7.0 Temporary authentication failure", "deferred"],
  ["mail", "250 2.1.0 Ok", "proceed"],
  ["mail", "451 4.3.0 Try again later", "deferred"],
  ["mail", "553 5.7.1 Sender address rejected: not owned by user", "bounced"],
  ["mail", "552 5.3.4 Message size exceeds fixed limit", "bounced"],
  ["mail", "530 5.7.0 Must issue a STARTTLS command first", "deferred"],
  ["mail", "503 5.5.1 Error: nested MAIL command", "deferred"],
  ["mail", "501 5.1.7 Bad sender address syntax", "bounced"],
  ["mail", "354 Go ahead", "deferred"],
  ["rcpt", "250 2.1.5 Ok", "proceed"],
  ["rcpt", "251 User not local; will forward", "proceed"],
  ["rcpt", "252 Cannot VRFY user", "proceed"],
  ["rcpt", "450 4.2.0 Greylisted", "deferred"],
  ["rcpt", "452 4.5.3 Too many recipients", "deferred"],
  ["rcpt", "550 5.1.1 User unknown", "bounced"],
  ["rcpt", "554 5.7.1 Relay access denied", "bounced"],
  ["rcpt", "552 Too many recipients", "deferred"],
  ["rcpt", "552 5.2.2 Mailbox full", "bounced"],
  ["rcpt", "530 5.7.1 Authentication required", "deferred"],
  ["data", "354 End data with <CR><LF>.<CR><LF>", "proceed"],
  ["data", "451 4.3.0 Queue file write error", "deferred"],
  ["data", "554 5.7.1 No", "bounced"],
  ["data", "250 Ok", "deferred"],
  ["body", "552 5.3.4 Too big", "bounced"],
  ["body", "250 Ok", "deferred"],
  ["dot", "250 2.0.0 Ok: queued as 4XyZ", "delivered"],
  ["dot", "421 4.3.0 Shutting down", "deferred"],
  ["dot", "452 4.3.1 Insufficient system storage", "deferred"],
  ["dot", "554 5.7.1 Message blocked as spam", "bounced"],
  ["dot", "550 5.4.5 Daily user sending limit exceeded", "deferred"],
  ["dot", "354 Go ahead", "uncertain"],
])("%s: %s → %s", (phase, line, verdict) => {
  expect(classifyReply(phase, reply(line))).toBe(verdict);
});

test("a session ends after 421 or a reply that does not fit the command", () => {
  expect(endsSession("rcpt", reply("421 4.3.2 Bye"))).toBe(true);
  expect(endsSession("mail", reply("451 4.7.0 Too many messages in this session"))).toBe(true);
  expect(endsSession("mail", reply("452 4.3.2 Maximum messages per connection reached"))).toBe(true);
  expect(endsSession("mail", reply("450 4.7.1 Too many messages from 192.0.2.1"))).toBe(false);
  expect(endsSession("rcpt", reply("354 Go ahead"))).toBe(true);
  expect(endsSession("data", reply("250 Ok"))).toBe(true);
  expect(endsSession("dot", reply("354 Go ahead"))).toBe(true);
  expect(endsSession("data", reply("354 Go ahead"))).toBe(false);
  expect(endsSession("rcpt", reply("550 5.1.1 User unknown"))).toBe(false);
});

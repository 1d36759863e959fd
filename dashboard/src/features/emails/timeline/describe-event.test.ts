import { expect, test } from "vitest";
import type { EmailEvent } from "../../../api-types.ts";
import { describeEvent } from "./describe-event.ts";

function event(type: EmailEvent["type"], detail: EmailEvent["detail"]): EmailEvent {
  return { id: "1", type, attempt: 1, created_at: "2026-11-21T08:00:00.000Z", detail };
}

test("a deferral names the server, the phase and the verbatim reply", () => {
  const line = "450 4.2.0 <ada@example.com>: Recipient address rejected: Greylisted";
  const reason = `mx1.example.com refused the recipient: ${line}`;
  expect(
    describeEvent(event("deferred", { host: "mx1.example.com", phase: "rcpt", code: 450, line, reason })),
  ).toEqual({
    title: "Deferred",
    text: "mx1.example.com deferred the recipient (RCPT TO).",
    reply: { host: "mx1.example.com", line },
    route: null,
  });
});

test.each<[EmailEvent["detail"], string | null]>([
  [{ route: "direct" }, null],
  [{ route: "capture" }, null],
  [{ route: "relay smtp.example.com:587" }, "By relay smtp.example.com:587."],
  [
    {
      route: "relay b",
      rule: "rule 2 “news” sends bulk mail by the first relay of a, b",
      reason: "ok (tried before: relay a: 421 busy)",
    },
    "By relay b: rule 2 “news” sends bulk mail by the first relay of a, b. Tried before: relay a: 421 busy.",
  ],
  [{ route: "direct", tls: "TLSv1.3", source: "192.0.2.1" }, "Encrypted with TLSv1.3, sent from 192.0.2.1."],
  [
    { tls: "TLSv1.3", tracking: "The tracking host links.a.example is no longer verified." },
    "Encrypted with TLSv1.3. The tracking host links.a.example is no longer verified.",
  ],
  [
    { route: "direct", tls: "TLSv1.3", policy: "The MTA-STS policy of a.example is to be enforced." },
    "Encrypted with TLSv1.3. The MTA-STS policy of a.example is to be enforced.",
  ],
  [
    { route: "direct", policy: "a.example asks for no particular TLS." },
    "Not encrypted. a.example asks for no particular TLS.",
  ],
  [
    {
      route: "direct",
      plaintext: "it does not offer STARTTLS",
      policy: "a.example asks for no particular TLS.",
    },
    "Not encrypted (it does not offer STARTTLS). a.example asks for no particular TLS.",
  ],
  [
    { route: "relay", plaintext: "mail.example refused STARTTLS: 454 4.7.0 TLS not available." },
    "Not encrypted (mail.example refused STARTTLS: 454 4.7.0 TLS not available).",
  ],
  [{ route: "hold", rule: "rule 1 “quarantine” holds all mail" }, "Rule 1 “quarantine” holds all mail."],
])("the route %j reads %s", (detail, route) => {
  expect(describeEvent(event("delivered", detail)).route).toBe(route);
});

test.each([
  ["mailbox_full", "The receiving server rejected the message: the mailbox is full."],
  ["unknown", "The receiving server rejected the message."],
  ["constructor", "The receiving server rejected the message."],
])("a rejection with the meaning %s is explained", (meaning, text) => {
  expect(describeEvent(event("bounced", { code: 552, line: "552 no", meaning })).text).toBe(text);
});

test("without a reply, the reason is shown", () => {
  const reason = "mx1.example.com could not be reached: connect ECONNREFUSED 192.0.2.1:25.";
  const words = describeEvent(event("deferred", { host: "mx1.example.com", phase: "connect", reason }));
  expect(words.text).toBe(reason);
  expect(words.reply).toBeNull();
  expect(describeEvent(event("bounced", { reason: "the message could not be made" })).text).toBe(
    "The message could not be made.",
  );
});

test("an expired recipient shows the last reason", () => {
  expect(describeEvent(event("expired", { reason: "mx1.example.com did not greet: timeout." })).text).toBe(
    "No further retries. mx1.example.com did not greet: timeout.",
  );
});

test("a returned message names the server and the kind of failure", () => {
  const returned = { host: "mx1.example.com", line: "550 5.1.1 User unknown", late: true };
  expect(describeEvent(event("bounced", { ...returned, bounce: "hard" })).text).toBe(
    "Returned by mx1.example.com: permanent failure.",
  );
  expect(describeEvent(event("bounced", { ...returned, bounce: "soft" })).text).toBe(
    "Returned by mx1.example.com: temporary failure.",
  );
});

test("delivered names the server that accepted the message", () => {
  expect(describeEvent(event("delivered", { host: "mx1.example.com", line: "250 ok" })).text).toBe(
    "Accepted by mx1.example.com.",
  );
  expect(describeEvent(event("delivered", {})).text).toBe("Accepted by the receiving server.");
});

test("every state has a description, even without detail", () => {
  const types = [
    "queued",
    "sending",
    "captured",
    "deferred",
    "bounced",
    "suppressed",
    "canceled",
    "expired",
    "uncertain",
    "complained",
  ] as const;
  for (const type of types) expect(describeEvent(event(type, {})).text).toMatch(/^[A-Z].*\.$/);
});

test("an unknown phase is omitted, even if it is named like an object property", () => {
  expect(describeEvent(event("bounced", { phase: "constructor", code: 550, line: "550 no" })).text).toBe(
    "The receiving server rejected the message.",
  );
});

import { expect, test } from "vitest";
import { timeOfId } from "../../../platform/ids/index.ts";
import { erasedEvent, WEBHOOK_TYPES } from "../webhook-event.ts";
import { bodyOf, WEBHOOK_FORMATS } from "./body-of.ts";
import { fromResendTypes, toResendTypes } from "./resend-payload.ts";
import { sampleEvent } from "./sample-event.ts";

const ID = "01a1fc0b-9a11-7000-8000-0648e4821c10";
const EMAIL_ID = "01a1fc0b-98e9-73b7-b9fd-726d62cf8357";
const AT = "2026-11-21T02:59:41.201Z";
const read = (type: string, format: (typeof WEBHOOK_FORMATS)[number]) =>
  JSON.parse(bodyOf(sampleEvent(type, ID), format) ?? "null");

test("the body of an event has the same bytes each time, and at most 20 kB", () => {
  for (const type of WEBHOOK_TYPES)
    for (const format of WEBHOOK_FORMATS) {
      const body = bodyOf(sampleEvent(type, ID), format);
      expect(body).toBe(bodyOf(sampleEvent(type, ID), format));
      expect((body ?? "").length).toBeLessThan(20_000);
    }
});

test("the format posthouse has all fields of the event", () => {
  expect(read("email.bounced", "posthouse")).toEqual({
    type: "email.bounced",
    id: ID,
    created_at: AT,
    data: {
      id: ID,
      created_at: AT,
      detail: expect.objectContaining({ code: 550, enhanced: "5.1.1" }),
      type: "bounced",
      attempt: 1,
      email_id: EMAIL_ID,
      message_id: `${EMAIL_ID}@shop.example`,
      recipient: "ada@example.com",
      subject: "Your receipt",
      tags: [{ name: "category", value: "receipt" }],
      metadata: { order: 1042 },
      from: "orders@shop.example",
      stream: "transactional",
    },
  });
  expect(read("domain.verified", "posthouse")).toMatchObject({
    type: "domain.verified",
    data: { detail: { domain: "shop.example" } },
  });
});

test("Resend's has the SDK's fields", () => {
  expect(read("email.bounced", "resend")).toEqual({
    type: "email.bounced",
    created_at: AT,
    data: {
      created_at: timeOfId(EMAIL_ID).toISOString(),
      email_id: EMAIL_ID,
      message_id: `<${EMAIL_ID}@shop.example>`,
      from: "orders@shop.example",
      to: ["ada@example.com"],
      subject: "Your receipt",
      tags: { category: "receipt" },
      bounce: {
        message: "mx.example.com refused the recipient: 550 5.1.1 <ada@example.com>: no such user",
        type: "Permanent",
        subType: "NoEmail",
        diagnosticCode: ["smtp; 550 5.1.1 <ada@example.com>: no such user"],
      },
    },
  });
  expect(read("email.clicked", "resend")).toMatchObject({
    data: { click: { link: "https://shop.example/orders/1042", ipAddress: "203.0.113.0", timestamp: AT } },
  });
  expect(read("email.deferred", "resend").type).toBe("email.delivery_delayed");
  expect(read("email.expired", "resend")).toMatchObject({
    type: "email.failed",
    data: {
      failed: { reason: "mx.example.com refused the recipient: 451 4.7.1 Greylisted, try again later" },
    },
  });
  expect(read("email.canceled", "resend")).toBeNull();
});

test.each([
  ["domain.added", { type: "domain.created", data: { name: "shop.example", status: "not_started" } }],
  ["domain.verified", { type: "domain.updated", data: { name: "shop.example", status: "verified" } }],
  ["domain.lost", { type: "domain.updated", data: { name: "shop.example", status: "failed" } }],
  ["domain.transferred", { type: "domain.updated", data: { name: "shop.example", status: "failed" } }],
  ["domain.removed", { type: "domain.deleted", data: { name: "shop.example" } }],
  [
    "contact.subscribed",
    { type: "contact.updated", data: { email: "ada@example.com", unsubscribed: false } },
  ],
  [
    "contact.unsubscribed",
    { type: "contact.updated", data: { email: "ada@example.com", unsubscribed: true } },
  ],
  ["contact.created", { type: "contact.created", data: { email: "ada@example.com", unsubscribed: false } }],
  ["contact.updated", { type: "contact.updated", data: { email: "ada@example.com", unsubscribed: false } }],
  ["contact.deleted", { type: "contact.deleted", data: { email: "ada@example.com", unsubscribed: false } }],
  ["suppression.added", { type: "suppression.added", data: { email: "ada@example.com", origin: "bounce" } }],
])("Resend's %s has the SDK's fields that Posthouse knows", (type, expected) => {
  expect(read(type, "resend")).toMatchObject(expected);
});

/** The body of an account event with another detail. */
function changed(type: string, detail: object, format: (typeof WEBHOOK_FORMATS)[number]) {
  const event = sampleEvent(type, ID);
  return JSON.parse(bodyOf({ ...event, data: { ...event.data, detail } }, format) ?? "null");
}

test("Resend gets no suppression for an unsubscribe, because other mail is still sent", () => {
  const detail = { address: "ada@example.com", reason: "unsubscribe" };
  expect(changed("suppression.added", detail, "resend")).toBeNull();
  expect(changed("suppression.removed", detail, "resend")).toBeNull();
  expect(changed("suppression.added", { ...detail, reason: "complaint" }, "resend")).toMatchObject({
    data: { email: "ada@example.com", origin: "complaint" },
  });
});

test("every event of mail that Resend has is sent in its format", () => {
  const names = WEBHOOK_TYPES.filter((type) => type.startsWith("email.")).map(
    (type) => read(type, "resend")?.type ?? null,
  );
  const resendTypes = [
    "sent",
    "scheduled",
    "delivered",
    "delivery_delayed",
    "bounced",
    "complained",
    "opened",
    "clicked",
  ];
  expect(new Set(names.filter((name) => name !== null))).toEqual(
    new Set([...resendTypes, "failed", "suppressed"].map((name) => `email.${name}`)),
  );
});

test("Resend's event types convert to ours and back; types without an equivalent stay", () => {
  const types = ["email.sent", "email.delivered", "email.delivery_delayed", "email.failed", "email.opened"];
  const ours = fromResendTypes(types);
  expect(ours).toEqual([
    "email.queued",
    "email.delivered",
    "email.captured",
    "email.deferred",
    "email.expired",
    "email.opened",
  ]);
  expect(toResendTypes(ours)).toEqual(types);
  expect(fromResendTypes(["contact.updated"])).toEqual([
    "contact.updated",
    "contact.subscribed",
    "contact.unsubscribed",
  ]);
});

test("Postmark's is one record with its RecordType", () => {
  expect(read("email.delivered", "postmark")).toEqual({
    RecordType: "Delivery",
    ServerID: 0,
    MessageStream: "outbound",
    MessageID: EMAIL_ID,
    Tag: "receipt",
    Metadata: { order: 1042 },
    Recipient: "ada@example.com",
    DeliveredAt: AT,
    Details: "250 2.0.0 Ok: queued as 4XyZ1",
  });
  expect(read("email.bounced", "postmark")).toMatchObject({
    RecordType: "Bounce",
    Type: "HardBounce",
    TypeCode: 1,
    Email: "ada@example.com",
    From: "orders@shop.example",
    BouncedAt: AT,
    Inactive: true,
    Subject: "Your receipt",
  });
  const { ID: number } = read("email.bounced", "postmark");
  expect(Number.isSafeInteger(number) && number > 0).toBe(true);
  expect(read("email.complained", "postmark")).toMatchObject({
    RecordType: "SpamComplaint",
    TypeCode: 100_001,
  });
  expect(read("email.opened", "postmark")).toMatchObject({
    RecordType: "Open",
    Recipient: "ada@example.com",
  });
  expect(read("email.clicked", "postmark")).toMatchObject({
    RecordType: "Click",
    OriginalLink: "https://shop.example/orders/1042",
  });
  expect(read("email.unsubscribed", "postmark")).toMatchObject({
    RecordType: "SubscriptionChange",
    SuppressSending: true,
  });
  expect(read("email.deferred", "postmark")).toBeNull();
});

const ada = { address: "ada@example.com" };
const bob = { email: "bob@example.com" };
test.each([
  [
    "suppression.added",
    { ...ada, reason: "hard_bounce", source: "email", email_id: EMAIL_ID },
    ["outbound", EMAIL_ID, "Recipient", true, "HardBounce"],
  ],
  [
    "suppression.added",
    { ...ada, reason: "complaint", source: "email", email_id: EMAIL_ID },
    ["outbound", EMAIL_ID, "Recipient", true, "SpamComplaint"],
  ],
  [
    "suppression.added",
    { ...ada, reason: "manual", source: "key" },
    ["outbound", null, "Customer", true, "ManualSuppression"],
  ],
  [
    "suppression.added",
    { ...ada, reason: "unsubscribe", source: "import" },
    ["broadcast", null, "Customer", true, "ManualSuppression"],
  ],
  ["suppression.removed", { ...ada, reason: "hard_bounce" }, ["outbound", null, "Customer", false, null]],
  ["suppression.removed", { ...ada, reason: "unsubscribe" }, ["broadcast", null, "Customer", false, null]],
  ["contact.subscribed", { ...bob, subscribed: true }, ["broadcast", null, "Customer", false, null]],
  [
    "contact.subscribed",
    { ...bob, subscribed: true, by: "recipient" },
    ["broadcast", null, "Recipient", false, null],
  ],
  [
    "contact.unsubscribed",
    { ...bob, subscribed: false },
    ["broadcast", null, "Customer", true, "ManualSuppression"],
  ],
] as const)("Postmark's SubscriptionChange of %s %j", (type, detail, expected) => {
  const [MessageStream, MessageID, Origin, SuppressSending, SuppressionReason] = expected;
  expect(changed(type, detail, "postmark")).toEqual({
    RecordType: "SubscriptionChange",
    ServerID: 0,
    Tag: "",
    Metadata: {},
    Recipient: "address" in detail ? detail.address : detail.email,
    ChangedAt: AT,
    MessageStream,
    MessageID,
    Origin,
    SuppressSending,
    SuppressionReason,
  });
});

test("Postmark gets one SubscriptionChange for a recipient's unsubscribe: that of the email", () => {
  const suppression = { ...ada, reason: "unsubscribe", source: "link", email_id: EMAIL_ID };
  expect(changed("suppression.added", suppression, "postmark")).toBeNull();
  const contact = { email: "ada@example.com", subscribed: false, by: "recipient" };
  expect(changed("contact.unsubscribed", contact, "postmark")).toBeNull();
  expect(read("email.unsubscribed", "postmark")).toMatchObject({ Origin: "Recipient" });
});

test("SendGrid's is an array, with metadata as fields that cannot replace its own", () => {
  expect(read("email.bounced", "sendgrid")).toEqual([
    {
      order: 1042,
      email: "ada@example.com",
      timestamp: Math.floor(Date.parse(AT) / 1_000),
      "smtp-id": `<${EMAIL_ID}@shop.example>`,
      sg_event_id: ID,
      sg_message_id: EMAIL_ID,
      category: ["receipt"],
      event: "bounce",
      type: "bounce",
      bounce_classification: "Invalid Address",
      reason: "550 5.1.1 <ada@example.com>: no such user",
      status: "5.1.1",
    },
  ]);
  const names = [
    "delivered",
    "deferred",
    "suppressed",
    "opened",
    "clicked",
    "complained",
    "unsubscribed",
  ].map((type) => read(`email.${type}`, "sendgrid")[0].event);
  expect(names).toEqual(["delivered", "deferred", "dropped", "open", "click", "spamreport", "unsubscribe"]);
  const event = sampleEvent("email.delivered", ID);
  const data = { ...event.mail?.data, metadata: { email: "mallory@example.com", event: "click" } };
  const hostile = { ...event, mail: { ...event.mail, data } } as typeof event;
  expect(JSON.parse(bodyOf(hostile, "sendgrid") ?? "[]")).toMatchObject([
    { email: "ada@example.com", event: "delivered" },
  ]);
});

test.each([
  ["198.51.100.0/24", "198.51.100.0"],
  ["2001:db8:7::/48", "2001:db8:7::"],
  ["203.0.113.7", "203.0.113.7"],
  [null, undefined],
])("the reader's network %s is the IP address %s in formats that have one", (network, ip) => {
  const bodyWith = (type: string, format: (typeof WEBHOOK_FORMATS)[number]) => {
    const event = sampleEvent(type, ID);
    const detail = { ...(event.mail?.data?.detail as object), network };
    const data = { ...event.mail?.data, detail };
    return JSON.parse(bodyOf({ ...event, mail: { ...event.mail, data } } as typeof event, format) ?? "");
  };
  expect(bodyWith("email.clicked", "resend").data.click.ipAddress).toBe(ip);
  expect(bodyWith("email.clicked", "sendgrid")[0].ip).toBe(ip);
  expect(bodyWith("email.opened", "sendgrid")[0].ip).toBe(ip);
});

/** The body of a bounce with another detail. */
function bounced(detail: object, format: (typeof WEBHOOK_FORMATS)[number]) {
  const event = sampleEvent("email.bounced", ID);
  const data = { ...event.mail?.data, detail };
  return JSON.parse(bodyOf({ ...event, mail: { ...event.mail, data } } as typeof event, format) ?? "");
}

test.each([
  [
    { code: 552, enhanced: "5.2.2", line: "552 5.2.2 mailbox full", meaning: "mailbox_full" },
    ["Transient", "MailboxFull"],
    ["SoftBounce", false],
    ["blocked", "Mailbox Unavailable"],
  ],
  [
    { code: 554, enhanced: "5.7.1", line: "554 5.7.1 listed by zen.example", meaning: "blocked_sender_ip" },
    ["Transient", "General"],
    ["Blocked", false],
    ["blocked", "Reputation"],
  ],
  [
    { code: 550, enhanced: "5.7.1", line: "550 5.7.1 looks like spam", meaning: "spam_content" },
    ["Transient", "ContentRejected"],
    ["SpamNotification", false],
    ["blocked", "Content"],
  ],
  [
    { code: 550, enhanced: "5.2.1", line: "550 5.2.1 account disabled", meaning: "suspended" },
    ["Transient", "General"],
    ["SoftBounce", false],
    ["blocked", "Mailbox Unavailable"],
  ],
  [
    { code: 550, enhanced: "5.7.26", line: "550 5.7.26 unauthenticated", meaning: "auth_failure" },
    ["Transient", "General"],
    ["DMARCPolicy", false],
    ["blocked", "Technical Failure"],
  ],
  [
    { code: 550, enhanced: "4.1.1", line: "550 4.1.1 user unknown", meaning: "no_such_user" },
    ["Transient", "General"],
    ["SoftBounce", false],
    ["blocked", "Technical Failure"],
  ],
  [
    { code: 550, enhanced: "5.1.6", line: "550 5.1.6 moved away", meaning: "moved" },
    ["Permanent", "General"],
    ["HardBounce", true],
    ["bounce", "Invalid Address"],
  ],
  [
    { phase: "dns", enhanced: "5.1.10", reason: "The domain accepts no mail." },
    ["Permanent", "General"],
    ["HardBounce", true],
    ["bounce", "Invalid Address"],
  ],
  [
    { enhanced: "5.6.7", reason: "The relay does not accept this address." },
    ["Undetermined", "Undetermined"],
    ["Unknown", false],
    ["blocked", "Unclassified"],
  ],
  [
    {
      bounce: "hard",
      late: true,
      enhanced: "5.1.1",
      line: "550 5.1.1 User unknown",
      meaning: "no_such_user",
    },
    ["Permanent", "NoEmail"],
    ["HardBounce", true],
    ["bounce", "Invalid Address"],
  ],
  [
    {
      bounce: "soft",
      late: true,
      enhanced: "5.7.1",
      line: "554 5.7.1 looks like spam",
      meaning: "spam_content",
    },
    ["Transient", "ContentRejected"],
    ["SpamNotification", false],
    ["blocked", "Content"],
  ],
  [
    { bounce: "soft", late: true, enhanced: "5.0.0", line: "550 5.0.0 no", meaning: "unknown" },
    ["Transient", "General"],
    ["SoftBounce", false],
    ["blocked", "Unclassified"],
  ],
])("a bounce is hard only if the address will never work: %j", (detail, resend, postmark, sendgrid) => {
  const { type, subType } = bounced(detail, "resend").data.bounce;
  expect([type, subType]).toEqual(resend);
  const { Type, Inactive } = bounced(detail, "postmark");
  expect([Type, Inactive]).toEqual(postmark);
  const [event] = bounced(detail, "sendgrid");
  expect([event.type, event.bounce_classification]).toEqual(sendgrid);
});

const FIRST_ID = "01a1fc0b-98e9-73b6-8000-000000000000";
test.each([
  [`${EMAIL_ID}@shop.example`, EMAIL_ID],
  [`${FIRST_ID}.${EMAIL_ID}@shop.example`, `${FIRST_ID}.${EMAIL_ID}`],
  // Submitted by SMTP with a Message-ID of the program.
  [`${FIRST_ID}.${FIRST_ID}@shop.example`, EMAIL_ID],
])(
  "SendGrid's sg_message_id of the Message-ID %s begins with the id of the request",
  (message_id, expected) => {
    const event = sampleEvent("email.delivered", ID);
    const mail = { ...event.mail, data: { ...event.mail?.data, message_id } };
    expect(JSON.parse(bodyOf({ ...event, mail } as typeof event, "sendgrid") ?? "")).toMatchObject([
      { sg_message_id: expected, "smtp-id": `<${message_id}>` },
    ]);
  },
);

test.each([
  ["hard_bounce", "Bounced Address"],
  ["complaint", "Spam Reporting Address"],
  ["unsubscribe", "Unsubscribed Address"],
  ["not_subscribed", "Unsubscribed Address"],
  ["manual", "The account suppressed it."],
])("SendGrid's reason of mail that is dropped for %s is %s", (meaning, reason) => {
  const event = sampleEvent("email.suppressed", ID);
  const detail = { reason: "The account suppressed it.", meaning };
  const mail = { ...event.mail, data: { ...event.mail?.data, detail } };
  expect(JSON.parse(bodyOf({ ...event, mail } as typeof event, "sendgrid") ?? "")).toMatchObject([
    { event: "dropped", reason },
  ]);
});

test("Postmark's open does not claim to be the first one or not", () => {
  expect(read("email.opened", "postmark")).not.toHaveProperty("FirstOpen");
});

test("an event whose email was erased has its ids and time", () => {
  const erased = erasedEvent({ id: ID, type: "email.delivered", subject: EMAIL_ID });
  expect(JSON.parse(bodyOf(erased, "posthouse") ?? "")).toEqual({
    type: "email.delivered",
    id: ID,
    created_at: AT,
    data: { id: ID, email_id: EMAIL_ID, erased: true },
  });
  for (const format of WEBHOOK_FORMATS) expect(bodyOf(erased, format)).toContain(EMAIL_ID);
});

/** What each operation of the API needs to be tried with somebody else's ids. An operation that is not here fails the test. */
import type { Resource } from "./idor-world.ts";

export type Operation = {
  /** What the id in its path is of. */
  resource?: Resource;
  /** Valid bodies, in each of which every text is replaced by somebody else's. */
  bodies?: object[];
  /** Fields whose text says nothing of whose anything is, and is left alone. */
  fixed?: string[];
  /** It answers without a credential. */
  open?: true;
  /** It shows a caller what it asked before, other people's ids that it named included. */
  tellsOwnRequests?: true;
};

const contactBody = { email: "new@contact.example", name: "New", properties: { note: "a note" } };
const password = "a password for tests";

const contacts: Record<string, Operation> = {
  listContacts: {},
  createContact: { bodies: [contactBody] },
  getContact: { resource: "contact" },
  updateContact: {
    resource: "contact",
    bodies: [{ name: "Changed", email: "changed@contact.example" }, { properties: {} }],
  },
  deleteContact: { resource: "contact" },
};
const plainEmail = {
  from: "Eve <eve@stranger.example>",
  to: ["someone@contact.example", "other@contact.example"],
  subject: "Hello",
  html: "<p>Hello</p>",
  text: "Hello",
  reply_to: ["eve@stranger.example"],
};
const wholeEmail = {
  to: { email: "someone@contact.example", name: "Someone" },
  cc: "other@contact.example",
  bcc: ["third@contact.example"],
  subject: "Hello",
  text: "Hello",
  headers: { "X-Reference": "one" },
  attachments: [{ filename: "a.txt", content: "YQ==", content_type: "text/plain", content_id: "a" }],
  tags: [{ name: "kind", value: "one" }],
  metadata: { order: "one" },
  scheduled_at: "in 2 hours",
  in_reply_to: "one@contact.example",
  references: ["one@contact.example"],
};
const emails: Record<string, Operation> = {
  listEmails: {},
  getEmail: { resource: "email" },
  getAttachment: { resource: "email" },
  listEvents: {},
  sendEmail: { bodies: [plainEmail, wholeEmail] },
  cancelEmail: { resource: "email" },
  rescheduleEmail: { resource: "email", bodies: [{ scheduled_at: "in 2 hours" }, { scheduled_at: null }] },
  resendEmail: { resource: "email", bodies: [{}, { to: "someone@contact.example" }] },
};

export const operations: Record<string, Operation> = {
  checkSession: { open: true },
  getInstance: { open: true },
  signOut: { open: true },
  authenticate: {
    open: true,
    fixed: ["action", "password", "current_password", "new_password", "name"],
    bodies: [
      { action: "signup", email: "another@stranger.example", password, name: "Another" },
      { action: "login", email: "nobody@stranger.example", password: "a wrong password" },
      { action: "change_password", current_password: "a wrong password", new_password: "a new password" },
      { action: "logout" },
    ],
  },
  listKeys: {},
  createKey: { bodies: [{ name: "a key" }] },
  revokeKey: { resource: "key" },
  changeKey: { resource: "key", bodies: [{ name: "Changed" }, { from_domains: ["stranger.example"] }] },
  rotateKey: { resource: "key", bodies: [{ overlap_seconds: 60 }] },
  resumeKey: { resource: "key" },
  listAuditEvents: {},
  listRequests: { tellsOwnRequests: true },
  listSessions: {},
  endOtherSessions: {},
  endSession: { resource: "session" },
  getSettings: {},
  changeSettings: {
    bodies: [{ name: "Eve's", default_from: "eve@stranger.example", user_name: "Eve", retention_days: 7 }],
  },
  getOverview: {},
  sendBatch: {
    bodies: [{ emails: [plainEmail] }, { mode: "per_item", emails: [plainEmail, wholeEmail] }],
  },
  previewDraft: { fixed: ["html"], bodies: [{ html: "<p>Hello</p>" }] },
  previewEmail: { resource: "email" },
  getEmailSource: { resource: "email" },
  ...contacts,
  ...emails,
  ...forDashboard({ ...contacts, ...emails }),
};

function forDashboard(both: Record<string, Operation>): Record<string, Operation> {
  return Object.fromEntries(
    Object.entries(both).map(([name, operation]) => [`${name}ForDashboard`, operation]),
  );
}

/** The input that each API operation needs for a test with another account's ids. An operation that is missing here fails the test. */
import type { Resource } from "./idor-world.ts";

export type Operation = {
  /** The type of the resource whose id is in the path. */
  resource?: Resource;
  /** Valid bodies; the test replaces each text with one of the other account. */
  bodies?: object[];
  /** Fields whose text refers to no resource. The test does not replace it. */
  fixed?: string[];
  /** Only operators may use it. Ada is one; Eve gets `operator_required`. */
  operators?: true;
  /** The operation needs no credential. */
  open?: true;
  /** The response shows the caller's earlier requests, including ids of other accounts that the caller sent. */
  tellsOwnRequests?: true;
};

const contactBody = { email: "new@contact.example", name: "New", properties: { note: "a note" } };
const PASSWORD = "a password for tests";
/** Each try of a password takes a tenth of a second of a core. */
const PASSWORDS = ["password", "current_password", "new_password"];

const contacts: Record<string, Operation> = {
  listContacts: {},
  // A file is not JSON; the importer's own test covers its ownership.
  importContacts: {},
  previewContactImport: {},
  exportContacts: {},
  createContact: { bodies: [contactBody] },
  getContact: { resource: "contact" },
  updateContact: {
    resource: "contact",
    bodies: [{ name: "Changed", email: "changed@contact.example" }, { properties: {} }],
  },
  deleteContact: { resource: "contact" },
};
const domains: Record<string, Operation> = {
  listDomains: {},
  exportDomains: {},
  addDomain: { bodies: [{ name: "new.stranger.example", return_path: "bounce", tracking_host: "links" }] },
  getDomain: { resource: "domain" },
  changeDomain: { resource: "domain", bodies: [{ rotate_every_days: 90 }] },
  removeDomain: { resource: "domain" },
  checkDomain: { resource: "domain" },
  getDomainTracking: { resource: "domain" },
  checkTrackingHost: { resource: "domain" },
  changeDomainTracking: { resource: "domain", bodies: [{ clicks: true }] },
  getDnsHost: { resource: "domain" },
  rotateDomainKeys: { resource: "domain" },
  getZoneFile: { resource: "domain" },
  listDomainEvents: { resource: "domain" },
  listDomainReports: { resource: "domain" },
  listDmarcSources: {},
  listReports: {},
  exportReports: {},
  listReportedDomains: {},
};
const inbox: Record<string, Operation> = {
  listInbox: {},
  exportInbox: {},
  countUnread: {},
  markInbox: { bodies: [{ read: true }, { read: false }] },
  deleteFromInbox: { bodies: [{ ids: ["01a1fc0b-98e9-73b7-b9fd-726d62cf8357"] }] },
  clearInbox: {},
  restoreInbox: { bodies: [{}, { ids: ["01a1fc0b-98e9-73b7-b9fd-726d62cf8357"] }] },
  releaseEmail: { resource: "email", bodies: [{ to: "someone@contact.example" }] },
};
const webhooks: Record<string, Operation> = {
  listWebhooks: {},
  exportWebhooks: {},
  createWebhook: {
    fixed: ["types", "streams"],
    bodies: [{ url: "https://hooks.stranger.example/mail", description: "a note" }],
  },
  getWebhook: { resource: "webhook" },
  changeWebhook: { resource: "webhook", bodies: [{ description: "another note" }] },
  removeWebhook: { resource: "webhook" },
  getWebhookSecret: { resource: "webhook" },
  rotateWebhookSecret: { resource: "webhook", bodies: [{ overlap_hours: 1 }] },
  listWebhookEvents: { resource: "webhook" },
  exportWebhookEvents: { resource: "webhook" },
  getWebhookEvent: { resource: "webhook" },
  listEmailWebhookDeliveries: { resource: "email" },
  replayWebhookEvents: { resource: "webhook", bodies: [{}] },
  testWebhook: { resource: "webhook", fixed: ["type"], bodies: [{ type: "email.bounced" }] },
  listenToWebhooks: {},
};
const tracking: Record<string, Operation> = {
  getTracking: {},
  changeTracking: { fixed: ["address", "agent"], bodies: [{ clicks: true, address: "none" }] },
};
const suppressions: Record<string, Operation> = {
  listSuppressions: {},
  createSuppressions: {
    fixed: ["reason"],
    bodies: [
      { address: "new@contact.example", reason: "manual", detail: "a note" },
      { address: ["one@contact.example", "other@contact.example"] },
    ],
  },
  getSuppression: { resource: "suppression" },
  removeSuppression: { resource: "suppression" },
  // A file is not JSON; the importer's own test covers its ownership.
  importSuppressions: {},
  exportSuppressions: {},
  listSuppressionRemovals: {},
  previewSuppressionRemoval: {
    fixed: ["reason", "source", "domain"],
    // Eve has suppressed Ada's address in her own account.
    tellsOwnRequests: true,
    bodies: [
      { filter: { search: "contact.example" } },
      { filter: { reply: "a note", reason: "manual", source: "key", domain: "contact.example" } },
    ],
  },
  getSuppressionRemoval: { resource: "removal" },
  runSuppressionRemoval: { resource: "removal" },
  restoreSuppressionRemoval: { resource: "removal" },
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
  exportEmails: {},
  getEmail: { resource: "email" },
  getAttachment: { resource: "email" },
  checkHtml: { resource: "email" },
  listEvents: {},
  sendEmail: { bodies: [plainEmail, wholeEmail] },
  cancelEmail: { resource: "email" },
  rescheduleEmail: { resource: "email", bodies: [{ scheduled_at: "in 2 hours" }, { scheduled_at: null }] },
  resendEmail: { resource: "email", bodies: [{}, { to: "someone@contact.example" }] },
};

const metrics: Record<string, Operation> = { getMetrics: {}, exportMetrics: {} };

const relayBody = { name: "A relay", url: "smtp://user@smtp.example.com:587", password: "secret" };
const ruleBody = {
  name: "A rule",
  match: { from_domain: "stranger.example", tag: { name: "kind", value: "one" }, stream: "bulk" },
  action: "hold",
};
const ruleByRelay = { name: "A rule", action: "relay", relay_ids: ["one"] };
const routing: Record<string, Operation> = {
  listRelays: {},
  createRelay: { bodies: [relayBody] },
  changeRelay: { resource: "relay", bodies: [{ weight: 2 }, { url: "smtp://smtp.example.com" }] },
  removeRelay: { resource: "relay" },
  testRelay: { resource: "relay" },
  listRoutingRules: {},
  createRoutingRule: { fixed: ["stream", "action"], bodies: [ruleBody, ruleByRelay] },
  changeRoutingRule: { resource: "rule", fixed: ["action"], bodies: [{ position: 1 }, ruleByRelay] },
  removeRoutingRule: { resource: "rule" },
};
const pools: Record<string, Operation> = {
  listPools: { operators: true },
  createPool: {
    operators: true,
    bodies: [{ name: "A pool", sources: [{ address: "203.0.113.9", helo_name: "out.stranger.example" }] }],
  },
  changePool: { operators: true, bodies: [{ name: "Changed" }] },
  removePool: { operators: true },
};

export const operations: Record<string, Operation> = {
  checkSession: { open: true },
  getInstance: { open: true },
  getDelivery: { operators: true },
  changeDelivery: { operators: true, bodies: [{ mode: "capture" }] },
  signOut: { open: true },
  authenticate: {
    open: true,
    fixed: ["action", "password", "current_password", "new_password", "name"],
    bodies: [
      { action: "signup", email: "another@stranger.example", password: PASSWORD, name: "Another" },
      { action: "login", email: "nobody@stranger.example", password: "a wrong password" },
      { action: "change_password", current_password: "a wrong password", new_password: "a new password" },
      { action: "logout" },
    ],
  },
  listAccounts: {},
  enterAccount: { resource: "account" },
  listMembers: {},
  changeMember: { resource: "member", fixed: ["role"], bodies: [{ role: "viewer" }] },
  removeMember: { resource: "member" },
  invite: { fixed: ["role"], bodies: [{ email: "new@stranger.example", role: "viewer" }] },
  renewInvitationLink: { resource: "invitation" },
  revokeInvitation: { resource: "invitation" },
  findInvitation: { open: true, bodies: [{ token: "x" }] },
  acceptInvitation: { open: true, bodies: [{ token: "x", password: PASSWORD }] },
  listKeys: {},
  createKey: { bodies: [{ name: "a key" }] },
  revokeKey: { resource: "key" },
  changeKey: { resource: "key", bodies: [{ name: "Changed" }, { from_domains: ["stranger.example"] }] },
  rotateKey: { resource: "key", bodies: [{ overlap_seconds: 60 }] },
  resumeKey: { resource: "key" },
  listAuditEvents: {},
  exportKeys: {},
  exportAuditEvents: {},
  listRequests: { tellsOwnRequests: true },
  exportRequests: { tellsOwnRequests: true },
  listSessions: {},
  endOtherSessions: {},
  endSession: { resource: "session" },
  getSecondFactor: {},
  addAuthenticator: { fixed: PASSWORDS, bodies: [{ current_password: PASSWORD }] },
  confirmAuthenticator: { bodies: [{ code: "000000" }] },
  renewRecoveryCodes: { fixed: PASSWORDS, bodies: [{ current_password: PASSWORD }] },
  removeSecondFactor: { fixed: PASSWORDS, bodies: [{ current_password: PASSWORD }] },
  getSettings: {},
  changeSettings: {
    bodies: [{ name: "Eve's", default_from: "eve@stranger.example", user_name: "Eve", retention_days: 7 }],
  },
  getOverview: {},
  listContactProperties: {},
  listContactTimeline: { resource: "contact" },
  getQueue: {},
  actOnQueue: {
    fixed: ["action", "before"],
    bodies: [
      { action: "pause", scope: { domain: "contact.example" }, reason: "one" },
      { action: "retry", scope: {} },
      { action: "purge", scope: { destination: "contact.example" } },
      { action: "resume", scope: { domain: "contact.example" } },
    ],
  },
  listUncertain: {},
  resolveUncertain: { resource: "email", fixed: ["as"], bodies: [{ as: "retry" }, { as: "delivered" }] },
  getInstanceQueue: { operators: true },
  actOnInstanceQueue: { operators: true, bodies: [{ action: "pause", scope: {} }] },
  getHealth: { operators: true },
  checkOutbound: { operators: true },
  testAlerts: { operators: true },
  listAlerts: { operators: true },
  listAlertRules: { operators: true },
  changeAlertRule: { operators: true, bodies: [{ threshold: 5 }] },
  stopLinks: { operators: true, bodies: [{ stopped: true }] },
  sendBatch: {
    bodies: [{ emails: [plainEmail] }, { mode: "per_item", emails: [plainEmail, wholeEmail] }],
  },
  previewDraft: { fixed: ["html"], bodies: [{ html: "<p>Hello</p>" }] },
  previewEmail: { resource: "email" },
  getEmailSource: { resource: "email" },
  ...metrics,
  ...contacts,
  ...inbox,
  ...suppressions,
  ...tracking,
  ...webhooks,
  ...domains,
  ...emails,
  ...routing,
  ...pools,
  ...ofInstance(routing),
  ...forDashboard({
    ...metrics,
    ...contacts,
    ...inbox,
    ...suppressions,
    ...tracking,
    ...webhooks,
    ...domains,
    ...emails,
    ...routing,
    ...pools,
  }),
};

function ofInstance(own: Record<string, Operation>): Record<string, Operation> {
  return Object.fromEntries(
    Object.entries(own).map(([name, { resource: _, ...operation }]) => [
      `${name}OfInstance`,
      { ...operation, operators: true },
    ]),
  );
}

function forDashboard(both: Record<string, Operation>): Record<string, Operation> {
  return Object.fromEntries(
    Object.entries(both).map(([name, operation]) => [`${name}ForDashboard`, operation]),
  );
}

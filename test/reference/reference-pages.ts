/** The generated pages of docs/reference, each from the table that the program itself runs on. */

import { ACCOUNT_EVENT_MEANINGS } from "../../src/features/account-events/index.ts";
import { CONTENT_FINDINGS } from "../../src/features/emails/index.ts";
import { ENGAGEMENT_MEANINGS } from "../../src/features/feed/index.ts";
import { FURTHER_EVENT_MEANINGS, RECIPIENT_STATE_MEANINGS } from "../../src/features/recipients/index.ts";
import { logEvents, metricDefinitions } from "../../src/processes/features.ts";
import { settings } from "../../src/settings/index.ts";
import "../../src/processes/api.ts";
import { errorPages, errorsPage } from "./error-pages.ts";
import { GENERATED, type ReferencePage, table } from "./generated-page.ts";
import { payloadLink, payloadsPage } from "./payloads-page.ts";

export function referencePages(): ReferencePage[] {
  return [
    { path: "docs/reference/config.md", content: configPage() },
    { path: "docs/reference/errors.md", content: errorsPage() },
    { path: "docs/reference/events.md", content: eventsPage() },
    { path: "docs/reference/findings.md", content: findingsPage() },
    { path: "docs/reference/log-events.md", content: logEventsPage() },
    { path: "docs/reference/metrics.md", content: metricsPage() },
    { path: "docs/reference/payloads.md", content: payloadsPage() },
    ...errorPages(),
  ];
}

function configPage(): string {
  const rows = Object.entries(settings).map(([name, { default: value, meaning, example }]) => [
    `\`${name}\``,
    value ? `\`${value}\`` : "",
    meaning,
    `\`${example}\``,
  ]);
  return `# Settings\n\n${GENERATED}All settings are environment variables, and all are optional. With an invalid value, the server does not start and prints one line that says what is wrong.\n\n${table(["setting", "default", "meaning", "example"], rows)}`;
}

function eventsPage(): string {
  const rowsOf = (meanings: Record<string, string>, prefix = "") =>
    Object.entries(meanings).map(([name, meaning]) => [payloadLink(name, prefix + name), meaning]);
  const rows = rowsOf(RECIPIENT_STATE_MEANINGS, "email.");
  const further = rowsOf(FURTHER_EVENT_MEANINGS, "email.");
  const ofAccount = rowsOf(ACCOUNT_EVENT_MEANINGS);
  const engagements = rowsOf(ENGAGEMENT_MEANINGS);
  return `# States and events\n\n${GENERATED}A recipient is in one of these states. Entering a state writes an event of the same name, except for \`sending\`. The events \`queued\` and \`scheduled\` are written only while a webhook of the account names one of them in \`types\`. The event of an attempt has the server's reply in \`detail\`: \`code\`, \`enhanced\` (RFC 3463), \`line\`, \`host\`, \`phase\`, \`reason\`, \`next_attempt_at\`. Each event links to an example of its [payload](payloads.md).\n\n${table(["state", "meaning"], rows)}\nThese events do not change the state.\n\n${table(["event", "meaning"], further)}\nThese events are opens, clicks and unsubscribes.\n\n${table(["event", "meaning"], engagements)}\nThese events are about the account, not about its mail. Their \`subject_id\` names the contact, domain or other object.\n\n${table(["event", "meaning"], ofAccount)}`;
}

function findingsPage(): string {
  const rows = Object.entries(CONTENT_FINDINGS).map(([code, { severity, meaning }]) => [
    `\`${code}\``,
    severity,
    meaning,
  ]);
  return `# Findings of a dry run\n\n${GENERATED}Findings that \`POST /api/v1/send?dry_run=true\` may return for an email. \`error\`: recipients will not get the intended email; \`warning\`: many of them will not; \`hint\`: the email could be better.\n\n${table(["code", "severity", "meaning"], rows)}`;
}

function logEventsPage(): string {
  const rows = Object.entries(logEvents)
    .toSorted()
    .map(([name, meaning]) => [`\`${name}\``, meaning]);
  return `# Log events\n\n${GENERATED}Each process writes JSON lines to standard output: \`level\`, \`time\`, \`process\`, \`pid\`, \`event\`, \`msg\`, and the event's own fields. The name of an \`event\` never changes. If standard output is not read, lines are dropped after 4 MiB, so that logging never delays mail.\n\n${table(["event", "meaning"], rows)}`;
}

function metricsPage(): string {
  const rows = Object.entries(metricDefinitions()).map(([name, { type, labels, help }]) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(", "),
    help,
  ]);
  return `# Prometheus metrics\n\n${GENERATED}\`GET /metrics\` with \`Authorization: Bearer METRICS_TOKEN\` returns the metrics of all processes of all nodes in the text format of Prometheus, so scrape one address. Counters are stored in the database and never decrease.\n\n${table(["metric", "type", "labels", "meaning"], rows)}`;
}

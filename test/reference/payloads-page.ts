import { ACCOUNT_EVENT_MEANINGS } from "../../src/features/account-events/index.ts";
import { ENGAGEMENT_MEANINGS } from "../../src/features/feed/index.ts";
import { FURTHER_EVENT_MEANINGS, RECIPIENT_STATE_MEANINGS } from "../../src/features/recipients/index.ts";
import { bodyOf, WEBHOOK_FORMATS, type WebhookFormat } from "../../src/features/webhooks/payloads/body-of.ts";
import { SAMPLE_EVENT_ID, sampleEvent } from "../../src/features/webhooks/payloads/sample-event.ts";
import { WEBHOOK_TYPES } from "../../src/features/webhooks/webhook-event.ts";
import { GENERATED } from "./generated-page.ts";
import { shortJson } from "./short-json.ts";

const FORMAT_NAMES: Record<WebhookFormat, string> = {
  posthouse: "Posthouse",
  resend: "Resend",
  postmark: "Postmark",
  sendgrid: "SendGrid",
};

const MEANINGS: Record<string, string> = {
  ...ofMail({ ...RECIPIENT_STATE_MEANINGS, ...FURTHER_EVENT_MEANINGS }),
  ...ENGAGEMENT_MEANINGS,
  ...ACCOUNT_EVENT_MEANINGS,
};

const INTRODUCTION = `One body of each type of event, as a [webhook](../guides/webhooks.md) receives it in Posthouse's format and in the formats of other products that have the type. Test events have the same content, with a new id and the current time. Absent fields of \`detail\` are unknown, or do not apply.`;

/** An example of each type of event in each format: the samples that test events have. */
export function payloadsPage(): string {
  return `# Webhook payloads\n\n${GENERATED}${INTRODUCTION}\n\n${WEBHOOK_TYPES.map(sectionOf).join("\n")}`;
}

/** A link to the example of a type, or only its name if it has no event. */
export function payloadLink(name: string, type: string): string {
  return WEBHOOK_TYPES.includes(type)
    ? `[\`${name}\`](payloads.md#${type.replaceAll(".", "")})`
    : `\`${name}\``;
}

function ofMail(meanings: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(meanings).map(([name, meaning]) => [`email.${name}`, meaning]));
}

function sectionOf(type: string): string {
  const event = sampleEvent(type, SAMPLE_EVENT_ID);
  const examples = WEBHOOK_FORMATS.flatMap((format) => {
    const body = bodyOf(event, format);
    if (body === null) return [];
    const code = `\`\`\`json\n${shortJson(JSON.parse(body))}\n\`\`\`\n`;
    return [{ code, tab: `#### ${FORMAT_NAMES[format]}\n\n${code}` }];
  });
  const shown =
    examples.length === 1
      ? (examples[0]?.code ?? "")
      : `<!-- tabs: Format -->\n\n${examples.map(({ tab }) => tab).join("\n")}\n<!-- /tabs -->\n`;
  return `## ${type}\n\n${MEANINGS[type]}\n\n${shown}`;
}

import { renderSmallPage } from "../../../platform/http/index.ts";

/** The recipient's address, and the sender of the email with the link, or null once that email is deleted. */
export type Subscriber = { address: string; sender: string | null };
type Button = { value: "One-Click" | "Undo"; label: string };
/** Paragraphs are HTML. */
type Page = { title: string; paragraphs: string[]; button?: Button };

const STILL_SENT = "You will still get mail about your own activity, such as receipts.";

export const pages = {
  confirm: ({ address, sender }: Subscriber) =>
    render({
      title: "Unsubscribe?",
      paragraphs: [
        `${bold(address)} will get no more newsletters or other bulk mail from ${from(sender)}.`,
        STILL_SENT,
      ],
      button: { value: "One-Click", label: "Unsubscribe" },
    }),
  unsubscribed: ({ address, sender }: Subscriber) =>
    render({
      title: "You are unsubscribed",
      paragraphs: [
        `${bold(address)} will get no more newsletters or other bulk mail from ${from(sender)}. You don't need to do anything else.`,
        STILL_SENT,
      ],
      button: { value: "Undo", label: "Subscribe again" },
    }),
  subscribed: ({ address, sender }: Subscriber) =>
    render({
      title: "You are subscribed again",
      paragraphs: [`${bold(address)} will get newsletters from ${from(sender)} again.`],
      button: { value: "One-Click", label: "Unsubscribe" },
    }),
  unknown: render({
    title: "This link is not valid",
    paragraphs: ["It may be incomplete. Open the link from the email again, or reply to the sender."],
  }),
  unreadable: render({
    title: "This request is not valid",
    paragraphs: ["Open the link from the email and press the button on the page."],
  }),
};

function from(sender: string | null): string {
  return sender === null ? "this sender" : bold(sender);
}

function bold(text: string): string {
  return `<b>${escapeHtml(text)}</b>`;
}

function render({ title, paragraphs, button }: Page): string {
  const text = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("");
  const form = button
    ? `<form method="post"><button name="List-Unsubscribe" value="${button.value}">${button.label}</button></form>`
    : "";
  return renderSmallPage({ title, body: text + form });
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

import { createHash } from "node:crypto";

const style = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; box-sizing: border-box;
  font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f6f7f9, #101216); color: light-dark(#16181d, #f0f1f3); }
main { max-width: 28rem; width: 100%; box-sizing: border-box; padding: 2rem; border-radius: 1rem;
  background: light-dark(#fff, #1a1d23); border: 1px solid light-dark(#e2e4e9, #30343c); }
h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
p { margin: 0 0 1.25rem; overflow-wrap: anywhere; color: light-dark(#4a4f5a, #b4b9c3); }
form { margin: 0; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: .6rem; cursor: pointer;
  border: 1px solid light-dark(#1f4fd8, #8fb0ff); background: light-dark(#1f4fd8, #8fb0ff); color: light-dark(#fff, #0b1020); }
`;

/** Nothing runs, nothing is fetched, and only our own form is sent. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cache-control": "no-store",
  // The address of this page is a secret of its recipient.
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};

type Button = { value: string; label: string };
type Page = { title: string; text: string; button?: Button };

const sendsNone = "This sender's newsletters and other bulk mail no longer go to";
const keepsOthers = "Mail about your own doings there, such as receipts, still does.";

export const pages = {
  confirm: (address: string) =>
    render({
      title: "Unsubscribe?",
      text: `${address} will get no newsletters and no other bulk mail from this sender.`,
      button: { value: "One-Click", label: "Unsubscribe" },
    }),
  unsubscribed: (address: string) =>
    render({
      title: "You are unsubscribed",
      text: `${sendsNone} ${address}. ${keepsOthers}`,
      button: { value: "Undo", label: "Subscribe again" },
    }),
  subscribed: (address: string) =>
    render({
      title: "You are subscribed again",
      text: `This sender may write to ${address} as before.`,
      button: { value: "One-Click", label: "Unsubscribe" },
    }),
  unknown: render({
    title: "This link is not valid",
    text: "It may have been cut off. Open it again from the mail, or answer the sender.",
  }),
  unreadable: render({
    title: "That was not understood",
    text: "Open the link from the mail, and press the button on its page.",
  }),
};

function render({ title, text, button }: Page): string {
  const form = button
    ? `<form method="post"><button name="List-Unsubscribe" value="${button.value}">${button.label}</button></form>`
    : "";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${escapeHtml(text)}</p>${form}</main></body></html>
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

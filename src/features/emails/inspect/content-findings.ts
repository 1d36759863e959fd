type Severity = "error" | "warning" | "hint";

/**
 * The findings of a dry run. The codes are public API. `error`: the email does not work for recipients; `warning`: it does not work for
 * many of them; `hint`: it could be better.
 */
export const CONTENT_FINDINGS = {
  recipient_suppressed: {
    severity: "warning",
    meaning: "A recipient will not get the email, because the address is suppressed in this account.",
  },
  subject_empty: {
    severity: "warning",
    meaning: "The subject is empty. Spam filters and people distrust such mail.",
  },
  subject_long: {
    severity: "hint",
    meaning: "The subject has over 78 characters. Inboxes show fewer.",
  },
  subject_capitals: {
    severity: "warning",
    meaning: "The subject is all in capitals, which spam filters distrust.",
  },
  text_missing: {
    severity: "hint",
    meaning: "There is no text part, so one is generated from the HTML. Set `text` to write your own.",
  },
  body_empty: {
    severity: "warning",
    meaning: "The email shows nothing: it has neither text nor an image.",
  },
  template_marker: {
    severity: "warning",
    meaning: "A template marker such as `{{name}}` was not replaced.",
  },
  message_large: {
    severity: "warning",
    meaning: "The message is over 25 MB. Gmail and many others reject it.",
  },
  html_clipped: {
    severity: "warning",
    meaning: "The HTML is over 102 kB. Gmail shows the beginning and hides the rest behind a link.",
  },
  html_not_inspected: {
    severity: "hint",
    meaning: "The HTML is too large; only its beginning was checked.",
  },
  html_element_removed: {
    severity: "warning",
    meaning:
      "Mail readers remove this element. They remove scripts, frames, forms, embedded objects and linked style sheets.",
  },
  header_empty: { severity: "hint", meaning: "A header has no value." },
  header_repeated: {
    severity: "warning",
    meaning: "A header appears twice in different spellings. Mail readers may use either.",
  },
  unsubscribe_missing: {
    severity: "hint",
    meaning:
      "There are several recipients and no List-Unsubscribe header. Bulk mail needs one: send it with `stream: bulk` to add one.",
  },
  unsubscribe_unusable: {
    severity: "warning",
    meaning: "List-Unsubscribe contains no https: or mailto: URL in angle brackets.",
  },
  unsubscribe_not_one_click: {
    severity: "hint",
    meaning:
      "List-Unsubscribe has an https URL, but the header `List-Unsubscribe-Post: List-Unsubscribe=One-Click` (RFC 8058) is missing. Gmail and Yahoo require it for bulk mail.",
  },
  link_empty: { severity: "warning", meaning: "A link leads nowhere: its URL is empty or `#`." },
  link_relative: {
    severity: "error",
    meaning:
      "A link is relative. In an email it leads nowhere: write the full URL with https:// and the host.",
  },
  link_broken: { severity: "error", meaning: "A link has an invalid URL." },
  link_insecure: {
    severity: "warning",
    meaning: "A link uses http:, so others can read and change the traffic.",
  },
  link_unsafe: {
    severity: "error",
    meaning: "A link runs code or contains data (javascript:, data:, file:). Mail readers remove it.",
  },
  link_unusual: {
    severity: "hint",
    meaning: "A link has an unusual scheme. Many mail clients remove it.",
  },
  link_private: {
    severity: "error",
    meaning: "A link leads to this machine or a private network, which recipients cannot reach.",
  },
  link_text_differs: {
    severity: "warning",
    meaning: "The text of a link shows a different domain from the one it leads to, as in phishing.",
  },
  image_without_alt: {
    severity: "warning",
    meaning:
      'An image has no `alt`, so recipients who do not see images get nothing. For decoration, use `alt=""`.',
  },
  image_broken: {
    severity: "error",
    meaning: "An image has no URL, a relative URL or an invalid URL.",
  },
  image_insecure: {
    severity: "warning",
    meaning: "An image uses http:. Many mail clients do not show such images.",
  },
  image_data: {
    severity: "warning",
    meaning: "An image is a data: URL. Gmail and Outlook do not show such images.",
  },
  image_private: {
    severity: "error",
    meaning: "An image is on this machine or a private network, which recipients cannot reach.",
  },
  image_not_attached: {
    severity: "error",
    meaning: "An image refers to a content id (cid:) that no attachment has.",
  },
  images_without_text: {
    severity: "warning",
    meaning:
      "The HTML has images and hardly any text. Spam filters distrust such mail, and many recipients do not see images.",
  },
} as const satisfies Record<string, { severity: Severity; meaning: string }>;

export type FindingCode = keyof typeof CONTENT_FINDINGS;
export type Finding = {
  code: FindingCode;
  severity: Severity;
  message: string;
  /** The place of the finding: `subject`, `headers.X-Name`, `html line 12: https://…`. */
  at?: string;
};

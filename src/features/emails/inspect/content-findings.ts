type Severity = "error" | "warning" | "hint";

/**
 * What a dry run may find in an email. The codes are public API. `error`: recipients will not get what was meant; `warning`: many
 * of them will not; `hint`: it could be better.
 */
export const contentFindings = {
  recipient_suppressed: {
    severity: "warning",
    meaning: "A recipient will get nothing: the address is suppressed in this account.",
  },
  subject_empty: { severity: "warning", meaning: "The subject is empty; filters and people distrust that." },
  subject_long: {
    severity: "hint",
    meaning: "The subject has over 78 characters; lists of mail show fewer.",
  },
  subject_capitals: {
    severity: "warning",
    meaning: "The subject is all in capitals; filters take that for spam.",
  },
  text_missing: {
    severity: "hint",
    meaning: "There is no text part; one is made from the HTML. Give `text` to say it in your own words.",
  },
  body_empty: {
    severity: "warning",
    meaning: "Nobody will see anything: there is neither text nor an image.",
  },
  template_marker: {
    severity: "warning",
    meaning: "A marker of a template, such as `{{name}}`, was not replaced.",
  },
  message_large: {
    severity: "warning",
    meaning: "The message is over 25 MB in all; Gmail and many others refuse it.",
  },
  html_clipped: {
    severity: "warning",
    meaning: "The HTML is over 102 kB; Gmail shows the beginning and hides the rest behind a link.",
  },
  html_not_inspected: {
    severity: "hint",
    meaning: "The HTML is too large to be checked to its end.",
  },
  html_element_removed: {
    severity: "warning",
    meaning:
      "Mail readers remove this element: scripts, frames, forms, embedded objects, linked style sheets.",
  },
  header_empty: { severity: "hint", meaning: "A header has no value." },
  header_repeated: {
    severity: "warning",
    meaning: "A header is there twice, differently spelt; readers take either.",
  },
  unsubscribe_missing: {
    severity: "hint",
    meaning:
      "There are several recipients and no List-Unsubscribe header; bulk mail needs one, and gets one with `stream: bulk`.",
  },
  unsubscribe_unusable: {
    severity: "warning",
    meaning: "List-Unsubscribe names no address in angle brackets with https: or mailto:.",
  },
  unsubscribe_not_one_click: {
    severity: "hint",
    meaning:
      "List-Unsubscribe has an https address, but there is no `List-Unsubscribe-Post: List-Unsubscribe=One-Click` (RFC 8058), which Gmail and Yahoo ask of bulk mail.",
  },
  link_empty: { severity: "warning", meaning: "A link leads nowhere: its address is empty or `#`." },
  link_relative: {
    severity: "error",
    meaning: "A link has no https:// and host; in a mail it leads nowhere.",
  },
  link_broken: { severity: "error", meaning: "A link's address cannot be read." },
  link_insecure: { severity: "warning", meaning: "A link leads to http:, which others can read and change." },
  link_unsafe: {
    severity: "error",
    meaning: "A link would run or hold something (javascript:, data:, file:); mail readers remove it.",
  },
  link_unusual: {
    severity: "hint",
    meaning: "A link has an unusual scheme; many mail readers remove it.",
  },
  link_private: {
    severity: "error",
    meaning: "A link leads to this machine or a private network, where recipients find nothing.",
  },
  link_text_differs: {
    severity: "warning",
    meaning: "The text of a link names another domain than the one it leads to, as in phishing.",
  },
  image_without_alt: {
    severity: "warning",
    meaning: 'An image has no `alt`; who does not see images is told nothing. Decoration has `alt=""`.',
  },
  image_broken: {
    severity: "error",
    meaning: "An image has no address, one without https:// and host, or one that cannot be read.",
  },
  image_insecure: {
    severity: "warning",
    meaning: "An image comes over http:; many readers show none of these.",
  },
  image_data: {
    severity: "warning",
    meaning: "An image is a data: URL; Gmail and Outlook do not show these.",
  },
  image_private: {
    severity: "error",
    meaning: "An image is on this machine or a private network, where recipients find nothing.",
  },
  image_not_attached: {
    severity: "error",
    meaning: "An image names a content id (cid:) that no attachment has.",
  },
  images_without_text: {
    severity: "warning",
    meaning: "The HTML is all images and hardly any text; filters distrust that, and many see no images.",
  },
} as const satisfies Record<string, { severity: Severity; meaning: string }>;

export type FindingCode = keyof typeof contentFindings;
export type Finding = {
  code: FindingCode;
  severity: Severity;
  message: string;
  /** Where: `subject`, `headers.X-Name`, `html line 12: https://…`. */
  at?: string;
};

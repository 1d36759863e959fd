/** The views of a message, `?view=` in the address bar; the first one is the default. */
export const MESSAGE_VIEWS = [
  "preview",
  "text",
  "html",
  "html-check",
  "links",
  "attachments",
  "details",
  "source",
] as const;
export type MessageView = (typeof MESSAGE_VIEWS)[number];

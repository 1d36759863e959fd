/** The ways to look at a message; in the address bar as `?view=`, the first one unsaid. */
export const MESSAGE_VIEWS = [
  "preview",
  "text",
  "html",
  "links",
  "attachments",
  "details",
  "source",
] as const;
export type MessageView = (typeof MESSAGE_VIEWS)[number];

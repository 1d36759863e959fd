/** The ways to look at a message; in the address bar as `?view=`, the first one unsaid. */
export const messageViews = ["preview", "text", "html", "links", "attachments", "details", "source"] as const;
export type MessageView = (typeof messageViews)[number];

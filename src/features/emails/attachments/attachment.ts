import type { FieldError } from "../../../platform/errors/index.ts";

/** A file with its bytes, ready to be added to a message. */
export type ReadAttachment = {
  filename: string;
  contentType: string;
  contentId: string | null;
  bytes: Buffer;
};
export type ReadAttachments =
  | { ok: true; attachments: ReadAttachment[] }
  | { ok: false; problems: FieldError[] };

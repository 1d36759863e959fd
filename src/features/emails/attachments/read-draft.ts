import { cleanFilename, readContentId, readContentType } from "../../../mail/mime/index.ts";
import type { FieldError } from "../../../platform/errors/index.ts";
import { reasonToRefuseUrl } from "../../../platform/fetch/index.ts";
import type { GivenAttachment } from "../accept/send-schema.ts";
import { decodeBase64 } from "./decode-base64.ts";

/** One attachment as far as its fields tell; with `bytes`, or with `url` to get them from. */
export type Draft = {
  /** Path of its field. */
  at: string;
  filename: string | null;
  contentType: string | null;
  contentId: string | null;
  bytes: Buffer | null;
  url: string | null;
};

export function readDraft(given: GivenAttachment, at: string, problems: FieldError[]): Draft {
  const note = (field: string, message: string) => {
    problems.push({ path: field === "" ? at : `${at}.${field}`, message });
    return null;
  };
  const { content, path, filename, content_type, content_id } = given;
  if (content !== undefined && path !== undefined) note("", "must have either content or path, not both");
  if (content === undefined && path === undefined) note("", "must have content or path");
  if (content !== undefined && filename === undefined) note("filename", "is required");
  return {
    at,
    filename: filename === undefined ? null : readFilename(filename, note),
    contentType: content_type === undefined ? null : readType(content_type, note),
    contentId: content_id === undefined ? null : readId(content_id, note),
    bytes: content === undefined ? null : readContent(content, note),
    url: path === undefined ? null : readPath(path, note),
  };
}

type Note = (field: string, message: string) => null;

function readFilename(text: string, note: Note): string | null {
  const read = cleanFilename(text);
  return read.ok ? read.filename : note("filename", read.reason);
}

function readType(text: string, note: Note): string | null {
  const read = readContentType(text);
  return read.ok ? read.contentType : note("content_type", read.reason);
}

function readId(text: string, note: Note): string | null {
  const read = readContentId(text);
  return read.ok ? read.contentId : note("content_id", read.reason);
}

function readContent(text: string, note: Note): Buffer | null {
  const read = decodeBase64(text);
  return read.ok ? read.bytes : note("content", read.reason);
}

function readPath(text: string, note: Note): string | null {
  const reason = reasonToRefuseUrl(text);
  return reason === null ? text : note("path", reason);
}

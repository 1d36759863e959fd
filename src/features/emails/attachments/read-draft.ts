import { cleanFilename, readContentId, readContentType } from "../../../mail/mime/index.ts";
import type { FieldError } from "../../../platform/errors/index.ts";
import { reasonToRefuseUrl } from "../../../platform/fetch/index.ts";
import type { AttachmentInput } from "../schema/send-schema.ts";
import { decodeBase64 } from "./decode-base64.ts";

/** An attachment as described by its fields: with `bytes`, or with the `url` from which to download them. */
export type Draft = {
  /** Path of the attachment's field. */
  at: string;
  filename: string | null;
  contentType: string | null;
  contentId: string | null;
  bytes: Buffer | null;
  url: string | null;
};

export function readDraft(input: AttachmentInput, at: string, problems: FieldError[]): Draft {
  const addProblem = (field: string, message: string) => {
    problems.push({ path: field === "" ? at : `${at}.${field}`, message });
    return null;
  };
  const { content, path, filename, content_type, content_id } = input;
  if (content !== undefined && path !== undefined)
    addProblem("", "must have either content or path, not both");
  if (content === undefined && path === undefined) addProblem("", "must have content or path");
  if (content !== undefined && filename === undefined) addProblem("filename", "is required");
  return {
    at,
    filename: filename === undefined ? null : readFilename(filename, addProblem),
    contentType: content_type === undefined ? null : readType(content_type, addProblem),
    contentId: content_id === undefined ? null : readId(content_id, addProblem),
    bytes: content === undefined ? null : readContent(content, addProblem),
    url: path === undefined ? null : readPath(path, addProblem),
  };
}

type AddProblem = (field: string, message: string) => null;

function readFilename(text: string, addProblem: AddProblem): string | null {
  const read = cleanFilename(text);
  return read.ok ? read.filename : addProblem("filename", read.reason);
}

function readType(text: string, addProblem: AddProblem): string | null {
  const read = readContentType(text);
  return read.ok ? read.contentType : addProblem("content_type", read.reason);
}

function readId(text: string, addProblem: AddProblem): string | null {
  const read = readContentId(text);
  return read.ok ? read.contentId : addProblem("content_id", read.reason);
}

function readContent(text: string, addProblem: AddProblem): Buffer | null {
  const read = decodeBase64(text);
  return read.ok ? read.bytes : addProblem("content", read.reason);
}

function readPath(text: string, addProblem: AddProblem): string | null {
  const reason = reasonToRefuseUrl(text);
  return reason === null ? text : addProblem("path", reason);
}

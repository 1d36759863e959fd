import { type ReactElement, renderReact } from "./render-react.ts";

type Bytes = Uint8Array | ArrayBuffer;
type Attachment = { content?: string | Bytes };
type Encodable = { react?: ReactElement; attachments?: Attachment[] };

/** An email as the API takes it: React rendered to HTML, bytes as base64. Dates become text in JSON by themselves. */
export async function encodeEmail<Email extends Encodable>({ react, attachments, ...fields }: Email) {
  return {
    ...fields,
    ...(react === undefined ? {} : { html: await renderReact(react) }),
    ...(attachments === undefined ? {} : { attachments: attachments.map(encodeAttachment) }),
  };
}

function encodeAttachment(attachment: Attachment) {
  const { content } = attachment;
  if (content === undefined || typeof content === "string") return attachment;
  return {
    ...attachment,
    content: toBase64(content instanceof ArrayBuffer ? new Uint8Array(content) : content),
  };
}

/** Arguments of one call are limited by the stack. */
const chunkBytes = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += chunkBytes)
    binary += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  return btoa(binary);
}

import { type ReactElement, renderReact } from "./render-react.ts";

type Bytes = Uint8Array | ArrayBuffer;
type Attachment = { content?: string | Bytes };
type Encodable = { react?: ReactElement; attachments?: Attachment[] };

/** Encodes an email for the API: renders React to HTML and bytes to base64. JSON.stringify converts dates. */
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

/** The stack limits the number of arguments of a call. */
const CHUNK_BYTES = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return btoa(binary);
}

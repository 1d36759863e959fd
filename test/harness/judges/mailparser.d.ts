/** Types for the used part of mailparser, which has none of its own. */
declare module "mailparser" {
  type Mailboxes = { value: { name: string; address?: string }[] };
  export type ParsedMail = {
    headers: Map<string, unknown>;
    headerLines: { key: string; line: string }[];
    subject?: string;
    from?: Mailboxes;
    to?: Mailboxes;
    cc?: Mailboxes;
    replyTo?: Mailboxes;
    text?: string;
    html?: string | false;
    attachments: {
      filename?: string;
      headers: Map<string, unknown>;
      contentDisposition?: string;
      cid?: string;
      content: Buffer;
    }[];
  };
  export function simpleParser(raw: Buffer, options?: Record<string, unknown>): Promise<ParsedMail>;
}

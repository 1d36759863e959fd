export type Mailbox = {
  name: string | null;
  address: string;
};

/** Splits `Ada Lovelace <ada@example.com>` into name and address. Never throws: the result is only displayed. */
export function readMailbox(text: string): Mailbox {
  const start = text.lastIndexOf("<");
  if (start < 0 || !text.endsWith(">")) return { name: null, address: text };
  const name = text.slice(0, start).trim();
  return { name: withoutQuotes(name) || null, address: text.slice(start + 1, -1) };
}

function withoutQuotes(name: string): string {
  const quoted = /^"(.*)"$/s.exec(name)?.[1];
  return quoted === undefined ? name : quoted.replace(/\\(.)/gs, "$1");
}

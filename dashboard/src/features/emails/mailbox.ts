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

/** `Ada Lovelace <ada@example.com>`, with quotes around a name that needs them (RFC 5322 §3.2.3). */
export function writeMailbox({ name, address }: Mailbox): string {
  if (name === null || name.trim() === "") return address;
  const isPlain = !/[()<>[\]:;@\\,."]/.test(name);
  return `${isPlain ? name.trim() : `"${name.trim().replace(/["\\]/g, "\\$&")}"`} <${address}>`;
}

function withoutQuotes(name: string): string {
  const quoted = /^"(.*)"$/s.exec(name)?.[1];
  return quoted === undefined ? name : quoted.replace(/\\(.)/gs, "$1");
}

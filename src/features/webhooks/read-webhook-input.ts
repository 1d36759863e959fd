import { domainOf, parseMailbox } from "../../mail/address/index.ts";
import { errors, type FieldError } from "../../platform/errors/index.ts";
import { readTarget, reasonToRefuseUrl } from "../../platform/fetch/index.ts";
import type { WebhookColumns } from "./queries.ts";
import { reasonToRefuseHeader } from "./reason-to-refuse-header.ts";
import type { CustomHeaders } from "./signatures/secrets.ts";

/** The fields of a request. Absent fields stay as they are. */
export type WebhookInput = Partial<Omit<WebhookColumns, "headers_sealed">> & { headers?: CustomHeaders };

/** `baseUrl`: the URL of this instance. */
type Checks = { allowsPrivate: boolean; baseUrl: string };

/** Returns the input with domains as events have them. Throws `validation_failed` with a field error for each problem. */
export function readWebhookInput<Input extends WebhookInput>(checks: Checks, input: Input): Input {
  const { url, headers = {} } = input;
  const reason = url === undefined ? null : reasonToRefuse(url, checks);
  const fields: FieldError[] = reason === null ? [] : [{ path: "url", message: reason }];
  for (const [name, value] of Object.entries(headers)) {
    const message = reasonToRefuseHeader(name, value);
    if (message !== null) fields.push({ path: `headers.${name}`, message });
  }
  const domains = input.domains?.map((text, at) => {
    const domain = readDomain(text);
    if (domain === null)
      fields.push({ path: `domains[${at}]`, message: `“${text}” is not a domain such as example.com` });
    return domain ?? text;
  });
  if (fields.length > 0) throw refuseFields(fields);
  return domains ? { ...input, domains: [...new Set(domains)] } : input;
}

export function refuseFields(fields: FieldError[]) {
  const message = fields.map((field) => `${field.path}: ${field.message}`).join("; ");
  return errors.validation_failed(message, { fields });
}

/** Lower-case A-labels, as the domains of stored mail. Postmaster is a mailbox of every domain (RFC 5321 §4.5.1). */
function readDomain(text: string): string | null {
  const parsed = parseMailbox(`postmaster@${text.trim()}`);
  return parsed.ok ? domainOf(parsed.mailbox.address) : null;
}

/** The address is checked again at each connection. A webhook of this instance would make events of its own events without end. */
function reasonToRefuse(url: string, { allowsPrivate, baseUrl }: Checks): string | null {
  const read = readTarget(url);
  if (!read.ok) return read.reason;
  const refused = allowsPrivate ? null : reasonToRefuseUrl(url);
  if (refused !== null) return refused;
  return new URL(url).origin === new URL(baseUrl).origin ? "must not lead to this Posthouse" : null;
}

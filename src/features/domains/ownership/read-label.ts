import { errors } from "../../../platform/errors/index.ts";
import { readDomain } from "./read-domain.ts";

/** Reads the label or labels before a domain in a host name. Error: `validation_failed`. */
export function readLabel(path: string, { text, domain }: { text: string; domain: string }): string {
  const host = readDomain(`${text.trim()}.${domain}`);
  if (host?.endsWith(`.${domain}`)) return host.slice(0, -domain.length - 1);
  const message = `is not a valid subdomain of ${domain}; use a name such as bounce`;
  throw errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
}

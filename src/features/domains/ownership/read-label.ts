import { errors } from "../../../platform/errors/index.ts";
import { readDomain } from "./read-domain.ts";

/** What stands before a domain in the name of a host. Error: `validation_failed`. */
export function readLabel(path: string, { text, domain }: { text: string; domain: string }): string {
  const host = readDomain(`${text.trim()}.${domain}`);
  if (host?.endsWith(`.${domain}`)) return host.slice(0, -domain.length - 1);
  const message = `is no name that can stand before .${domain}, such as bounce`;
  throw errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
}

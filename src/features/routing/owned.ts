import type { AppError } from "../../platform/errors/index.ts";
import type { Principal } from "../../platform/http/index.ts";
import { isId } from "../../platform/ids/index.ts";
import { INSTANCE_ID } from "./instance-id.ts";

/** The owner of the relays and rules that a route manages: the account of the caller, or the instance. */
export type Owned = "account" | "instance";

/** Returns the owner of the relays and rules that a request is about. */
export function ownerOf(owned: Owned, { accountId }: Principal): string {
  return owned === "instance" ? INSTANCE_ID : accountId;
}

/** Reads an id. Throws `notFound` for text that is not an id. */
export function readId(text: string, notFound: () => AppError): string {
  if (!isId(text)) throw notFound();
  return text;
}

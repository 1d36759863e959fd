import type { AppError } from "../../platform/errors/index.ts";
import type { Principal } from "../../platform/http/index.ts";
import { isId } from "../../platform/ids/index.ts";
import { instanceId } from "./owner.ts";

/** Whose relays and rules routes are about: those of the account that asks, or of the instance. */
export type Owned = "account" | "instance";

/** Whose relays and rules a request is about. */
export function ownerOf(owned: Owned, { accountId }: Principal): string {
  return owned === "instance" ? instanceId : accountId;
}

/** An id of another shape names nothing. */
export function readId(text: string, notFound: () => AppError): string {
  if (!isId(text)) throw notFound();
  return text;
}

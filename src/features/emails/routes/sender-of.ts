import type { Principal } from "../../../platform/http/index.ts";
import type { Sender } from "../accept/sender.ts";

export function senderOf({ accountId, keyId, limits }: Principal): Sender {
  return { accountId, keyId, limits };
}

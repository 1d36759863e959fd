import type { FieldError } from "../../../platform/errors/index.ts";
import type { SendRequest } from "./send-schema.ts";

export type BatchItem = SendRequest | UnreadableEmail;
/** An email of a batch that is not a valid send request, with its problems. */
type UnreadableEmail = { unreadable: FieldError[] };

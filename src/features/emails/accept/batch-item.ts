import type { FieldError } from "../../../platform/errors/index.ts";
import type { SendRequest } from "./send-schema.ts";

export type BatchItem = SendRequest | UnreadableEmail;
/** An email of a batch that could not be read at all, with what is wrong with it. */
type UnreadableEmail = { unreadable: FieldError[] };

import type { ApiKey, LongLines, Permission } from "../../../api-types.ts";
import { changedFields } from "../../../changed-fields.ts";
import { readNumber } from "../../../read-number.ts";
import { localTime } from "../../emails/compose/local-time.ts";
import { type Expiry, expiresAtOf } from "./expiry.ts";
import type { KeyInput } from "./keys.ts";

/** The form's values; an empty field means no limit. */
export type KeyDraft = {
  name: string;
  permission: Permission;
  /** Separated by new lines or commas. */
  fromDomains: string;
  networks: string;
  expiry: Expiry;
  /** The date of the expiry `date`, in the user's time zone: 2026-11-21T08:30. */
  expiresAt: string;
  dailyLimit: string;
  longLines: LongLines;
};

export const NEW_KEY_DRAFT: KeyDraft = {
  name: "",
  permission: "full",
  fromDomains: "",
  networks: "",
  expiry: "never",
  expiresAt: "",
  dailyLimit: "",
  longLines: "re-encode",
};

export function draftOf(key: ApiKey): KeyDraft {
  return {
    name: key.name,
    permission: key.permission,
    fromDomains: (key.from_domains ?? []).join("\n"),
    networks: (key.networks ?? []).join("\n"),
    expiry: key.expires_at === null ? "never" : "date",
    expiresAt: key.expires_at === null ? "" : localTime(new Date(key.expires_at)),
    dailyLimit: key.daily_limit === null ? "" : String(key.daily_limit),
    longLines: key.long_lines,
  };
}

export function inputOf(draft: KeyDraft): KeyInput {
  const limit = draft.dailyLimit.trim();
  return {
    name: draft.name.trim(),
    permission: draft.permission,
    from_domains: listOf(draft.fromDomains),
    networks: listOf(draft.networks),
    expires_at: expiresAtOf(draft.expiry, draft.expiresAt, new Date()),
    daily_limit: limit === "" ? null : readNumber(limit),
    long_lines: draft.longLines,
  };
}

/** Only changed fields: a rename must not send an expiry that has passed. */
export function changesOf(key: ApiKey, draft: KeyDraft): Partial<KeyInput> {
  return changedFields(inputOf(draftOf(key)), inputOf(draft));
}

export function hasLimits({ fromDomains, networks, dailyLimit, longLines }: KeyDraft): boolean {
  return longLines === "refuse" || [fromDomains, networks, dailyLimit].some((text) => text.trim() !== "");
}

/** Splits a field with several values; null if it is empty. */
export function listOf(text: string): string[] | null {
  const items = text.split(/[\s,;]+/).filter((item) => item !== "");
  return items.length === 0 ? null : items;
}

import type { EncodedFile, SendRequest } from "../../../api-types.ts";
import type { Pair } from "../../../ui/pairs-field.tsx";
import type { Draft, ScheduleDraft } from "./draft.ts";
import { momentOf } from "./local-time.ts";
import { splitAddresses } from "./split-addresses.ts";

/** The form as an API request, without empty fields. */
export function requestOf(draft: Draft, attachments: EncodedFile[] = []): SendRequest {
  return {
    to: splitAddresses(draft.to),
    subject: draft.subject,
    ...present({
      from: draft.from.trim() || undefined,
      cc: someOf(splitAddresses(draft.cc)),
      bcc: someOf(splitAddresses(draft.bcc)),
      reply_to: someOf(splitAddresses(draft.replyTo)),
      html: draft.html.trim() === "" ? undefined : draft.html,
      text: draft.text.trim() === "" ? undefined : draft.text,
      tags: someOf(filled(draft.tags)),
      headers: recordOf(draft.headers),
      metadata: recordOf(draft.metadata),
      scheduled_at: scheduledAt(draft.schedule),
      attachments: someOf(attachments),
    }),
  };
}

/** `scheduled_at` of a request; undefined sends now. */
export function scheduledAt({ kind, time, words }: ScheduleDraft): string | undefined {
  // An incomplete time is sent as typed; the server's error then appears at the field.
  if (kind === "time") return momentOf(time)?.toISOString() ?? time;
  return kind === "words" ? words : undefined;
}

/** A duplicate name: in the request's object, the last value would win. */
export function repeatedName(pairs: Pair[]): string | undefined {
  const names = filled(pairs).map(({ name }) => name.toLowerCase());
  return filled(pairs).find(({ name }, index) => names.indexOf(name.toLowerCase()) < index)?.name;
}

function filled(pairs: Pair[]): Pair[] {
  return pairs
    .map(({ name, value }) => ({ name: name.trim(), value }))
    .filter(({ name, value }) => name !== "" || value.trim() !== "");
}

function recordOf(pairs: Pair[]): Record<string, string> | undefined {
  const entries = filled(pairs).map(({ name, value }): [string, string] => [name, value]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function someOf<T>(list: T[]): T[] | undefined {
  return list.length === 0 ? undefined : list;
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}

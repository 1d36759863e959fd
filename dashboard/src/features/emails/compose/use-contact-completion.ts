import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  type ChangeEvent,
  type KeyboardEvent,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { ListContactsResponse } from "../../../api.gen.ts";
import { api, withQuery } from "../../../api.ts";
import type { Contact } from "../../../api-types.ts";
import { useDelayed } from "../../../ui/use-delayed.ts";
import { CONTACTS_KEY } from "../../contacts/contacts.ts";
import { readMailbox, writeMailbox } from "../mailbox.ts";
import { addressAt, splitAddresses } from "./split-addresses.ts";

const MAX_OPTIONS = 8;
/** The newest that match; those that begin with the text come first. */
const MAX_FOUND = 50;
/** Between two letters, most people take less. */
const PAUSE_MS = 120;
const FRESH_MS = 30_000;

function suggestionsQuery(search: string) {
  return {
    queryKey: [...CONTACTS_KEY, "suggestions", search],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get<ListContactsResponse>(withQuery("/api/contacts", { limit: MAX_FOUND, search }), signal),
    enabled: search !== "",
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  };
}

/** Completes the address at the caret of a text area with contacts. */
export function useContactCompletion(value: string, onType: (value: string) => void) {
  const area = useRef<HTMLTextAreaElement>(null);
  const nextCaret = useRef<number | null>(null);
  /** Null: closed, until the user types. */
  const [caret, setCaret] = useState<number | null>(null);
  const [moved, setMoved] = useState<number | null>(null);

  const current = caret === null ? null : addressAt(value, caret);
  const search = searchOf(current?.typed ?? "");
  const searched = useDelayed(search, PAUSE_MS);
  const { data, isPlaceholderData } = useQuery(suggestionsQuery(searched));
  const found = search === "" ? [] : newContacts(data?.contacts ?? [], value, search);
  // Until its own result arrives, a longer search keeps only what still matches, so that Enter chooses what was typed.
  const isCurrent = searched === search && !isPlaceholderData;
  const contacts = found
    .filter((contact) => isCurrent || textOf(contact).includes(search.toLowerCase()))
    .sort((a, b) => Number(begins(b, search)) - Number(begins(a, search)))
    .slice(0, MAX_OPTIONS);
  const active = Math.min(moved ?? firstActive(search), contacts.length - 1);

  // React sets the text of a controlled field after the event, which moves the caret to its end.
  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    area.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });

  const close = (): void => setCaret(null);
  const choose = (contact: Contact): void => {
    if (caret === null || !current) return;
    const before =
      value.slice(0, current.start) + writeMailbox({ name: contact.name, address: contact.email });
    const rest = value.slice(caret);
    const separator = /^\s*[,;\r\n]/.test(rest) ? "" : ", ";
    nextCaret.current = before.length + separator.length;
    onType(before + separator + rest);
    close();
  };
  const handlers = {
    onChange: (event: ChangeEvent<HTMLTextAreaElement>) => {
      onType(event.target.value);
      setCaret(event.target.selectionEnd);
      setMoved(null);
    },
    onSelect: ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => {
      if (caret !== null && currentTarget.selectionEnd !== caret) close();
    },
    onBlur: close,
    onKeyDown: (event: KeyboardEvent) => {
      const isCommand = event.shiftKey || event.ctrlKey || event.altKey || event.metaKey;
      if (contacts.length === 0 || isCommand || event.nativeEvent.isComposing) return;
      const action = actions[event.key];
      if (action?.() !== true) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  const move = (by: number) => () => {
    setMoved((active + by + contacts.length) % contacts.length);
    return true;
  };
  const chooseActive = () => {
    const contact = contacts[active];
    if (contact) choose(contact);
    return contact !== undefined;
  };
  /** Each returns whether it used the key. */
  const actions: Record<string, () => boolean> = {
    ArrowDown: move(1),
    ArrowUp: move(active < 0 ? 0 : -1),
    Enter: chooseActive,
    Tab: chooseActive,
    Escape: () => {
      close();
      return true;
    },
  };
  return { area, contacts, active, choose, handlers };
}

/** `Ada <ad` searches for `ad`, and `"Lovelace, A` for the name. */
function searchOf(typed: string): string {
  return (/<([^<>]*)$/.exec(typed)?.[1] ?? typed.replace(/^"/, "")).trim();
}

/** Without an active option, Enter and Tab keep a complete address as it was typed. */
function firstActive(search: string): number {
  return /^\S+@\S+\.\S+$/.test(search) ? -1 : 0;
}

function textOf({ name, email }: Contact): string {
  return ` ${email} ${name ?? ""}`.toLowerCase();
}

/** The address or a word of the name begins with the text. */
function begins(contact: Contact, search: string): boolean {
  return textOf(contact).includes(` ${search.toLowerCase()}`);
}

/** Contacts that are not in the list already. */
function newContacts(contacts: Contact[], value: string, search: string): Contact[] {
  const used = new Set(splitAddresses(value).map((text) => readMailbox(text).address.toLowerCase()));
  return contacts.filter(({ email }) => !used.has(email.toLowerCase()) && email !== search);
}

import { useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type QueryKey, quoted, wordAt } from "../query-text.ts";
import { cx } from "./cx.ts";
import { Search, X } from "./icons.gen.ts";
import { Input } from "./input.tsx";

// A shorter delay would send a request per keystroke; a longer one would make the list feel stuck.
const PAUSE_MS = 250;
// More suggestions would cover the list.
const MAX_SUGGESTIONS = 8;
type QueryBoxProps = {
  label: string;
  placeholder: string;
  keys: readonly QueryKey[];
  /** Known values of a key, for completion. */
  valuesOf: (key: string) => readonly string[];
  /** The query in the address bar. */
  value: string;
  /** The text as the address bar would give it back. */
  normalize: (text: string) => string;
  /** Returns the problems of the text, one sentence each. */
  check: (text: string) => readonly string[];
  onSearch: (text: string) => void;
  /** Default: more than the API's limits together. */
  maxLength?: number;
};

type Suggestion = { label: string; hint: string; text: string };

/** The search box of a list: completes filters and their values, and searches when typing pauses. The address bar owns the value. */
export function QueryBox(props: QueryBoxProps) {
  const { label, placeholder, keys, valuesOf, value, normalize, check, onSearch, maxLength = 1_000 } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [caret, setCaret] = useState(0);
  /** The value in the address bar, including a pending navigation. */
  const sent = useRef(value);
  /** Runs until typing pauses. */
  const timer = useRef<number>(undefined);

  useEffect(() => {
    // Back, forward or "Clear" changed the address. Our own searches and typed text are already on screen.
    if (value !== sent.current && timer.current === undefined) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const searchNow = (next: string): void => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
    const wanted = normalize(next);
    if (wanted === sent.current) return;
    sent.current = wanted;
    onSearch(next);
  };
  const type = (next: string, at: number): void => {
    setText(next);
    setCaret(at);
    setActive(-1);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => searchNow(next), PAUSE_MS);
  };
  const suggestions = isOpen ? suggest({ text, caret, keys, valuesOf }) : [];
  const choose = (suggestion: Suggestion): void => {
    const { start } = wordAt(text, caret);
    const next = `${text.slice(0, start)}${suggestion.text}`;
    // At once: a caret that moves in the next frame would move behind a letter that is typed before it.
    flushSync(() => type(`${next}${text.slice(caret).trimStart()}`, next.length));
    field.current?.focus();
    field.current?.setSelectionRange(next.length, next.length);
    // A completed filter closes the list, which covers the rows. A completed key lists its values.
    setOpen(suggestion.text.endsWith(":"));
  };
  const problems = check(text);
  const isShown = suggestions.length > 0;

  const onKey = (event: React.KeyboardEvent): void => {
    const chosen = suggestions[active];
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (isShown) setActive((active + step + suggestions.length) % suggestions.length);
      else {
        setCaret(field.current?.selectionStart ?? text.length);
        setOpen(true);
      }
    } else if (event.key === "Escape" && isShown) {
      // Without an open list, the browser clears the field.
      event.preventDefault();
      setOpen(false);
    } else if ((event.key === "Enter" || event.key === "Tab") && chosen) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === "Enter") {
      setOpen(false);
      searchNow(text);
    }
  };

  return (
    <search className="relative w-full min-w-0 flex-1 basis-80">
      <Search aria-hidden="true" className="absolute top-2.5 left-3 size-4 text-ink-faint" />
      <Input
        ref={field}
        type="search"
        role="combobox"
        enterKeyHint="search"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-activedescendant={active >= 0 && isShown ? `${id}-${active}` : undefined}
        aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength}
        className="px-9 [&::-webkit-search-cancel-button]:hidden"
        value={text}
        onChange={({ target }) => {
          setOpen(target.value !== "");
          type(target.value, target.selectionStart ?? target.value.length);
        }}
        onClick={() => {
          setCaret(field.current?.selectionStart ?? text.length);
          setOpen(true);
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={onKey}
      />
      {text === "" ? null : (
        <button
          type="button"
          aria-label="Clear search"
          className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-md text-ink-faint hover:bg-hover hover:text-ink"
          onClick={() => {
            setText("");
            searchNow("");
            field.current?.focus();
          }}
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      )}
      {isShown ? (
        <Suggestions id={id} label={label} suggestions={suggestions} active={active} onChoose={choose} />
      ) : null}
      <div id={`${id}-problems`} aria-live="polite">
        {problems.map((problem) => (
          <p key={problem} className="mt-1.5 text-[13px] wrap-anywhere text-warn">
            {problem}
          </p>
        ))}
      </div>
    </search>
  );
}

type SuggestionsProps = {
  id: string;
  label: string;
  suggestions: Suggestion[];
  active: number;
  onChoose: (suggestion: Suggestion) => void;
};

function Suggestions({ id, label, suggestions, active, onChoose }: SuggestionsProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={`Suggestions: ${label}`}
      className="absolute top-10 z-30 w-full max-w-md rounded-xl bg-raised p-1 text-sm text-ink shadow-float"
    >
      {suggestions.map((suggestion, index) => (
        <div
          key={suggestion.label}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={cx(
            "flex cursor-default items-baseline gap-3 rounded-lg px-2.5 py-1.5 hover:bg-hover",
            index === active && "bg-hover",
          )}
          // Before the field loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(suggestion);
          }}
        >
          <bdi className="min-w-0 truncate font-medium">{suggestion.label}</bdi>
          <span className="ml-auto truncate text-[13px] text-ink-faint">{suggestion.hint}</span>
        </div>
      ))}
    </div>
  );
}

type Typing = Pick<QueryBoxProps, "keys" | "valuesOf"> & { text: string; caret: number };

function suggest({ text, caret, keys, valuesOf }: Typing): Suggestion[] {
  const { key, value } = wordAt(text, caret);
  const typed = value.toLowerCase();
  const found =
    key === null
      ? keys
          .filter(({ name }) => name.startsWith(typed))
          .map(({ name, hint }) => ({ label: `${name}:`, hint, text: `${name}:` }))
      : valuesOf(key)
          .filter((known) => known.toLowerCase().includes(typed) && known.toLowerCase() !== typed)
          .map((known) => ({ label: known, hint: "", text: `${key}:${quoted(known)} ` }));
  return found.slice(0, MAX_SUGGESTIONS);
}

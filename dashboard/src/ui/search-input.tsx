import { useEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { Search, X } from "./icons.gen.ts";
import { Input } from "./input.tsx";

// A shorter delay would send a request per keystroke; a longer one would make the list feel stuck.
const PAUSE_MS = 250;

type SearchInputProps = {
  label: string;
  placeholder?: string;
  /** The current search, from the address bar. */
  value: string;
  onSearch: (value: string) => void;
  className?: string;
};

/** Searches when typing pauses, or at once on Enter. The address bar owns the value. */
export function SearchInput({ label, placeholder, value, onSearch, className }: SearchInputProps) {
  const [text, setText] = useState(value);
  /** The value in the address bar, including a pending navigation. */
  const sent = useRef(value);
  /** Runs until typing pauses. */
  const timer = useRef<number>(undefined);

  useEffect(() => {
    // Back, forward or "Clear filters" changed the address. Our own searches and typed text are already on screen.
    if (value !== sent.current && timer.current === undefined) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const searchNow = (next: string): void => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
    const wanted = next.trim();
    if (wanted === sent.current) return;
    sent.current = wanted;
    onSearch(wanted);
  };
  const type = (next: string): void => {
    setText(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => searchNow(next), PAUSE_MS);
  };

  return (
    <search className={cx("relative", className)}>
      <Search aria-hidden="true" className="absolute top-2.5 left-3 size-4 text-ink-faint" />
      <Input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        autoComplete="off"
        spellCheck={false}
        className="px-9"
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") searchNow(text);
        }}
      />
      {text === "" ? null : (
        <button
          type="button"
          aria-label="Clear search"
          className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-md text-ink-faint hover:bg-hover hover:text-ink"
          onClick={() => {
            setText("");
            searchNow("");
          }}
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      )}
    </search>
  );
}
